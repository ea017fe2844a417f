"use strict";
// Looks now and then whether the page has changed, and puts the new content in the
// place of the old one. Whoever is reading by keyboard keeps his place.
(() => {
  const part = document.querySelector("[data-refresh]");
  if (!part || !window.fetch) return;
  let old = part.innerHTML, wait = 1000 * Number(part.dataset.refresh);
  const place = () => {
    const at = document.activeElement;
    return at && part.contains(at) && at.href ? at.getAttribute("href") : null;
  };
  const look = async () => {
    if (document.hidden) return;
    const answer = await fetch(location.href, {cache: "no-cache"});
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector("[data-refresh]");
    if (!fresh) return;
    wait = 1000 * Number(fresh.dataset.refresh);
    if (fresh.innerHTML === old) return;
    old = fresh.innerHTML;
    const href = place();
    part.replaceChildren(...fresh.childNodes);
    if (href) for (const a of part.querySelectorAll("a")) if (a.getAttribute("href") === href) { a.focus(); break; }
  };
  const again = () => { if (wait) setTimeout(() => look().catch(() => {}).finally(again), wait); };
  again();
})();
