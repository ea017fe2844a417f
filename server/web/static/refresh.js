"use strict";
// Looks now and then whether the page has changed, and puts the new content in the
// place of the old one. Whoever is reading by keyboard keeps his place.
(() => {
  const main = document.querySelector("main[data-refresh]");
  if (!main || !window.fetch) return;
  const wait = 1000 * Number(main.dataset.refresh);
  let old = main.innerHTML;
  const place = () => {
    const at = document.activeElement;
    return at && main.contains(at) && at.href ? at.getAttribute("href") : null;
  };
  const look = async () => {
    if (document.hidden) return;
    const answer = await fetch(location.href, {cache: "no-cache"});
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector("main");
    if (!fresh || fresh.innerHTML === old) return;
    old = fresh.innerHTML;
    const href = place();
    main.replaceChildren(...fresh.childNodes);
    if (href) for (const a of main.querySelectorAll("a")) if (a.getAttribute("href") === href) { a.focus(); break; }
  };
  const again = () => setTimeout(() => look().catch(() => {}).finally(again), wait);
  again();
})();
