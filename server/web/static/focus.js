// @ts-check
"use strict";
// The focus stays where the next action is: what had it may be drawn again, hidden or removed by what it did. Then the
// focus goes to the same button of the new list, to its neighbour, or to the heading of its part of the page.
(() => {
  const able = "a[href],button:not([disabled]),input:not([disabled]):not([type=hidden]),select:not([disabled]),textarea:not([disabled]),summary,[tabindex]:not([tabindex='-1'])";
  /** @param {Element} el */
  const seen = (el) => el.isConnected && el.checkVisibility();
  /** @param {Element} part */
  const ways = (part) => [...part.querySelectorAll(able)].filter(seen);
  /** @param {Element} el */
  const called = (el) => el.tagName + (el.getAttribute("aria-label") || el.textContent || "");
  /** What had the focus last, and the parts of the page around it, from the inside, with its place among their ways on.
   *  @type {{el: Element, name: string, parts: {part: Element, index: number}[]}|null} */
  let last = null;
  document.addEventListener("focusin", (e) => {
    const el = /** @type {Element} */ (e.target), parts = [];
    for (let part = el.parentElement?.closest("ul,ol,.acts,form,details,section,article,main"); part; part = part.parentElement?.closest("ul,ol,.acts,form,details,section,article,main")) {
      parts.push({part, index: ways(part).indexOf(el)});
    }
    last = {el, name: called(el), parts};
  });
  // Pointing at nothing lets go of the focus.
  document.addEventListener("pointerdown", (e) => { if (!/** @type {Element} */ (e.target).closest(able + ",label")) last = null; }, true);
  /** @param {Element} el */
  const give = (el) => {
    if (!el.matches(able) && !el.hasAttribute("tabindex")) el.setAttribute("tabindex", "-1");
    /** @type {HTMLElement} */ (el).focus({preventScroll: true});
  };
  const mend = () => {
    const on = document.activeElement, was = last;
    if (!was || on && on !== document.body && on !== was.el || seen(was.el) && was.el.matches(able + ",[tabindex]")) return;
    for (const {part, index} of was.parts) {
      if (!seen(part)) continue;
      const all = part.tagName === "MAIN" ? [] : ways(part), same = all.find((el) => called(el) === was.name);
      if (all.length) return give(same || all[Math.min(Math.max(index, 0), all.length - 1)]);
      const heading = document.getElementById(part.getAttribute("aria-labelledby") || "");
      if (heading && seen(heading)) return give(heading);
      if (part.tagName === "MAIN") return give(part);
    }
  };
  let waits = 0;
  // What is disabled while it acts will have the focus again.
  const soon = () => { clearTimeout(waits); waits = setTimeout(mend, last && seen(last.el) ? 600 : 30); };
  new MutationObserver(soon).observe(document.body, {childList: true, subtree: true, attributes: true, attributeFilter: ["hidden", "disabled", "open"]});
})();
