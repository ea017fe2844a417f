// @ts-check
"use strict";
// Conditional moves of a correspondence game: lines that the service plays for the player.
(() => {
  const {root, busy, say, find, ask, signIn} = tafl3d;
  const box = find("[data-conditional]");
  if (!box) return;
  const lines = box.querySelector("textarea"), button = box.querySelector("button"), told = box.querySelector("[role=status]");
  let ply = -1, shown = "";
  const address = () => `/v1/games/${encodeURIComponent(root.dataset.game || "")}/conditional`;
  /** @param {{ply: number, lines: string[]}} q */
  const show = (q) => { ply = q.ply; lines.value = shown = q.lines.join("\n"); box.dataset.shown = String(ply); };
  /** @param {unknown} e */
  const sorry = (e) => { told.textContent = e instanceof Error ? e.message : String(e); };
  /** load shows what the service has; what the player is writing stays. */
  const load = async () => {
    const q = await ask("GET", address());
    box.hidden = false;
    if (lines.value === shown) show(q);
    else ply = q.ply;
  };
  box.querySelector("form").addEventListener("submit", (/** @type {Event} */ e) => {
    e.preventDefault();
    told.textContent = "";
    busy(button, async () => {
      show(await ask("POST", address(), {ply, lines: lines.value.split("\n").filter((/** @type {string} */ l) => l.trim())}));
      told.textContent = say(shown ? "Saved. The service plays these moves for you." : "No conditional moves are set.");
    }).catch(sorry);
  });
  // The page shows each new position by its number of moves.
  const follow = () => load().catch(() => { box.hidden = true; });
  signIn().catch(() => null).then((s) => {
    if (!s || ![root.dataset.attackersId, root.dataset.defendersId].includes(s.player.id)) return;
    follow();
    new MutationObserver(follow).observe(root, {attributeFilter: ["data-ply"]});
  });
})();
