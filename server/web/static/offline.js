"use strict";
// Keeps pages for when there is no line: the computer and the exercises of games that were opened, whole, and a page
// that says so instead of any other. Pages are requested first, and taken from the cache if there is no answer.
// It also shows the notices of the service. version is put before this.
(() => {
  const name = "tafl3d-" + version, shell = "/offline";
  /** keep keeps a page with all that it names: its files, the engine, and the exercises of its game. */
  const keep = async (page, seen = new Set()) => {
    if (seen.has(page)) return;
    seen.add(page);
    const cache = await caches.open(name), answer = await fetch(page, {cache: "no-cache"});
    if (!answer.ok) throw new Error(page + ": " + answer.status);
    const text = await answer.clone().text();
    await cache.put(page, answer);
    const game = page.replace(/\/exercises$/, ""), files = [];
    for (const [, path] of text.matchAll(/"(\/(?:static|computer)\/[^"?]+)"/g)) {
      if (path.startsWith("/static/") || path === "/computer/engine.js" || path === game + "/exercises.json") files.push(path);
      else if (path === game + "/exercises") await keep(path, seen);
    }
    for (const path of new Set(files)) if (!seen.has(path)) { seen.add(path); if (!await cache.match(path, {ignoreVary: true})) await cache.add(path); }
  };
  self.addEventListener("install", (e) => { self.skipWaiting(); e.waitUntil(keep(shell)); });
  self.addEventListener("activate", (e) => e.waitUntil(self.clients.claim()));
  /** carry keeps what an older version has kept, whose files stay until then. */
  const carry = async () => {
    for (const old of await caches.keys()) {
      if (!old.startsWith("tafl3d-") || old === name) continue;
      const pages = (await (await caches.open(old)).keys()).map((k) => new URL(k.url).pathname).filter((p) => /^\/computer\/[^/.]+$/.test(p));
      const seen = new Set();
      for (const page of pages) await keep(page, seen);
      await caches.delete(old);
    }
  };
  self.addEventListener("message", (e) => e.waitUntil((async () => {
    const seen = new Set();
    for (const page of e.data) await keep(page, seen);
    e.ports[0]?.postMessage("kept");
    await carry().catch(() => {}); // at the next page
  })()));
  /** tell shows that it is the player's move, unless they look at the game. @param {{title: string, text: string, game: string}} m */
  const tell = async (m) => {
    const path = "/play/" + encodeURIComponent(m.game), open = await self.clients.matchAll({type: "window"});
    if (open.some((c) => c.visibilityState === "visible" && new URL(c.url).pathname === path)) return;
    await self.registration.showNotification(m.title, {body: m.text, tag: m.game, icon: "/apple-touch-icon.png", data: path});
  };
  self.addEventListener("push", (e) => { if (e.data) e.waitUntil(tell(e.data.json())); });
  /** show opens the game of a notice, in a page that has it if there is one. @param {string} path */
  const show = async (path) => {
    const open = await self.clients.matchAll({type: "window", includeUncontrolled: true});
    const there = open.find((c) => new URL(c.url).pathname === path);
    return there ? there.focus() : self.clients.openWindow(path);
  };
  self.addEventListener("notificationclick", (e) => { e.notification.close(); e.waitUntil(show(e.notification.data)); });
  const kept = (request) => caches.match(request, {ignoreSearch: true, ignoreVary: true});
  /** game leads to the page of a game that is kept: the one that is wanted, or another. */
  const game = async (wanted) => {
    const all = (await Promise.all((await caches.keys()).filter((n) => n.startsWith("tafl3d-")).map(async (n) => (await caches.open(n)).keys()))).flat();
    const pages = all.map((k) => new URL(k.url).pathname).filter((p) => /^\/computer\/[^/.]+$/.test(p));
    const page = pages.includes("/computer/" + wanted) ? "/computer/" + wanted : pages[0];
    return page ? Response.redirect(page) : await kept(shell) || Response.error();
  };
  self.addEventListener("fetch", (e) => {
    const url = new URL(e.request.url), page = e.request.mode === "navigate";
    if (e.request.method !== "GET" || url.origin !== location.origin) return;
    if (url.pathname.startsWith("/static/")) e.respondWith(kept(e.request).then((found) => found || fetch(e.request)));
    else if (url.pathname === "/computer") e.respondWith(fetch(e.request).catch(() => game(url.searchParams.get("game"))));
    else if (url.pathname.startsWith("/computer/")) e.respondWith(fetch(e.request).catch(async () => await kept(e.request) || page && await kept(shell) || Response.error()));
    else if (page) e.respondWith(fetch(e.request).catch(async () => await kept(shell) || Response.error()));
  });
})();
