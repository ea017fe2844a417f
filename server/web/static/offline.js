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
  self.addEventListener("fetch", (e) => {
    const url = new URL(e.request.url);
    if (e.request.method !== "GET" || url.origin !== location.origin) return;
    const kept = () => caches.match(e.request, {ignoreSearch: true, ignoreVary: true});
    if (url.pathname.startsWith("/static/")) e.respondWith(kept().then((found) => found || fetch(e.request)));
    else if (url.pathname.startsWith("/computer/")) e.respondWith(fetch(e.request).catch(async () => await kept() || Response.error()));
  });
})();
