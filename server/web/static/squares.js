// @ts-check
"use strict";
// The squares of a board that can be pressed, in games and in the analysis: by finger, mouse and keys, and by a screen
// reader. They handle picking up and aiming; the page decides what may be played and what a press does.
const tafl3dSquares = (() => {
  const ns = "http://www.w3.org/2000/svg";
  /** @typedef {{op?: string, piece?: string, from?: string, to?: string}} Step
   *  @typedef {{
   *    svg: any, holder: HTMLElement,
   *    moves: () => Step[], the legal steps
   *    press: (sq: number) => void,
   *    escape?: () => void, the picked piece is set down without a move
   *    usable?: () => boolean, whether the squares can be pressed
   *    taken?: () => boolean, whether a press was meant for something else
   *    own?: (sq: number) => boolean, whether a square can be picked up
   *    man?: (sq: number) => any, the piece on a square
   *    put?: (man: any, sq: number) => void, sets a piece on a square
   *    dropped?: () => void, a drag has ended
   *    turned?: () => boolean, whether the board is seen from the other side
   *  }} Options */
  /** @type {Record<string, number[]>} */
  const ways = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};

  /** @param {Options} o */
  const squares = (o) => {
    const {svg, holder} = o;
    /** @type {number[][]} */
    const at = svg.dataset.at.split(" ").map((/** @type {string} */ p) => p.split(",").map(Number));
    /** @type {string[]} */
    const names = svg.dataset.names.split(" ");
    const usable = () => !o.usable || o.usable(), turned = () => Boolean(o.turned?.());
    let picked = -1, focus = Math.floor(names.length / 2);
    /** @type {{sq: number, man: any, id: number, x: number, y: number, moved: boolean}|null} what a pointer holds */
    let held = null;
    let aimed = -1; // where a finger is, which may be the first of two

    const layer = document.createElementNS(ns, "g"), hint = document.createElementNS(ns, "g");
    layer.setAttribute("class", "hits");
    hint.setAttribute("class", "hints");
    /** @param {number} sq @param {string} kind @param {number} r */
    const circle = (sq, kind, r) => {
      const c = document.createElementNS(ns, "circle");
      for (const [k, v] of Object.entries({cx: at[sq][0], cy: at[sq][1], r, class: kind})) c.setAttribute(k, String(v));
      return c;
    };
    const hits = at.map((_, sq) => {
      const c = circle(sq, "hit", 46);
      for (const [k, v] of Object.entries({role: "button", tabindex: sq === focus ? 0 : -1, "data-sq": sq, "aria-label": names[sq]})) c.setAttribute(k, String(v));
      layer.append(c);
      return c;
    });
    /** from returns the legal steps that begin at a square; those that have no beginning there begin where they end. @param {number} sq */
    const from = (sq) => o.moves().filter((m) => (m.from || m.to) === names[sq]);
    /** target is the step of the picked piece to a square. @param {number} sq */
    const target = (sq) => picked >= 0 ? from(picked).find((m) => m.to === names[sq]) : undefined;
    /** only is the step of a square that needs no second press: a drop or a removal. @param {number} sq */
    const only = (sq) => {
      const here = from(sq);
      return here.length === 1 && here[0].op !== "end" && (!here[0].from || !here[0].to || here[0].from === here[0].to) ? here[0] : undefined;
    };
    const own = o.own || ((/** @type {number} */ sq) => from(sq).length > 0);
    /** hints shows what is picked up and where it may go, and squares by name that are marked as ready. @param {(string|undefined)[]} [ready] */
    const hints = (ready = []) => {
      hint.replaceChildren(...ready.map((name) => circle(names.indexOf(name || ""), "ready", 47)));
      hits.forEach((c, sq) => { if (sq === picked) c.setAttribute("aria-pressed", "true"); else c.removeAttribute("aria-pressed"); });
      if (picked < 0) return;
      hint.append(circle(picked, "picked", 47));
      for (const m of from(picked)) { const sq = names.indexOf(m.to || ""); if (sq >= 0 && sq !== picked) hint.append(circle(sq, "target", 15)); }
    };
    /** under returns the square at a pointer, -1 for none. @param {{clientX: number, clientY: number}} e */
    const under = (e) => {
      const m = svg.getScreenCTM();
      if (!m) return -1;
      const p = new DOMPoint(e.clientX, e.clientY).matrixTransform(m.inverse());
      let best = -1, least = 60 * 60;
      at.forEach(([x, y], sq) => { const d = (x - p.x) ** 2 + (y - p.y) ** 2; if (d < least) { least = d; best = sq; } });
      if (held) { held.x = p.x; held.y = p.y; }
      return best;
    };
    /** @param {number} sq @param {boolean} seen */
    const focusOn = (sq, seen) => {
      hits[focus].setAttribute("tabindex", "-1");
      focus = sq;
      hits[sq].setAttribute("tabindex", "0");
      if (seen) hits[sq].focus();
    };

    // Fingers and mice. A finger acts when it leaves, unless it picks up: with a second one it enlarges the page.
    /** release ends a drag, and puts the piece back. */
    const release = () => {
      const was = held;
      held = null;
      if (was?.man) { was.man.classList.remove("held"); o.put?.(was.man, was.sq); }
      if (was) o.dropped?.();
      return was;
    };
    /** cancel ends what a finger has begun, as if it had not touched the board. */
    const cancel = () => {
      aimed = -1;
      if (!release()) return;
      picked = -1;
      (o.escape || hints)();
    };
    svg.addEventListener("pointerdown", (/** @type {PointerEvent} */ e) => {
      if (!usable() || e.button) return;
      if (!e.isPrimary) return cancel();
      aimed = -1;
      const sq = under(e);
      if (sq < 0) return;
      focusOn(sq, false);
      if (o.taken?.()) return;
      if (own(sq) && !only(sq) && picked !== sq && !target(sq)) {
        held = {sq, man: o.man?.(sq), id: e.pointerId, x: at[sq][0], y: at[sq][1], moved: false};
        picked = -1;
        o.press(sq);
        if (picked >= 0) svg.setPointerCapture(e.pointerId); else held = null;
      } else if (e.pointerType === "touch") aimed = sq;
      else o.press(sq);
    });
    svg.addEventListener("pointermove", (/** @type {PointerEvent} */ e) => {
      if (!held || held.id !== e.pointerId) return;
      const over = under(e);
      if (over !== held.sq) held.moved = true;
      if (!held.moved || !held.man) return;
      held.man.classList.add("held");
      held.man.style.transform = `translate(${held.x}px,${held.y}px)` + (turned() ? " rotate(180deg)" : "");
    });
    svg.addEventListener("pointerup", (/** @type {PointerEvent} */ e) => {
      if (!e.isPrimary) return;
      const over = under(e), was = release(), meant = aimed;
      aimed = -1;
      if (was ? was.moved && over >= 0 && over !== was.sq : meant >= 0 && over === meant) o.press(over);
    });
    svg.addEventListener("pointercancel", () => { aimed = -1; release(); });

    // Keys. The listeners are not on the layer: some browsers give the focus to a part of a picture that listens for it.
    /** squareOf returns the square that an event is about, -1 for none. @param {Event} e */
    const squareOf = (e) => { const el = /** @type {HTMLElement} */ (e.target); return el.dataset?.sq && layer.contains(el) ? Number(el.dataset.sq) : -1; };
    /** beside returns the next square in a direction, -1 for none. @param {number[]} way */
    const beside = (way) => {
      const turn = turned() ? -1 : 1;
      let best = -1, least = Infinity;
      at.forEach(([x, y], sq) => {
        const dx = (x - at[focus][0]) * turn, dy = (y - at[focus][1]) * turn, along = dx * way[0] + dy * way[1], across = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
        if (along > 1 && along + 3 * across < least) { least = along + 3 * across; best = sq; }
      });
      return best;
    };
    holder.addEventListener("focusin", (e) => { const sq = squareOf(e); if (sq >= 0) focusOn(sq, false); });
    // A reader of the screen presses a square without a pointer.
    holder.addEventListener("click", (e) => { const sq = squareOf(e); if (!e.detail && sq >= 0 && usable()) o.press(sq); });
    holder.addEventListener("keydown", (e) => {
      if (squareOf(e) < 0 || !usable() || e.ctrlKey || e.metaKey || e.altKey) return;
      if (e.key === "Enter" || e.key === " ") { e.preventDefault(); return o.press(focus); }
      if (e.key === "Escape") { picked = -1; return (o.escape || hints)(); }
      if (!ways[e.key]) return;
      e.preventDefault();
      e.stopPropagation(); // arrow keys beside the board step through the game
      const sq = beside(ways[e.key]);
      if (sq >= 0) focusOn(sq, true);
    });
    return {
      at, names, from, target, only, hints, under, squareOf,
      get picked() { return picked; },
      set picked(sq) { picked = sq; },
      /** held is the square whose piece a pointer holds, -1 for none. */
      get held() { return held ? held.sq : -1; },
      /** drop sets down what a pointer holds, without a move. */
      drop: () => { held?.man?.classList.remove("held"); held = null; },
      /** focus gives the focus to the square that had it last. */
      focus: () => focusOn(focus, true),
      /** label says what is on each square. @param {(sq: number) => string} what */
      label: (what) => hits.forEach((c, sq) => c.setAttribute("aria-label", [names[sq], what(sq)].filter(Boolean).join(", "))),
      /** open puts the squares on the board, close takes them away. */
      open: () => { svg.setAttribute("role", "group"); svg.append(hint, layer); },
      close: () => { hint.remove(); layer.remove(); svg.setAttribute("role", "img"); },
    };
  };
  return squares;
})();
