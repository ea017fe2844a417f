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
  const svg = /** @type {any} */ (root.querySelector("svg.board")), holder = /** @type {HTMLElement} */ (root.querySelector(".holder")), ns = "http://www.w3.org/2000/svg";
  /** @type {number[][]} */
  const at = svg.dataset.at.split(" ").map((/** @type {string} */ p) => p.split(",").map(Number));
  /** @type {string[]} */
  const names = svg.dataset.names.split(" ");
  /** @type {Map<string, string>} */
  const kinds = new Map(svg.dataset.kinds.split(";").map((/** @type {string} */ k) => [k.split(":")[0], k.split(":")[2]]));
  /** @typedef {{op?: string, piece?: string, from?: string, to?: string}} Move
   *  @typedef {{ply: number, turn: string, pieces: string, hand?: Record<string, number>, last?: Move[], text?: string, moves?: Move[], over?: boolean}} Position
   *  @typedef {{steps: string[], text: string}} Turn */

  /** @type {Worker|null} */
  let worker = null;
  /** @type {Map<number, (told: string) => void>} */
  const asked = new Map();
  let calls = 0, version = 0, shown = Number(root.dataset.ply), ply = 0, picked = -1, focus = Math.floor(names.length / 2), down = -1;
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

  // The squares are buttons while the analysis runs.
  const hint = document.createElementNS(ns, "g"), layer = document.createElementNS(ns, "g");
  hint.setAttribute("class", "hints");
  layer.setAttribute("class", "hits");
  /** @param {number} sq @param {string} kind @param {number} r */
  const circle = (sq, kind, r) => { const c = document.createElementNS(ns, "circle"); for (const [k, v] of Object.entries({cx: at[sq][0], cy: at[sq][1], r, class: kind})) c.setAttribute(k, String(v)); return c; };
  const hits = at.map((_, sq) => {
    const c = circle(sq, "hit", 46);
    for (const [k, v] of Object.entries({role: "button", tabindex: sq === focus ? 0 : -1, "data-sq": sq, "aria-label": names[sq]})) c.setAttribute(k, String(v));
    layer.append(c);
    return c;
  });
  /** @param {number} sq */
  const starts = (sq) => (pos && pos.moves || []).filter((m) => (m.from || m.to) === names[sq]);
  const hints = () => {
    hint.replaceChildren();
    hits.forEach((c, sq) => { if (sq === picked) c.setAttribute("aria-pressed", "true"); else c.removeAttribute("aria-pressed"); });
    if (picked < 0) return;
    hint.append(circle(picked, "picked", 47));
    for (const m of starts(picked)) { const sq = names.indexOf(m.to || ""); if (sq >= 0 && sq !== picked) hint.append(circle(sq, "target", 15)); }
  };
  /** draw shows the position, and the moves that were tried. */
  const draw = () => {
    picked = -1;
    hints();
    if (pos) {
      const {pieces} = pos;
      hits.forEach((c, sq) => c.setAttribute("aria-label", [names[sq], kinds.get(pieces[sq])].filter(Boolean).join(", ")));
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
    picked = -1;
    open = [...open, [m.op || "", m.piece || "", m.from || "", m.to || ""].join(",")];
    study();
  };
  /** @param {number} sq */
  const press = (sq) => {
    const here = starts(sq), only = here.find((m) => m.op !== "end" && (!m.from || !m.to || m.from === m.to));
    if (picked >= 0 && picked !== sq) {
      const legal = starts(picked).find((m) => m.to === names[sq]);
      if (legal) return play(legal);
    } else if (picked < 0 && only && here.length === 1) return play(only);
    picked = here.length && picked !== sq ? sq : -1;
    hints();
  };
  /** @param {PointerEvent} e */
  const under = (e) => {
    const m = svg.getScreenCTM();
    if (!m) return -1;
    const p = new DOMPoint(e.clientX, e.clientY).matrixTransform(m.inverse());
    let best = -1, least = 60 * 60;
    at.forEach(([x, y], sq) => { const d = (x - p.x) ** 2 + (y - p.y) ** 2; if (d < least) { least = d; best = sq; } });
    return best;
  };
  /** @param {number} sq @param {boolean} seen */
  const focusOn = (sq, seen) => {
    hits[focus].setAttribute("tabindex", "-1");
    focus = sq;
    hits[sq].setAttribute("tabindex", "0");
    if (seen) hits[sq].focus();
  };
  svg.addEventListener("pointerdown", (/** @type {PointerEvent} */ e) => {
    const sq = worker && !e.button ? under(e) : -1;
    if (sq < 0) return;
    down = sq;
    focusOn(sq, false);
    press(sq);
  });
  svg.addEventListener("pointerup", (/** @type {PointerEvent} */ e) => {
    const sq = worker && down >= 0 ? under(e) : -1;
    if (sq >= 0 && sq !== down && picked === down) press(sq); // dragged
    down = -1;
  });
  svg.addEventListener("pointercancel", () => { down = -1; });
  /** @param {Event} e */
  const squareOf = (e) => { const el = /** @type {HTMLElement} */ (e.target); return el.dataset.sq && layer.contains(el) ? Number(el.dataset.sq) : -1; };
  holder.addEventListener("focusin", (e) => { const sq = squareOf(e); if (sq >= 0) focusOn(sq, false); });
  holder.addEventListener("click", (e) => { const sq = squareOf(e); if (!e.detail && sq >= 0) press(sq); });
  /** @type {Record<string, number[]>} */
  const ways = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
  /** beside returns the next square in a direction, -1 for none. @param {number[]} way */
  const beside = (way) => {
    let best = -1, least = Infinity;
    at.forEach(([x, y], sq) => {
      const dx = x - at[focus][0], dy = y - at[focus][1], along = dx * way[0] + dy * way[1], across = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
      if (along > 1 && along + 3 * across < least) { least = along + 3 * across; best = sq; }
    });
    return best;
  };
  /** steps lead through the tried moves; other buttons and keys lead back to the game. @param {string} step */
  const stepped = (step) => {
    if (step === "back" && (depth || open.length)) { go(open.length ? depth : depth - 1); return true; }
    if (step === "on" && depth && depth < tried.length) { go(depth + 1); return true; }
    return step === "on" && depth > 0;
  };
  document.addEventListener("keydown", (e) => {
    if (!worker || e.ctrlKey || e.metaKey || e.altKey) return;
    if (squareOf(e) >= 0) {
      if (e.key === "Enter" || e.key === " ") { e.preventDefault(); press(focus); } else if (e.key === "Escape") { picked = -1; hints(); } else if (ways[e.key]) {
        e.preventDefault(); e.stopPropagation();
        const sq = beside(ways[e.key]);
        if (sq >= 0) focusOn(sq, true);
      }
      return;
    }
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
    tried = []; depth = 0; open = []; pos = null; picked = -1;
    hint.remove(); layer.remove();
    svg.setAttribute("role", "img");
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
    svg.setAttribute("role", "group");
    svg.append(hint, layer);
    find("[data-result]").hidden = false;
    ply = shown;
    study();
  };
  button.addEventListener("click", () => { if (worker) stop(); else start(); });
  find("[data-end]").addEventListener("click", () => { const m = (pos?.moves || []).find((m) => m.op === "end"); if (m) play(m); });
  find("[data-leave]").addEventListener("click", () => { tried = []; go(0); button.focus(); });
})();
