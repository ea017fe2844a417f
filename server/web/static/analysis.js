// @ts-check
"use strict";
// The analysis of any position of a finished game: the engine of the review says the winning chance and the expected moves,
// and moves can be tried on the board. The rules are in the engine.
(() => {
  const box = /** @type {HTMLElement|null} */ (document.querySelector("[data-analysis]"));
  const root = /** @type {HTMLElement|null} */ (document.querySelector("article.game")), from = /** @type {HTMLElement|null} */ (document.querySelector("[data-review]"));
  if (!box || !root || !from) return;
  /** @type {Record<string, string>} */
  const words = JSON.parse(from.dataset.words || "{}");
  /** @param {string} text @param {...(string|number)} args */
  const say = (text, ...args) => args.reduce((/** @type {string} */ t, a) => t.replace(/%[sd]/, () => String(a)), words[text] || text);
  /** @param {string} selector @returns {any} */
  const find = (selector) => box.querySelector(selector);
  const svg = /** @type {any} */ (root.querySelector("svg.board")), holder = /** @type {HTMLElement} */ (root.querySelector(".holder"));
  /** @type {Map<string, string>} */
  const kinds = new Map(svg.dataset.kinds.split(";").map((/** @type {string} */ k) => [k.split(":")[0], k.split(":")[2]]));
  /** @typedef {{op?: string, piece?: string, from?: string, to?: string}} Move
   *  @typedef {{ply: number, turn: string, pieces: string, hand?: Record<string, number>, last?: Move[], text?: string, moves?: Move[], over?: boolean}} Position
   *  @typedef {{steps: string[], text: string}} Turn */

  /** @type {Worker|null} */
  let worker = null;
  /** @type {Map<number, (told: string) => void>} */
  const asked = new Map();
  let calls = 0, version = 0, shown = Number(root.dataset.ply), ply = 0;
  /** @type {{rules: string, at: string, variant: string, moves: string}|null} */
  let game = null;
  /** @type {string[]} */
  let played = [];
  /** @type {Turn[]} moves that were tried after ply moves of the game, of which the board shows the first depth */
  let tried = [];
  let depth = 0;
  /** @type {string[]} steps of a move that has not ended */
  let open = [];
  /** @type {Position|null} */
  let pos = null;

  /** @param {string} name @param {...any} args @returns {Promise<any>} */
  const call = (name, ...args) => new Promise((done) => { asked.set(++calls, done); worker?.postMessage({id: calls, name, args}); });
  /** @param {string} text */
  const note = (text) => { find("[data-note]").textContent = text; };
  const failed = () => { stop(); note(say("The computer could not be loaded. Try again in a moment.")); };
  const line = () => [...played.slice(0, ply), ...tried.slice(0, depth).map((t) => t.steps.join(" ")), ...(open.length ? [open.join(" ")] : [])].join("\n");
  const side = (/** @type {string} */ s) => say(s === "attackers" ? "Attackers" : "Defenders");

  // The squares are buttons while the analysis runs. The pieces are those of game.js.
  const squares = tafl3dSquares({
    svg, holder, moves: () => pos && pos.moves || [], press: (sq) => press(sq), usable: () => Boolean(worker),
    man: (sq) => svg.querySelector(`.men .man[data-sq="${sq}"]:not(.taken)`),
    put: (man, sq) => { if (man.dataset.sq === String(sq)) man.style.transform = `translate(${at[sq][0]}px,${at[sq][1]}px)`; },
  });
  const {at, names} = squares;
  /** draw shows the position, and the moves that were tried. */
  const draw = () => {
    squares.picked = -1;
    squares.hints();
    if (pos) {
      const {pieces} = pos;
      squares.label((sq) => kinds.get(pieces[sq]) || "");
    }
    const list = find("[data-tried]"), end = find("[data-end]");
    find("[data-variation]").hidden = !tried.length;
    list.replaceChildren(...tried.map((t, i) => {
      const li = document.createElement("li"), b = document.createElement("button");
      b.type = "button";
      b.className = "quiet";
      b.textContent = t.text;
      if (i + 1 === depth) b.setAttribute("aria-current", "true");
      b.addEventListener("click", () => { go(i + 1); find(`[data-tried] li:nth-child(${i + 1}) button`)?.focus(); });
      li.append(b);
      return li;
    }));
    end.hidden = !pos || !(pos.moves || []).some((m) => m.op === "end");
    if (!pos || !depth && !open.length) return;
    const last = pos.last || [], detail = {pieces: pos.pieces, hand: pos.hand, from: last.length ? names.indexOf(last[0].from || "") : -1, to: last.length ? names.indexOf(last[last.length - 1].to || "") : -1,
      text: depth ? tried[depth - 1].text : "", back: depth > 0, on: depth < tried.length};
    document.dispatchEvent(new CustomEvent("tafl3d-show", {detail}));
  };
  /** study asks for the position, shows it, and has it analysed: at first shortly, then for longer. */
  const study = async () => {
    const mine = ++version, moves = line(), g = game;
    if (!g || !worker) return;
    const told = await call("position", g.rules, g.at, moves);
    if (mine !== version) return;
    if (told[0] === "!") { open = []; return note(told.slice(1)); }
    const before = pos;
    pos = /** @type {Position} */ (JSON.parse(told));
    if (open.length && before && pos.ply > before.ply) {
      tried = [...tried.slice(0, depth), {steps: open, text: pos.text || ""}];
      open = [];
      depth++;
      if (depth === 1 && played[ply] === tried[0].steps.join(" ")) { // the move of the game
        tried = []; depth = 0;
        return void document.dispatchEvent(new CustomEvent("tafl3d-go", {detail: ply + 1}));
      }
    }
    draw();
    box.dataset.at = String(ply + depth);
    delete box.dataset.done;
    note(pos.over ? say("The game is over") : [say("%s to move", side(pos.turn)), say("Play a move on the board to try it.")].join(". "));
    find("[data-chance]").textContent = say("Analysing the position.");
    find("[data-best]").textContent = "";
    const budgets = box.dataset.nodes ? [Number(box.dataset.nodes)] : [5000, 50000];
    for (const nodes of budgets) {
      const answer = await call("analyse", g.rules, g.at, g.variant, moves, nodes);
      if (mine !== version) return;
      if (answer[0] === "!") { find("[data-chance]").textContent = answer.slice(1); return; }
      const a = JSON.parse(answer);
      find("[data-chance]").textContent = a.winner && a.in ? say("%s: proven win in %d moves", side(a.winner), a.in) : say("Attackers: %s winning chance", `${Math.round(100 * a.chance)} %`);
      find("[data-best]").textContent = a.line ? say("Expected: %s", a.line) : "";
      box.dataset.depth = String(a.depth);
    }
    box.dataset.done = "yes";
  };
  /** go shows the position after some of the tried moves. @param {number} n */
  const go = (n) => {
    depth = n;
    open = [];
    if (depth) return void study();
    document.dispatchEvent(new CustomEvent("tafl3d-go", {detail: ply}));
  };
  /** @param {Move} m */
  const play = (m) => {
    squares.picked = -1;
    open = [...open, [m.op || "", m.piece || "", m.from || "", m.to || ""].join(",")];
    study();
  };
  /** @param {number} sq */
  const press = (sq) => {
    const legal = squares.picked < 0 ? squares.only(sq) : squares.picked !== sq && squares.target(sq);
    if (legal) return play(legal);
    squares.picked = squares.from(sq).length && squares.picked !== sq ? sq : -1;
    squares.hints();
  };
  /** steps lead through the tried moves; other buttons and keys lead back to the game. @param {string} step */
  const stepped = (step) => {
    if (step === "back" && (depth || open.length)) { go(open.length ? depth : depth - 1); return true; }
    if (step === "on" && depth && depth < tried.length) { go(depth + 1); return true; }
    return step === "on" && depth > 0;
  };
  document.addEventListener("keydown", (e) => {
    if (!worker || e.ctrlKey || e.metaKey || e.altKey) return;
    if (squares.squareOf(e) >= 0) return; // the squares have their own
    const step = {ArrowLeft: "back", ArrowRight: "on"}[e.key];
    if (!step || /** @type {Element} */ (e.target).closest("input, textarea") || !stepped(step)) return;
    e.preventDefault(); e.stopPropagation();
  }, true);
  root.addEventListener("click", (e) => {
    const a = /** @type {HTMLElement|null} */ (/** @type {Element} */ (e.target).closest("[data-step]"));
    if (!worker || !a || e.ctrlKey || e.metaKey || e.shiftKey || !stepped(a.dataset.step || "")) return;
    e.preventDefault(); e.stopPropagation();
  }, true);
  document.addEventListener("tafl3d-ply", (e) => {
    shown = /** @type {CustomEvent} */ (e).detail;
    if (!worker) return;
    if (shown !== ply) tried = [];
    ply = shown; depth = 0; open = []; pos = null;
    study();
  });

  const button = find("[data-start]");
  const stop = () => {
    worker?.terminate();
    worker = null; version++;
    asked.clear();
    if (depth || open.length) document.dispatchEvent(new CustomEvent("tafl3d-go", {detail: ply}));
    tried = []; depth = 0; open = []; pos = null; squares.picked = -1;
    squares.close();
    button.setAttribute("aria-pressed", "false");
    find("[data-result]").hidden = true;
    note("");
  };
  const start = async () => {
    button.setAttribute("aria-pressed", "true");
    note(say("Loading the computer."));
    const made = worker = new Worker(box.dataset.worker || "");
    made.onerror = failed;
    made.onmessage = ({data}) => { asked.get(data.id)?.(data.told); asked.delete(data.id); };
    try {
      const answer = game ? null : await fetch(from.dataset.review || "");
      if (answer && !answer.ok) return failed();
      if (answer) game = await answer.json();
      played = (game?.moves || "").split("\n").filter(Boolean);
      await call("load", box.dataset.glue, box.dataset.engine);
    } catch { return failed(); }
    if (worker !== made) return;
    squares.open();
    find("[data-result]").hidden = false;
    ply = shown;
    study();
  };
  button.addEventListener("click", () => { if (worker) stop(); else start(); });
  find("[data-end]").addEventListener("click", () => { const m = (pos?.moves || []).find((m) => m.op === "end"); if (m) play(m); });
  find("[data-leave]").addEventListener("click", () => { tried = []; go(0); button.focus(); });
})();
