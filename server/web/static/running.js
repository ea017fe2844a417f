// @ts-check
"use strict";
// The reader's games in progress, at the top of every page: the way back to them from everywhere.
(() => {
  const {make, ask, signIn} = tafl3d;
  const box = /** @type {HTMLDetailsElement|null} */ (document.querySelector("[data-running]"));
  if (!box) return;
  const look = async () => {
    if (document.hidden || !(await signIn())) return;
    const me = tafl3d.session?.player.id, games = await ask("GET", "/v1/me/games");
    const rows = games.map((/** @type {any} */ g) => {
      const other = g.attackers.id === me ? g.defenders : g.attackers, turn = (g.turn === "attackers" ? g.attackers : g.defenders).id === me;
      const li = make("li", ""), a = make("a", other.name, {href: "/play/" + encodeURIComponent(g.game)});
      if (location.pathname === a.getAttribute("href")) a.setAttribute("aria-current", "page");
      li.append(a, make("span", turn ? box.dataset.turn || "" : "", {class: "soft"}));
      return {li, turn};
    });
    box.hidden = !rows.length;
    box.querySelector("ul")?.replaceChildren(...rows.map((/** @type {any} */ r) => r.li));
    const mine = rows.filter((/** @type {any} */ r) => r.turn).length, count = box.querySelector("b");
    if (count) count.textContent = mine ? String(mine) : "";
  };
  const now = () => look().catch(() => {}); // the page is there without it
  now();
  setInterval(now, 30000);
  document.addEventListener("visibilitychange", now);
  addEventListener("click", (e) => { if (box.open && !box.contains(/** @type {Node} */ (e.target))) box.open = false; });
  addEventListener("keydown", (e) => { if (e.key === "Escape" && box.open) { box.open = false; box.querySelector("summary")?.focus(); } });
})();
