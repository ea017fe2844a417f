// @ts-check
"use strict";
// The board of who plays: a game at the service, the computer, an exercise. It knows no rules: the service, or
// the engine in a worker, tells what may be played.
(() => {
  const {root, say, find, note, make, ask, Refusal, random, signIn, send, ping, connect} = tafl3d;
  /** @typedef {{op?: string, piece?: string, from?: string, to?: string}} Move */
  /** @typedef {{seq: number, ply: number, turn: string, pieces: string, hand?: Record<string, number>, last?: Move[], text?: string, moves?: Move[], legal?: string,
   *    left: [number, number], runs?: string, at: number, paused?: boolean, offer?: string, ask?: string, ask_by?: string,
   *    plies?: number, claim?: string, may?: boolean, may_claim?: string[], waived?: string, over?: boolean, result?: string, cause?: string}} Position */


  /** A line leads to the rules and to the other side.
   *  @typedef {(type: string, body: any, id: number) => void} Hear
   *  @typedef {{position: () => Promise<Position>, act: (act: any) => number, open: (hear: Hear, lost: () => void) => void, close?: () => void}} Line */

  /** far is the line to a game at the service. @param {string} id @returns {Line} */
  const far = (id) => ({
    position: () => ask("GET", `/v1/games/${encodeURIComponent(id)}/position`),
    act: (act) => send("do", {game: id, act}),
    open: connect,
  });

  /** engine starts the rules in a worker. What it returns calls one of their functions; its end ends the worker. */
  const engine = () => {
    const worker = new Worker(root.dataset.worker || "");
    /** @type {Map<number, (told: any) => void>} */
    const asked = new Map();
    let calls = 0;
    /** @param {string} name @param {...any} args @returns {Promise<any>} */
    const call = (name, ...args) => new Promise((done) => { asked.set(++calls, done); worker.postMessage({id: calls, name, args}); });
    worker.onmessage = ({data}) => { asked.get(data.id)?.(data.told); asked.delete(data.id); };
    worker.onerror = () => note(say("The computer could not be loaded. Try again in a moment."));
    call("load", root.dataset.glue, root.dataset.engine);
    return Object.assign(call, {end: () => worker.terminate()});
  };
  /** @param {(name: string, ...args: any[]) => Promise<any>} call @param {Move} m */
  const step = (call, m) => call("play", m.op || "", m.piece || "", m.from || "", m.to || "");

  /** near is the line to a computer that thinks in this browser. @param {string} side @param {number} level @returns {Line} */
  const near = (side, level) => {
    const call = engine();
    let acts = 0;
    /** @type {Hear} */
    let tell = () => {};
    const position = async () => JSON.parse(await call("position", side));
    /** reply lets the computer make its turn, if it is to move. */
    const reply = async () => {
      const p = await position();
      tell("entry", {game: "", entry: {seq: p.seq}}, 0);
      if (p.over || p.turn === side) return;
      note(await call("think", side));
      tell("entry", {game: "", entry: {seq: (await position()).seq}}, 0);
    };
    let loaded = false;
    const began = call("begin", root.dataset.rules, "", level, crypto.getRandomValues(new Uint32Array(1))[0]).then((fault) => { loaded = true; note(fault); if (!fault) root.dataset.loaded = "yes"; });
    const first = JSON.parse(root.dataset.first || ""); // what can be played while the engine is on its way
    return {
      position: async () => loaded ? position() : {...first, moves: first.turn === side ? first.moves : []},
      act: (act) => {
        const id = ++acts, m = (act.moves || [{}])[0];
        (act.kind === "takeback" ? call("back", side) : step(call, m)).then(async (why) => {
          const [format, ...args] = why.split("\n");
          if (why) return tell("refused", {code: "illegal", text: say(format, ...args)}, id);
          tell("done", {seq: 0}, id);
          await reply();
        });
        return id;
      },
      open: (hear) => { tell = hear; hear("entry", {game: "", entry: {seq: 1}}, 0); began.then(reply); },
      close: call.end,
    };
  };

  /** @typedef {{turn: Move[], next?: Answer[]}} Answer
   *  @typedef {{id: string, at: string, side: string, task: string, wrong: string, rating: string, next: Answer[]}} Task */

  /** solver is the line to an exercise: the rules say what may be played, its tree what solves it and what is replied.
   *  @param {(name: string, ...args: any[]) => Promise<any>} call @param {Task} x @param {() => void} end */
  const solver = (call, x, end) => {
    /** @type {Answer[]|undefined} what solves it from here; none once it is over */
    let at = x.next;
    /** @type {Move[]} of the turn under way */
    let turn = [];
    let acts = 0, ply = 0;
    /** @type {Hear} */
    let tell = () => {};
    const began = call("begin", root.dataset.rules, x.at, 1, 0).then((fault) => { note(fault); if (!fault) root.dataset.loaded = x.id; });
    /** @returns {Promise<Position>} */
    const position = async () => { await began; const p = JSON.parse(await call("position", x.side)); return at ? p : {...p, moves: [], over: true}; };
    const changed = async () => { const p = await position(); ply = p.ply; tell("entry", {game: "", entry: {seq: p.seq}}, 0); return p; };
    /** @param {Move[]} moves */
    const all = async (moves) => { for (const m of moves) await step(call, m); };
    /** @param {Answer} right one that was played */
    const reply = async (right) => {
      const first = (right.next || [])[0];
      if (first) await all(first.turn);
      at = at && at[0] === right && first && first.next || undefined;
      if (!at) end();
      await changed();
    };
    /** @param {Answer} a */
    const same = (a) => a.turn.length === turn.length && a.turn.every((m, i) => ["op", "piece", "from", "to"].every((k) => (/** @type {any} */ (m)[k] || "") === (/** @type {any} */ (turn[i])[k] || "")));
    return {
      position,
      /** @param {any} act */
      act: (act) => {
        const nr = ++acts, m = act.moves[0];
        step(call, m).then(async (why) => {
          const [format, ...args] = why.split("\n");
          if (why) return tell("refused", {code: "illegal", text: say(format, ...args)}, nr);
          note("");
          turn.push(m);
          tell("done", {seq: 0}, nr);
          const p = JSON.parse(await call("position", x.side));
          if (p.ply === ply && !p.over) return void changed();
          const right = (at || []).find(same);
          turn = [];
          if (right) return void reply(right);
          await call("back", x.side);
          await changed();
          note(x.wrong);
        });
        return nr;
      },
      /** @param {Hear} hear */
      open: (hear) => { tell = hear; began.then(changed); },
      hint: () => at && at[0].turn[turn.length],
      reveal: async () => {
        if (turn.length) await call("back", x.side);
        turn = [];
        for (let a = at && at[0]; a; a = (a.next || [])[0]) await all(a.turn);
        at = undefined;
        await changed();
      },
    };
  };

  /** stay has the page of a game and its exercises kept for when there is no line. */
  const stay = async () => {
    await tafl3d.keep("/computer/" + location.pathname.split("/")[2]);
    root.dataset.kept = "yes";
  };

  const board = () => {
    let id = root.dataset.game || "";
    const svg = find("svg.board");
    /** @type {Line} */
    let line = far(id);
    const men = svg.querySelector(".men"), marks = svg.querySelector(".marks"), ns = "http://www.w3.org/2000/svg";
    /** @type {Map<string, string[]>} letter: symbol, name, side */
    const kinds = new Map(svg.dataset.kinds.split(";").map((/** @type {string} */ k) => { const [letter, ...rest] = k.split(":"); return [letter, rest]; }));
    const calm = matchMedia("(prefers-reduced-motion: reduce)");
    const sides = ["attackers", "defenders"];
    /** @type {Position|null} */
    let pos = null;
    let side = "", seq = 0, flipped = false;
    /** @type {Line|null} that was asked how the game stands */
    let loading = null;
    /** @type {number|null} game time less the time of day, in milliseconds */
    let ahead = null;
    /** @type {{act: any, id: number, wait: number}|null} what was asked and is not answered: asked again after a break */
    let pending = null;
    /** @type {Move|null} what is to be played when it is one's turn */
    let ready = null;
    /** @type {any} what the game is, as its first entry tells */
    let spec = null;
    let next = "", wanted = 0; // the game that is to be gone on with, and the number of the question how it stands
    /** @type {Task|null} what is to be solved */
    let exercise = null;
    let solved = ""; // what has come of it
    /** @type {Map<number, any>} */
    const pieces = new Map();

    const squares = tafl3dSquares({
      svg, holder: find(".holder"), moves: () => pos && pos.moves || [], press: (sq) => press(sq), escape: () => { ready = null; hints(); },
      taken: () => past.back(), own: (sq) => own(sq), man: (sq) => pieces.get(sq), turned: () => flipped,
      put: (man, sq) => { if (pieces.get(sq) === man) place(man, sq); }, dropped: () => { if (pos) draw(pos); },
    });
    const {at, names, from, only} = squares;
    squares.open();

    /** @type {{pieces: string, last?: Move[]}|null} what the board shows */
    let drawn = null;
    /** @param {number} sq */
    const what = (sq) => { const k = drawn && kinds.get(drawn.pieces[sq]); return k ? k[1] : ""; };
    /** @param {string} text */
    const tell = (text) => { find("[data-said]").textContent = text; };

    /** @param {any} el @param {number} sq */
    const place = (el, sq) => { el.style.transform = `translate(${at[sq][0]}px,${at[sq][1]}px)` + (flipped ? " rotate(180deg)" : ""); el.dataset.sq = String(sq); };
    /** @param {number} sq */
    const lift = (sq) => {
      const el = pieces.get(sq);
      pieces.delete(sq);
      if (!el) return;
      if (calm.matches) { el.remove(); return; }
      el.classList.add("taken");
      setTimeout(() => el.remove(), 420);
    };
    /** draw brings the board to a position: what moved glides, what was taken fades. @param {{pieces: string, last?: Move[]}} p */
    const draw = (p) => {
      drawn = p;
      if (!pieces.size) men.replaceChildren();
      for (const m of p.last || []) {
        const f = names.indexOf(m.from || ""), t = names.indexOf(m.to || ""), el = pieces.get(f);
        if (el && t >= 0 && f !== t && kinds.get(p.pieces[t])?.[0] === el.dataset.kind && p.pieces[f] === ".") { if (pieces.has(t)) lift(t); pieces.delete(f); pieces.set(t, el); place(el, t); }
      }
      for (let sq = 0; sq < names.length; sq++) {
        const symbol = kinds.get(p.pieces[sq])?.[0] || "", el = pieces.get(sq);
        if (el && el.dataset.kind === symbol) { place(el, sq); continue; }
        lift(sq);
        if (!symbol) continue;
        const man = document.createElementNS(ns, "use");
        man.setAttribute("class", "man");
        man.setAttribute("href", "#" + symbol);
        man.dataset.kind = symbol;
        place(man, sq);
        men.append(man);
        pieces.set(sq, man);
      }
      marks.replaceChildren();
      const last = p.last || [];
      if (last.length) for (const name of [last[0].from, last[last.length - 1].to]) {
        const sq = names.indexOf(name || "");
        if (sq >= 0) { const c = document.createElementNS(ns, "circle"); for (const [k, v] of Object.entries({cx: at[sq][0], cy: at[sq][1], r: 46, class: "mark"})) c.setAttribute(k, String(v)); marks.append(c); }
      }
      squares.label(what);
    };
    /** hints shows what is picked up and where it may go, and what is ready. */
    const hints = () => squares.hints(ready ? [ready.from, ready.to] : []);

    const past = tafl3dMoves.list({root, names, kinds, say, tell, may: (e) => {
      const sq = squares.under(/** @type {PointerEvent} */ (e));
      return squares.picked < 0 && squares.held < 0 && (sq < 0 || !own(sq) || !/** @type {Element} */ (e.target).closest("svg.board"));
    }, show: (f) => { squares.picked = -1; squares.drop(); if (f || pos) { draw(f || /** @type {Position} */ (pos)); hands(f || /** @type {Position} */ (pos)); } hints(); }});

    // Acts. One is under way at a time, and it is asked again with the same token until it is answered.
    const push = () => { if (pending) pending.id = line.act(pending.act); };
    /** @param {string} kind @param {any} [more] */
    const act = (kind, more = {}) => {
      if (pending || !pos) return;
      pending = {act: {kind, ply: pos.ply, ...more, token: random()}, id: 0, wait: 200};
      push();
      buttons();
    };
    /** play makes a step: it is shown at once, and taken back if the service refuses it. @param {Move} m */
    const play = (m) => {
      past.back();
      squares.picked = -1; hints();
      const f = names.indexOf(m.from || ""), t = names.indexOf(m.to || ""), el = pieces.get(f);
      if (pending || !pos) return;
      if (el && t >= 0 && f !== t) { lift(t); pieces.delete(f); pieces.set(t, el); place(el, t); }
      act("play", {moves: [m]});
    };
    /** waits reports whether the other side is to move, so that a step can be made ready. */
    const waits = () => Boolean(pos && side && !pos.over && !pos.paused && pos.turn !== side);
    /** own reports whether a square can be picked up. @param {number} sq */
    const own = (sq) => from(sq).length > 0 || waits() && kinds.get(pos ? pos.pieces[sq] : "")?.[2] === side;
    /** prepare makes a step ready, or takes back the one that is. @param {number} sq */
    const prepare = (sq) => {
      if (squares.picked >= 0 && squares.picked !== sq && !own(sq)) {
        ready = {from: names[squares.picked], to: names[sq]};
        squares.picked = -1;
        tell(say("Premove: %s to %s", ready.from, ready.to));
      } else {
        ready = null;
        if (squares.picked < 0 && !own(sq) && pos && pos.pieces[sq] !== ".") tell(say("it is not your turn"));
        squares.picked = own(sq) && squares.picked !== sq ? sq : -1;
      }
      hints();
    };
    /** keep plays what is ready, if it is allowed. */
    const keep = () => {
      const m = ready;
      if (!m || !pos || pos.turn !== side) return;
      ready = null;
      const legal = (pos.moves || []).find((l) => l.from === m.from && l.to === m.to);
      if (legal) return play(legal);
      note(say("Your premove is no longer legal"));
      hints();
    };
    /** press picks up, sets down, or says why neither goes: the service knows. @param {number} sq */
    const press = (sq) => {
      if (past.back() || !pos || !side || pos.over || pending) return;
      if (waits()) return prepare(sq);
      if (squares.picked < 0 || squares.picked === sq) {
        const here = from(sq), one = only(sq);
        if (squares.picked < 0 && one) return play(one);
        squares.picked = squares.picked < 0 && own(sq) ? sq : -1;
        if (squares.picked >= 0) tell(`${names[sq]}, ${what(sq)}: ${here.map((m) => m.to).filter(Boolean).join(", ")}`);
        return hints();
      }
      const legal = squares.target(sq);
      if (legal) return play(legal);
      if (own(sq)) { squares.picked = sq; return hints(); }
      play({from: names[squares.picked], to: names[sq]}); // refused, with the reason
    };

    const flip = () => {
      flipped = !flipped;
      svg.classList.toggle("flipped", flipped);
      for (const t of svg.querySelectorAll(".coord")) t.setAttribute("transform", flipped ? `rotate(180 ${t.getAttribute("x")} ${Number(t.getAttribute("y")) - 9})` : "");
      find(".stage").classList.toggle("turned", flipped);
      for (const [sq, el] of pieces) place(el, sq);
    };

    /** @type {AudioContext|null} */
    let audio = null;
    /** knock sounds as a man that is set down, and duller for each that is taken. @param {Position} p */
    const knock = (p) => {
      if (!localStorage.getItem("sound")) return;
      audio = audio || new AudioContext();
      const taken = pieces.size - [...p.pieces].filter((c) => c !== ".").length;
      for (let i = 0; i <= Math.min(3, taken); i++) {
        const noise = audio.createBuffer(1, audio.sampleRate / 8, audio.sampleRate), of = noise.getChannelData(0);
        for (let k = 0; k < of.length; k++) of[k] = (2 * Math.random() - 1) * Math.exp(-k / (audio.sampleRate * 0.011));
        const source = new AudioBufferSourceNode(audio, {buffer: noise}), wood = new BiquadFilterNode(audio, {type: "bandpass", frequency: i ? 420 : 900, Q: 1.2});
        source.connect(wood).connect(audio.destination);
        source.start(audio.currentTime + 0.13 * i);
      }
    };
    const sound = find("[data-sound]"), hears = () => sound.setAttribute("aria-pressed", String(Boolean(localStorage.getItem("sound"))));
    sound.addEventListener("click", () => { if (localStorage.getItem("sound")) localStorage.removeItem("sound"); else localStorage.setItem("sound", "on"); hears(); });
    hears();

    // What is said next to the board.
    /** holds says what a side has in hand. @param {{hand?: Record<string, number>}} p @param {string} of */
    const holds = (p, of) => [...kinds].filter(([letter, k]) => k[2] === of && p.hand?.[letter]).map(([letter, k]) => ({symbol: k[0], text: say("%d in hand: %s", k[1]).replace("%d", String(p.hand?.[letter]))}));
    /** hands shows what both have in hand. @param {{hand?: Record<string, number>}} p */
    const hands = (p) => {
      for (const el of root.querySelectorAll("[data-hand]")) {
        const all = holds(p, /** @type {HTMLElement} */ (el).dataset.hand || "");
        if (all.map((h) => h.text).join("") === el.textContent) continue;
        el.replaceChildren(...all.map(({symbol, text}) => {
          const one = make("span", text), picture = document.createElementNS(ns, "svg"), use = document.createElementNS(ns, "use");
          picture.setAttribute("viewBox", "-50 -50 100 100"); picture.setAttribute("aria-hidden", "true");
          use.setAttribute("href", "#" + symbol);
          picture.append(use); one.prepend(picture);
          return one;
        }));
      }
    };
    /** @type {Record<string, {until?: number}|null>} players who are not connected, by side */
    const gone = {};
    /** absent says who is not connected, and how long they may stay away. */
    const absent = () => {
      for (const el of root.querySelectorAll("[data-here]")) {
        const p = gone[/** @type {HTMLElement} */ (el).dataset.here || ""];
        let text = p ? say("not connected") : "";
        if (p && p.until && ahead !== null && pos && !pos.over) text = say(pos.ply < 2 ? "not connected, game aborted in %s" : "not connected, loses in %s", face(p.until / 1000 - Date.now() - ahead));
        if (el.textContent !== text) el.textContent = text;
      }
    };
    const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
    const face = (/** @type {number} */ ms) => { const s = Math.max(0, Math.floor(ms / 1000)), h = Math.floor(s / 3600); return (h ? h + ":" + two(Math.floor(s / 60) % 60) : Math.floor(s / 60)) + ":" + two(s % 60); };
    const clocks = () => {
      absent();
      if (pos) for (const el of root.querySelectorAll("[data-clock]")) {
        const name = /** @type {HTMLElement} */ (el).dataset.clock || "", runs = pos.runs === name;
        let left = pos.left[sides.indexOf(name)] / 1000;
        if (runs && ahead !== null) left -= Math.max(0, Date.now() + ahead - pos.at / 1000);
        if (el.textContent !== face(left)) el.textContent = face(left);
        el.classList.toggle("runs", runs);
        el.classList.toggle("short", runs && left < 20000);
      }
    };
    const nameOf = (/** @type {string} */ s) => root.dataset[s] || s;
    /** rival is what the other player is called. */
    const rival = () => nameOf(side === "attackers" ? "defenders" : "attackers");
    const status = () => {
      const p = /** @type {Position} */ (pos), other = rival();
      const why = p.cause ? ": " + say(p.cause.replace(/-/g, " ")) : "";
      if (exercise) return (solved ? say(solved) + ". " : "") + exercise.task;
      if (p.over && !p.result) return say("Aborted");
      if (p.result === "draw") return say("A draw") + why;
      if (p.over && p.result === side && root.dataset.play === "computer") return say("You win") + why;
      if (p.over) return say("%s wins", nameOf(p.result || "")) + why;
      if (p.paused && !(p.ask && side)) return say("Paused");
      if (p.claim && p.claim !== side) return say("%s claims", nameOf(p.claim)) + ": " + say(p.may ? "repetition" : "blockade");
      if (p.may && side && (p.claim || p.waived === side)) return say("Waiting for an answer");
      if (p.may && side && p.waived) return say("%s offers a draw.", other);
      if (p.may) return say("Position repeated");
      if (p.offer && side && p.offer !== side) return say("%s offers a draw.", other);
      if (p.ask && side && p.ask_by !== side) return say({takeback: "%s asks for a takeback", pause: "%s asks for a pause", resume: "%s wants to resume"}[p.ask] || "", other);
      if (side && (p.offer || p.ask)) return say("Waiting for an answer");
      return p.turn === side ? say("Your turn") : say("%s to move", nameOf(p.turn));
    };
    /** claimed explains a claim, or what may be claimed: at once, or of a blockade, which may wait. @param {Position} p */
    const claimed = (p) => {
      const other = rival(), may = (p.may_claim || []).includes(side);
      /** @type {Record<string, string>} */
      const why = {now: "", later: ""};
      if (!side || p.over) return why;
      if (p.claim === side) why.now = p.may ? say("You claim that %s forces the repetition. If so, you win; if not, it is a draw.", other) : say("You claim that the king can never break out. The game continues until %s answers.", other);
      else if (p.claim) why.now = say(p.may ? "They claim that you force the repetition. If so, they win; if not, it is a draw." : "They claim that the king can never break through their barrier. If so, they win.");
      else if (p.may) why.now = say("The side that forces a repetition loses if the other side claims it and is right. If no one claims, the game is a draw.");
      else if (may) why.later = say("If the king can never break out, you can claim it. If %s agrees, you win; if not, the game continues.", other);
      return why;
    };
    /** explain shows that, and returns what of it is new. @param {Position} p */
    const explain = (p) => {
      const why = claimed(p), fresh = [];
      for (const el of root.querySelectorAll("[data-why]")) {
        const text = why[/** @type {HTMLElement} */ (el).dataset.why || ""];
        if (text && el.textContent !== text) fresh.push(text);
        el.textContent = text;
        /** @type {HTMLElement} */ (el).hidden = !text;
      }
      return fresh;
    };
    /** buttons shows what can be asked now. */
    /** @type {{b: HTMLButtonElement, seq: number}|null} the button that was pressed last, and the position then */
    let acted = null;
    /** refocus gives the focus to what comes after the button that was pressed: itself, a rematch or another opponent after the
     *  end, the end of a pause, or the board. */
    const refocus = () => {
      const on = document.activeElement;
      if (!acted || !pos || pending || pos.seq === acted.seq) return;
      const {b} = acted;
      acted = null;
      if (on && on !== document.body && !on.closest(".acts")) return;
      const next = [b, ...["[data-again]", "[data-other-opponent]", "[data-act=resume]"].map(find)].find((el) => el && el.checkVisibility() && !el.disabled);
      if (next) next.focus(); else squares.focus();
    };
    const buttons = () => {
      const p = pos, busy = Boolean(pending), asked = p && side && (p.offer && p.offer !== side || p.ask && p.ask_by !== side);
      if (!p) return;
      /** @type {Record<string, boolean>} */
      const can = {
        resign: p.ply >= 2, abort: p.ply < 2, draw: !p.offer && !p.paused, takeback: p.ply > 0 && !p.ask && !p.paused, pause: !p.paused && !p.ask, resume: Boolean(p.paused),
        accept: Boolean(asked), decline: Boolean(asked), claim: (p.may_claim || []).includes(side), waive: Boolean(p.may) && !p.claim && p.waived !== side,
        grant: Boolean(p.claim) && p.claim !== side, deny: Boolean(p.claim) && p.claim !== side, end: (p.moves || []).some((m) => m.op === "end"),
      };
      for (const b of root.querySelectorAll("[data-act]")) {
        const el = /** @type {HTMLButtonElement} */ (b), kind = el.dataset.act || "";
        const stays = kind === "takeback" && root.dataset.play === "computer"; // it minds nothing, and nothing below jumps
        const other = el.dataset.of && (el.dataset.of === "repetition") !== Boolean(p.may); // the same about another claim
        el.hidden = !stays && (!side || Boolean(p.over) || !can[kind] || Boolean(other));
        el.disabled = busy || stays && !can[kind];
      }
      const again = find("[data-again]"), fresh = find("[data-other-opponent]"), analyse = find("[data-analyse]");
      if (!again) { refocus(); return; }
      again.hidden = !side || !p.over || !p.result;
      fresh.hidden = !side || !p.over || Boolean(spec && (spec.rules || spec.start || spec.event));
      analyse.hidden = !p.over || !p.ply;
      analyse.href = `/games/${encodeURIComponent(id)}#review`;
      refocus();
    };
    /** @param {Position} p */
    const learn = (p) => {
      const was = pos;
      pos = p;
      seq = Math.max(seq, p.seq);
      if (!was || was.seq !== p.seq) squares.picked = p.turn === side ? squares.held : -1;
      if (p.over || was && p.ply < was.ply) ready = null; // it was meant for another position
      if (was && p.ply > was.ply) knock(p);
      root.dataset.seq = String(p.seq); root.dataset.ply = String(p.ply);
      const present = past.learn({...p, text: p.text || ""});
      if (present) { if (squares.held < 0) draw(p); hints(); hands(p); }
      clocks(); buttons();
      const text = status();
      if (find(".status").textContent !== text) find(".status").textContent = text;
      document.title = (p.turn === side && !p.over ? "● " : "") + text;
      const fresh = explain(p), turned = was && p.text && p.ply > was.ply;
      if (turned) fresh.unshift(p.text || "", text, ...(p.turn === side && !p.over ? holds(p, side).map((h) => h.text) : []));
      if (fresh.length) tell(fresh.join(". "));
      if (was && was.claim === side && side && !p.claim && !p.over) note(say("The claim was rejected: the game continues"));
      const mid = p.moves && p.moves.length && p.last && was && p.ply === was.ply && p.seq > was.seq && p.moves.every((m) => m.op === "end" || m.from === p.moves?.[0].from);
      keep();
      if (mid && present && p.moves) { const sq = names.indexOf(p.moves.find((m) => m.to)?.from || ""); if (sq >= 0) { squares.picked = sq; hints(); } }
    };
    /** stands takes in how the game stands, where that is told. @param {Position|undefined} p */
    const stands = (p) => {
      if (!p || pos && p.seq < pos.seq) return;
      if (p.legal) p.moves = p.legal.split(" ").map((step) => { const [from, to, op, piece] = step.split("-"); return {from, to, op, piece}; });
      learn(p);
    };
    /** load asks how the game stands until that is as new as what was heard of. */
    const load = async () => {
      if (loading === line) return;
      const from = loading = line;
      try {
        do {
          const p = await from.position();
          if (from !== line) return;
          stands(p);
          if (p.seq < seq) await new Promise((go) => setTimeout(go, 200));
        } while (pos && pos.seq < seq);
      } catch (e) { if (e instanceof Refusal) note(e.message); } finally { if (loading === from) loading = null; }
    };
    /** catchUp asks how the game stands, if what was heard of is newer than what was told. */
    const catchUp = () => { if (!pos || pos.seq < seq) load(); };
    /** @param {{by: string, text: string}} s */
    const said = (s) => { const li = make("li", ""); li.append(make("b", s.by + ": "), make("span", s.text)); find("[data-chat]").append(li); li.scrollIntoView({block: "nearest"}); };
    /** @param {{side: string, here: boolean, until?: number}} p */
    const here = (p) => { gone[p.side] = p.here || p.side === side ? null : p; absent(); };
    /** reset forgets the position of the game before. */
    const reset = () => { pos = pending = ready = null; seq = 0; squares.picked = -1; past.reset(); };
    /** page is the address of a game's page. @param {string} game */
    const page = (game) => "/play/" + encodeURIComponent(game);
    /** away leaves this page for that of a game. @param {string} game */
    const away = (game) => { location.href = page(game); };
    /** goOn goes on with another game: on this page, if that can show it as it is, which is seen when the game is told. @param {string} game */
    const goOn = (game) => {
      if (next === game) return;
      next = game;
      wanted = spec && side && pos && pos.over ? send("watch", {game, from: 1}) : 0;
      if (!wanted) away(game);
    };
    /** likewise reports whether a game is another of the same two by the same terms. @param {any} other */
    const likewise = (other) => other && ["variant", "rules", "start", "clock", "rated", "event", "double"].every((k) => spec[k] === other[k])
      && spec.seats.every((/** @type {any} */ p) => other.seats.some((/** @type {any} */ q) => p.id === q.id && p.name === q.name));
    /** begin takes the next game up; the sides may be swapped. @param {any} other */
    const begin = (other) => {
      const me = spec.seats[sides.indexOf(side)].id, was = side, focused = find("[data-again]") === document.activeElement, labels = [...root.querySelectorAll(".seat .name")].reverse();
      send("leave", {game: id});
      for (const link of root.querySelectorAll("a[href^='/games/']")) link.setAttribute("href", (link.getAttribute("href") || "").replace(encodeURIComponent(id), encodeURIComponent(next)));
      history.replaceState(null, "", page(next));
      root.dataset.game = id = next;
      line = far(id);
      if (spec.seats[0].id !== other.seats[0].id) { // who is told, but for the side at the end
        const told = labels.map((el) => [...el.childNodes].slice(0, -1));
        labels.forEach((el, i) => el.prepend(...told[1 - i]));
      }
      spec = other;
      sides.forEach((name, i) => {
        const {id, name: called, rating, provisional} = spec.seats[i], soft = labels[i].querySelectorAll(".soft");
        root.dataset[name] = called; root.dataset[name + "Id"] = id;
        if (id === me) side = name;
        if (rating && soft.length > 1) soft[0].textContent = rating + (provisional ? "?" : "");
      });
      if (side !== was) flip();
      reset();
      next = "";
      find("[data-chat]").replaceChildren();
      if (focused) squares.focus();
    };
    /** @param {string} type @param {any} body @param {number} nr */
    const hear = (type, body, nr) => {
      if (body && body.now) ahead = body.now / 1000 - Date.now();
      if (next && (type === "welcome" || type === "refused" && nr === wanted)) return away(next);
      if (type === "welcome") send("watch", {game: id, from: seq + 1});
      if (type === "game") {
        const first = ((body.entries || [])[0] || {}).spec;
        if (next && body.game === next) {
          if (!likewise(first)) return away(next);
          begin(first);
        }
        spec = spec || first;
        note("");
        for (const p of body.presence || []) here(p);
        if (!find("[data-chat]").children.length) for (const s of body.said || []) said(s);
        for (const e of body.entries || []) seq = Math.max(seq, e.seq);
        stands(body.position);
        push();
        catchUp();
        past.fetch(id, seq);
      }
      if (type === "entry" && body.game === id && body.entry.seq > seq) { seq = body.entry.seq; stands(body.position); catchUp(); }
      if (type === "presence" && body.game === id) here(body);
      if (type === "said" && body.game === id) said(body);
      if (type === "done" && pending && nr === pending.id) { pending = null; note(""); seq = Math.max(seq, body.seq); catchUp(); buttons(); }
      if (type === "refused" && pending && nr === pending.id) {
        if (body.code === "unavailable") { setTimeout(push, pending.wait); pending.wait = Math.min(2 * pending.wait, 3000); return; }
        pending = null;
        note(say(body.text)); tell(say(body.text));
        if (pos) { past.back(); draw(pos); buttons(); }
        load();
      } else if (type === "refused") {
        if (body.code === "no-such-game" || body.code === "over") load(); else note(say(body.text));
      }
      if (type === "notice" && (body.kind === "game") && body.game !== id) goOn(body.game);
      if (type === "notice" && body.kind === "challenge" && pos && pos.over && side && body.text === rival()) note(say("%s wants a rematch", body.text));
    };
    for (const b of root.querySelectorAll("[data-act]")) b.addEventListener("click", () => {
      const kind = /** @type {HTMLElement} */ (b).dataset.act || "", p = pos;
      if (!p) return;
      acted = {b: /** @type {HTMLButtonElement} */ (b), seq: p.seq};
      if (kind === "resign" && !confirm(say("Resign?"))) return;
      if (kind === "takeback") return act(kind, {plies: p.turn === side ? Math.min(2, p.ply) : 1});
      if (kind === "accept" || kind === "decline") return act(kind, {of: p.offer && p.offer !== side ? "draw" : p.ask});
      if (kind === "end") return act("play", {moves: [(p.moves || []).find((m) => m.op === "end")]});
      act(kind);
    });
    find("[data-flip]").addEventListener("click", flip);
    find("[data-again]")?.addEventListener("click", async () => {
      try { if (!(await ask("POST", "/v1/rematch", {game: id})).for_me) note(say("Rematch offer sent")); } // else it begins
      catch (e) { note(e instanceof Error ? e.message : ""); }
    });
    find("[data-other-opponent]")?.addEventListener("click", () => {
      if (spec) sessionStorage.setItem("tafl3d-find", JSON.stringify({variants: [spec.variant], clocks: [spec.clock], ...(spec.rated ? {rated: true} : {}), ...(spec.double ? {double: true} : {})}));
      location.href = "/play";
    });
    find("[data-share]")?.addEventListener("click", async () => {
      const url = `${location.origin}/games/${encodeURIComponent(id)}`;
      try {
        if (navigator.share && matchMedia("(pointer: coarse)").matches) return await navigator.share({url, title: document.title.replace("● ", "")});
        await navigator.clipboard.writeText(url);
        note(say("Link copied."));
      } catch (e) { if (!(e instanceof DOMException && e.name === "AbortError")) note(url); }
    });
    find("[data-say]")?.addEventListener("submit", (/** @type {Event} */ e) => {
      e.preventDefault();
      const field = find("[data-say] input"), text = field.value.trim();
      if (text && send("say", {game: id, text})) { field.value = ""; field.focus(); }
    });
    /** other lets a player block and report whom he plays with. @param {string} name */
    const other = (name) => {
      const box = find("[data-other]"), block = find("[data-block]"), sorry = (/** @type {unknown} */ e) => note(e instanceof Error ? e.message : String(e));
      box.hidden = false;
      box.querySelector("summary").textContent = name;
      block.addEventListener("click", () => {
        const off = block.getAttribute("aria-pressed") === "true";
        ask("POST", "/v1/me/blocks", {name, off}).then(() => { block.setAttribute("aria-pressed", String(!off)); note(say(off ? "You can play each other again" : "You will not be paired, and cannot challenge each other")); }).catch(sorry);
      });
      find("[data-report]").addEventListener("submit", (/** @type {Event} */ e) => {
        e.preventDefault();
        ask("POST", "/v1/reports", {name, game: id, text: find("#what").value.trim()}).then(() => { find("[data-report]").hidden = true; note(say("Report sent. The operator will read it")); }).catch(sorry);
      });
    };
    /** take takes up a line. What the one before has yet to tell is not heard. @param {Line} l */
    const take = (l) => {
      line.close?.();
      line = l;
      l.open((type, body, nr) => { if (line === l) hear(type, body, nr); }, () => {});
    };
    /** against begins a game with the computer, as the form says. */
    const against = () => {
      const form = find("[data-begin]"), other = form.elements.side.value === "attackers" ? "defenders" : "attackers";
      side = form.elements.side.value;
      root.dataset[side] = say("You");
      root.dataset[other] = say("The computer");
      for (const el of root.querySelectorAll("[data-who]")) el.textContent = root.dataset[/** @type {HTMLElement} */ (el).dataset.who || ""] || "";
      reset();
      if (flipped !== (side === "defenders")) flip();
      note(""); find(".status").textContent = say("Loading the computer.");
      take(near(side, Number(form.elements.level.value)));
    };
    /** exercises goes through those of a game; which were solved is kept in this browser. */
    const exercises = async () => {
      const all = /** @type {Task[]} */ (await (await fetch(root.dataset.list || "")).json()), call = engine(), key = "solved-" + root.dataset.variant;
      const done = new Set(JSON.parse(localStorage.getItem(key) || "[]"));
      let n = Math.max(0, all.findIndex((x) => !done.has(x.id)));
      /** @type {ReturnType<typeof solver>} */
      let way;
      const count = () => { find("[data-count]").textContent = `${n + 1} / ${all.length} · ${all[n].rating} · ${say("Solved")}: ${all.filter((x) => done.has(x.id)).length}`; };
      const begin = () => {
        const x = exercise = all[n];
        reset();
        solved = ""; side = x.side;
        note(""); count();
        way = solver(call, x, () => { if (!solved) { solved = "Solved"; done.add(x.id); localStorage.setItem(key, JSON.stringify([...done])); count(); } });
        take(way);
      };
      /** @type {Record<string, () => void>} */
      const acts = {
        next: () => { n = (n + 1) % all.length; begin(); },
        again: begin,
        // The piece to move, or the file of a drop: never the whole answer.
        hint: () => {
          const m = !solved && way.hint();
          if (!m) return;
          if (!m.from) return note(`${(m.to || "")[0]}…`);
          ready = {from: m.from, to: m.from}; squares.picked = -1; hints(); tell(m.from); ready = null;
        },
        reveal: () => { if (!solved) { solved = "Solution"; way.reveal(); } },
      };
      for (const b of root.querySelectorAll("[data-puzzle]")) b.addEventListener("click", () => acts[/** @type {HTMLElement} */ (b).dataset.puzzle || ""]());
      find("[data-games]").addEventListener("submit", (/** @type {Event} */ e) => { e.preventDefault(); location.href = `/computer/${find("[name=game]").value}/exercises`; });
      begin();
    };
    if (root.dataset.play === "exercise") {
      if (root.hasAttribute("data-missing")) return;
      exercises().catch(() => note(say("The service does not answer. Try again in a moment.")));
      stay().catch(() => {}); // the page works without it
      return;
    }
    if (root.dataset.play === "computer") {
      if (root.hasAttribute("data-missing")) return;
      find("[data-begin]").addEventListener("submit", (/** @type {Event} */ e) => { e.preventDefault(); against(); });
      against();
      stay().catch(() => {}); // the page works without it
      return;
    }
    setInterval(clocks, 250);
    setInterval(() => ping(id), 5000);
    signIn().catch(() => null).then(async (s) => {
      if (s) side = root.dataset.attackersId === s.player.id ? "attackers" : root.dataset.defendersId === s.player.id ? "defenders" : "";
      root.classList.toggle("plays", Boolean(side));
      find("[data-say]").hidden = !side;
      if (side === "defenders") flip();
      if (side) other(rival());
      connect(hear, () => { buttons(); if (!pos) load(); }); // who plays is told how the game stands
    });
  };

  board();
})();
