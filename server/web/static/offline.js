"use strict";
// Keeps the page of the computer for when there is no line: what a page names is kept, pages are
// asked for first and taken from what is kept where nobody answers. version is put before this.
(() => {
  const name = "tafl3d-" + version;
  self.addEventListener("install", () => self.skipWaiting());
  self.addEventListener("activate", (e) => e.waitUntil((async () => {
    for (const old of await caches.keys()) if (old.startsWith("tafl3d-") && old !== name) await caches.delete(old);
    await self.clients.claim();
  })()));
  self.addEventListener("message", (e) => e.waitUntil((async () => {
    await (await caches.open(name)).addAll(e.data);
    e.ports[0].postMessage("kept");
  })()));
  /** game leads to the page of a game that is kept: the one that is wanted, or another. */
  const game = async (wanted) => {
    const pages = (await (await caches.open(name)).keys()).map((k) => new URL(k.url).pathname).filter((p) => /^\/computer\/[^/.]+$/.test(p));
    const page = pages.includes("/computer/" + wanted) ? "/computer/" + wanted : pages[0];
    return page ? Response.redirect(page) : Response.error();
  };
  self.addEventListener("fetch", (e) => {
    const url = new URL(e.request.url);
    if (e.request.method !== "GET" || url.origin !== location.origin) return;
    const kept = () => caches.match(e.request, {ignoreSearch: true, ignoreVary: true});
    if (url.pathname.startsWith("/static/")) e.respondWith(kept().then((found) => found || fetch(e.request)));
    else if (url.pathname === "/computer") e.respondWith(fetch(e.request).catch(() => game(url.searchParams.get("game"))));
    else if (url.pathname.startsWith("/computer/")) e.respondWith(fetch(e.request).catch(async () => await kept() || Response.error()));
  });
})();
