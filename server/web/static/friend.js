// @ts-check
"use strict";
// The page of a player: marks them as a friend, or no longer.
(() => {
  const {ask, busy, signIn} = tafl3d;
  const b = /** @type {HTMLButtonElement|null} */ (document.querySelector("[data-friend]")), said = document.querySelector("[data-friend-note]");
  if (!b) return;
  const name = b.dataset.friend || "";
  /** @param {boolean} is */
  const show = (is) => { b.textContent = (is ? b.dataset.remove : b.dataset.add) || ""; b.dataset.is = String(is); };
  b.addEventListener("click", () => {
    const off = b.dataset.is === "true";
    busy(b, async () => { await ask("POST", "/v1/me/friends", {name, off}); show(!off); if (said) said.textContent = ""; })
      .catch((e) => { if (said) said.textContent = e instanceof Error ? e.message : ""; });
  });
  signIn().then(async (s) => {
    if (!s || s.player.name === name) return;
    const friends = /** @type {{name: string}[]} */ (await ask("GET", "/v1/me/friends"));
    show(friends.some((f) => f.name === name));
    b.hidden = false;
  }).catch(() => {}); // the page is there without it
})();
