// @ts-check
"use strict";
// The list of moves of a game that is played on this page, stepping back in it, and captured pieces.
const tafl3dMoves = (() => {
  const ns = "http://www.w3.org/2000/svg";
  /** @typedef {{ply: number, text: string, pieces: string, hand?: Record<string, number>, last?: {from?: string, to?: string}[]}} Seen */

  /** captured counts the pieces of each kind that a side has lost since the start. A piece that was promoted is not lost.
   *  @param {Map<string, string[]>} kinds letter: symbol, name, side @param {Seen} start @param {Seen} now @param {string} of */
  const captured = (kinds, start, now, of) => {
    /** @param {Seen} f @param {string} letter */
    const count = (f, letter) => [...f.pieces].filter((c) => c === letter).length + (f.hand?.[letter] || 0);
    const mine = [...kinds].filter(([, k]) => k[2] === of).map(([letter, k]) => ({symbol: k[0], name: k[1], n: count(start, letter) - count(now, letter)}));
    let all = mine.reduce((sum, k) => sum + k.n, 0);
    return mine.map((k) => { const n = Math.max(0, Math.min(k.n, all)); all -= n; return {...k, n}; }).filter((k) => k.n > 0);
  };

  /** picture is a piece of a kind. @param {string} symbol */
  const picture = (symbol) => {
    const svg = document.createElementNS(ns, "svg"), use = document.createElementNS(ns, "use");
    svg.setAttribute("viewBox", "-50 -50 100 100"); svg.setAttribute("aria-hidden", "true");
    use.setAttribute("href", "#" + symbol);
    svg.append(use);
    return svg;
  };

  /** taken shows next to each player what they have captured.
   *  @param {ParentNode} root @param {Map<string, string[]>} kinds @param {Seen|undefined} start @param {Seen} now @param {(text: string) => string} say */
  const taken = (root, kinds, start, now, say) => {
    for (const box of root.querySelectorAll("[data-taken]")) {
      const by = /** @type {HTMLElement} */ (box).dataset.taken, lost = start ? captured(kinds, start, now, by === "attackers" ? "defenders" : "attackers") : [];
      const key = lost.map((k) => k.symbol + k.n).join(" ");
      if (key === /** @type {HTMLElement} */ (box).dataset.key) continue;
      /** @type {HTMLElement} */ (box).dataset.key = key;
      box.replaceChildren(...lost.map((k) => {
        const one = document.createElement("span"), told = document.createElement("span");
        told.className = "unseen";
        told.textContent = say("%d captured: %s").replace("%d", String(k.n)).replace("%s", () => k.name);
        const n = document.createElement("span");
        n.setAttribute("aria-hidden", "true");
        n.textContent = "×" + k.n;
        one.append(picture(k.symbol), n, told);
        return one;
      }));
    }
  };

  /** swipe steps with a finger that moves to the side. @param {HTMLElement} at @param {(e: Event) => boolean} may @param {(way: "back"|"on") => void} go */
  const swipe = (at, may, go) => {
    /** @type {{id: number, x: number, y: number}|null} */
    let from = null;
    at.addEventListener("pointerdown", (e) => { from = e.pointerType !== "mouse" && e.isPrimary && may(e) ? {id: e.pointerId, x: e.clientX, y: e.clientY} : null; }, true);
    at.addEventListener("pointerup", (e) => {
      if (!from || from.id !== e.pointerId) return;
      const dx = e.clientX - from.x, dy = e.clientY - from.y;
      from = null;
      if (Math.abs(dx) > 40 && Math.abs(dx) > 2 * Math.abs(dy)) go(dx > 0 ? "back" : "on");
    }, true);
    at.addEventListener("pointercancel", () => { from = null; }, true);
  };

  /** list is the list of moves next to a board. show draws an earlier position, or with null the present one; tell reads a
   *  text out; may says whether a finger on the board may step.
   *  @param {{root: HTMLElement, names: string[], kinds: Map<string, string[]>, say: (text: string, ...args: string[]) => string, show: (f: Seen|null) => void, tell: (text: string) => void, may: (e: Event) => boolean}} with */
  const list = ({root, names, kinds, say, show, tell, may}) => {
    const ol = root.querySelector("[data-turns]");
    /** @type {(Seen|undefined)[]} positions by the number of moves; one that was not told is missing */
    let seen = [];
    /** @type {number|null} what the board shows; null: the present */
    let at = null;
    let last = 0; // number of moves made
    let asked = "";
    const where = () => at === null ? last : at;
    /** @param {number} ply */
    const address = (ply) => root.dataset.game ? `/games/${encodeURIComponent(root.dataset.game)}?ply=${ply}` : "#";
    const draw = () => {
      const box = /** @type {HTMLElement|null} */ (ol);
      if (!box) return;
      const have = [...box.querySelectorAll("a")];
      have.slice(last).forEach((a) => a.parentElement?.remove());
      for (let ply = 1; ply <= last; ply++) {
        let a = have[ply - 1];
        if (!a) {
          const li = document.createElement("li");
          a = document.createElement("a");
          if (ply % 2) li.value = (ply + 1) / 2; else li.className = "second";
          li.append(a);
          box.append(li);
        }
        const text = seen[ply]?.text || "…", href = address(ply);
        if (a.textContent !== text) a.textContent = text;
        if (a.getAttribute("href") !== href) a.setAttribute("href", href);
        a.dataset.ply = String(ply);
        if (ply === where()) a.setAttribute("aria-current", "true"); else a.removeAttribute("aria-current");
      }
      const here = box.querySelector("[aria-current]");
      if (here) {
        const r = here.getBoundingClientRect(), b = box.getBoundingClientRect();
        if (r.top < b.top || r.bottom > b.bottom) box.scrollTop += r.top - b.top - box.clientHeight / 2;
      } else box.scrollTop = 0;
      for (const el of root.querySelectorAll("[data-step]")) {
        const b = /** @type {HTMLButtonElement} */ (el), back = b.dataset.step === "first" || b.dataset.step === "back";
        b.disabled = back ? !usable(where() - 1, -1) : at === null;
      }
      const out = root.querySelector(".where");
      if (out) out.textContent = last ? say("%d of %d").replace("%d", String(where())).replace("%d", String(last)) : "";
      const said = root.querySelector(".at .said");
      if (said) said.textContent = seen[where()]?.text || "";
      const now = seen[where()];
      if (now) taken(root, kinds, seen[0], now, say);
      root.classList.toggle("earlier", at !== null);
    };
    /** usable reports whether a position is known in a direction. @param {number} ply @param {number} way */
    const usable = (ply, way) => { for (let i = ply; i >= 0 && i <= last; i += way) if (seen[i]) return true; return false; };
    /** goTo shows the position after a number of moves. @param {number} ply @param {number} [way] where to look on if it is not known */
    const goTo = (ply, way = -1) => {
      while (ply > 0 && ply < last && !seen[ply]) ply += way;
      const f = seen[ply];
      if (ply < 0 || ply >= last || !f) { if (ply >= last) back(); return; }
      at = ply;
      show(f);
      draw();
      tell(`${say("%d of %d").replace("%d", String(ply)).replace("%d", String(last))}: ${f.text}`);
    };
    /** back returns to the present, and reports whether the board showed something else. */
    const back = () => {
      if (at === null) return false;
      at = null;
      show(null);
      draw();
      return true;
    };
    /** @type {Record<string, () => void>} */
    const steps = {first: () => goTo(0, 1), back: () => goTo(where() - 1), on: () => goTo(where() + 1, 1), last: back};
    root.addEventListener("click", (e) => {
      const el = /** @type {Element} */ (e.target), a = /** @type {HTMLElement|null} */ (el.closest("[data-turns] a")), b = /** @type {HTMLElement|null} */ (el.closest("[data-step]"));
      if (e.ctrlKey || e.metaKey || e.shiftKey) return;
      if (a) { e.preventDefault(); goTo(Number(a.dataset.ply)); }
      if (b) steps[b.dataset.step || ""]();
    });
    // Arrow keys step, unless they lead from square to square, for those who came there by keyboard, or belong to a field.
    let pointed = false;
    root.querySelector(".holder")?.addEventListener("pointerdown", () => { pointed = true; }, true);
    document.addEventListener("keydown", (e) => {
      if (["Tab", "Enter", " "].includes(e.key)) pointed = false;
      const way = {ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last"}[e.key], el = /** @type {Element} */ (e.target);
      if (!ol || !way || e.ctrlKey || e.metaKey || e.altKey || e.shiftKey || el.closest("input, textarea, select, [tabindex='0'].chat")) return;
      if (e.key.startsWith("Arrow") && el.closest(".holder") && !pointed) return;
      e.preventDefault(); e.stopPropagation();
      steps[way]();
    }, true);
    const stage = /** @type {HTMLElement|null} */ (root.querySelector(".stage"));
    if (ol && stage) swipe(stage, may, (way) => steps[way]());

    return {
      /** learn takes in the present position, and reports whether the board shows the present. @param {Seen} p */
      learn: (p) => {
        const whole = Boolean(p.text) || p.ply === 0 && !(p.last || []).length; // not in the middle of a move
        if (p.ply < last) { seen.length = p.ply + 1; if (at !== null && at >= p.ply) at = null; }
        last = p.ply;
        if (whole) seen[last] = {ply: p.ply, text: p.text || "", pieces: p.pieces, hand: p.hand, last: p.last};
        draw();
        return at === null;
      },
      /** fetch asks for the positions before the present one. @param {string} game @param {number} seq */
      fetch: async (game, seq) => {
        if (!ol || !last || seen[0] && seen[Math.max(0, last - 1)] || asked === game + seq) return;
        asked = game + seq;
        const answer = await fetch(`/games/${encodeURIComponent(game)}/frames?seq=${seq}`).catch(() => null);
        if (!answer || !answer.ok || root.dataset.game !== game) return;
        const film = await answer.json();
        if (film.first) return;
        for (const f of film.frames) if (f.ply < last && !seen[f.ply]) seen[f.ply] = {ply: f.ply, text: f.text, pieces: f.pieces, hand: f.hand, last: f.ply ? [{from: names[f.from], to: names[f.to]}] : []};
        draw();
      },
      back,
      /** reset forgets the game before. */
      reset: () => { seen = []; at = null; last = 0; asked = ""; draw(); },
    };
  };
  return {list, taken, swipe};
})();
