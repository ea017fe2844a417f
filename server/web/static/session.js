// @ts-check
"use strict";
// What every page for players stands on: who one is, requests, the line, and how things are said. Every word
// was said by the service in the reader's language. The protocol is that of the desktop: docs/protocol.md.
const tafl3d = (() => {
  /** @typedef {{id: string, name: string, bot?: boolean, rating?: number}} Player */
  /** @typedef {{token: string, ends: number, player: Player}} Session */

  const root = /** @type {HTMLElement} */ (document.querySelector("[data-play], article.game") || document.body);
  /** @type {Record<string, string>} */
  const words = JSON.parse(root.dataset.words || "{}");
  /** say puts a text together: each %s is the next argument.
   *  @param {string} text @param {...string} args */
  const say = (text, ...args) => args.reduce((t, a) => t.replace("%s", () => a), words[text] || text);
  /** @param {string} selector @returns {any} */
  const find = (selector) => root.querySelector(selector);
  /** @param {string} text */
  const note = (text) => { const el = find(".note"); if (el && el.textContent !== text) el.textContent = text; };
  /** make returns an element that holds text, never markup.
   *  @param {string} tag @param {string} text @param {Record<string, string>} [attributes] */
  const make = (tag, text, attributes = {}) => {
    const el = document.createElement(tag);
    el.textContent = text;
    for (const [k, v] of Object.entries(attributes)) el.setAttribute(k, v);
    return el;
  };

  // ---- who one is: a key that never leaves this browser, and a session in this tab ----

  /** @param {"readonly"|"readwrite"} mode @param {(keys: IDBObjectStore) => IDBRequest} use @returns {Promise<any>} */
  const kept = (mode, use) => new Promise((done, fail) => {
    const open = indexedDB.open("tafl3d", 1);
    open.onupgradeneeded = () => open.result.createObjectStore("keys");
    open.onerror = () => fail(open.error);
    open.onsuccess = () => {
      const act = use(open.result.transaction("keys", mode).objectStore("keys"));
      act.onsuccess = () => { open.result.close(); done(act.result); };
      act.onerror = () => fail(act.error);
    };
  });
  /** @param {ArrayBuffer|Uint8Array} data */
  const base64 = (data) => btoa(String.fromCharCode(...new Uint8Array(data))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
  const random = () => base64(crypto.getRandomValues(new Uint8Array(18)));
  /** @returns {Promise<CryptoKeyPair|undefined>} */
  const oldKey = () => kept("readonly", (keys) => keys.get("device"));
  const newKey = async () => {
    let pair;
    try {
      pair = /** @type {CryptoKeyPair} */ (await crypto.subtle.generateKey({name: "Ed25519"}, false, ["sign", "verify"]));
    } catch { throw new Error(say("This browser cannot create your sign-in key. Use a newer browser, or tafl3d itself.")); }
    return pair;
  };
  /** @param {CryptoKeyPair} pair */
  const prove = async (pair) => {
    const key = base64(await crypto.subtle.exportKey("raw", pair.publicKey));
    const time = Math.floor(Date.now() / 1000), nonce = random();
    const text = `tafl3d sign-in 1\n${location.hostname}\n${key}\n${time}\n${nonce}`;
    return {key, time, nonce, signature: base64(await crypto.subtle.sign("Ed25519", pair.privateKey, new TextEncoder().encode(text)))};
  };

  /** @type {Session|null} */
  let session = null;
  class Refusal extends Error {
    /** @param {string} code @param {string} text */
    constructor(code, text) { super(text); this.code = code; }
  }
  /** silent is what the service said against it, or that it says nothing. @param {string} [text] @param {string} [code] */
  const silent = (text, code) => new Refusal(code || "unavailable", say(text || "The service does not answer. Try again in a moment."));
  /** fetched is an answer of the service. @param {string} path @param {RequestInit} how */
  const fetched = (path, how) => fetch(path, {...how, credentials: "omit", cache: "no-store"}).catch(() => { throw silent(); });
  /** ask sends a request. @param {string} method @param {string} path @param {any} [body] @param {boolean} [again] @returns {Promise<any>} */
  const ask = async (method, path, body, again = true) => {
    /** @type {Record<string, string>} */
    const headers = {};
    if (session) headers.Authorization = "Bearer " + session.token;
    const answer = await fetched(path, {method, headers, body: body === undefined ? undefined : JSON.stringify(body)});
    const told = await answer.json().catch(() => ({}));
    if (answer.ok) return told;
    if (told.code === "bad-token" && again) { session = null; if (await signIn()) return ask(method, path, body, false); }
    throw silent(told.text, told.code);
  };
  /** save gives out what only oneself may have as a file. @param {string} path @param {string} name */
  const save = async (path, name) => {
    const answer = await fetched(path, {headers: {Authorization: "Bearer " + session?.token}});
    if (!answer.ok) throw silent((await answer.json().catch(() => ({}))).text);
    const url = URL.createObjectURL(await answer.blob());
    make("a", "", {href: url, download: name}).click();
    setTimeout(() => URL.revokeObjectURL(url), 60000);
  };
  /** @param {Session} s */
  const begin = (s) => { session = s; sessionStorage.setItem("tafl3d", JSON.stringify(s)); return s; };
  /** @type {Promise<Session|null>|null} */
  let signing = null;
  /** signIn takes up the session of this tab, or opens one with the key of this browser: once, however many ask. */
  const signIn = () => signing ||= identify().finally(() => { signing = null; });
  const identify = async () => {
    if (session && session.ends * 1000 > Date.now() + 60000) return session;
    const old = JSON.parse(sessionStorage.getItem("tafl3d") || "null");
    sessionStorage.removeItem("tafl3d");
    if (old && !session && old.ends * 1000 > Date.now() + 60000) return begin(old);
    const pair = await oldKey().catch(() => undefined);
    if (!pair) return null;
    try { return begin(await ask("POST", "/v1/sessions", {proof: await prove(pair)}, false)); }
    catch (e) { if (e instanceof Refusal && e.code === "forbidden") return null; throw e; }
  };
  /** alone does something while no other tab of this browser makes a key. @param {() => Promise<Session>} act */
  const alone = (act) => navigator.locks ? navigator.locks.request("tafl3d-key", act) : act();
  /** signUp makes an account, of a guest where no name is given. @param {string} name */
  const signUp = (name) => alone(async () => {
    const other = await signIn(); // in another tab meanwhile: its key stays
    if (other) return other;
    const pair = await newKey();
    const s = await ask("POST", "/v1/accounts", {proof: await prove(pair), name, guest: !name, label: "web"}, false);
    await kept("readwrite", (keys) => keys.put(pair, "device"));
    return begin(s);
  });

  /** join makes this browser a device of the account that has given out a code: one of twenty letters lets in whoever
   *  lost his devices. @param {string} code */
  const join = (code) => alone(async () => {
    const other = await signIn();
    if (other) return other;
    const pair = await newKey();
    const s = await ask("POST", "/v1/devices", {proof: await prove(pair), code, label: "web", ...(code.length > 12 ? {recovery: true} : {})}, false);
    await kept("readwrite", (keys) => keys.put(pair, "device"));
    return begin(s);
  });

  // ---- the line: one socket, that comes back by itself ----

  /** @type {WebSocket|null} that is open, or was until it is known to be dead */
  let ws = null;
  /** @type {Set<WebSocket>} that are being opened: a line that is dead does not say so, so one attempt does not wait for another */
  const tries = new Set();
  /** @type {(type: string, body: any, id: number) => void} */
  let on = () => {};
  let lost = () => {};
  /** @type {(() => any)|null} what is said first on a new line; null before there is to be one */
  let hello = null;
  let nr = 1, wait = 3000, heard = 0, asked = 0, trip = 0, timer = 0, lostAt = 0, silence = false;
  /** @param {string} type @param {any} body */
  const send = (type, body) => {
    if (!ws || ws.readyState !== WebSocket.OPEN) return 0;
    ws.send(JSON.stringify({v: 1, type, id: nr, body}));
    return nr++;
  };
  /** state says next to the clock whether there is a connection. @param {boolean} there */
  const state = (there) => {
    const text = there ? "" : say("Reconnecting.");
    for (const el of document.querySelectorAll("[data-line]")) if (el.textContent !== text) el.textContent = text;
  };
  /** give up attempts, but for one. @param {WebSocket} [but] */
  const abandon = (but) => { for (const t of tries) if (t !== but) { tries.delete(t); t.onopen = t.onclose = t.onmessage = null; t.close(); } };
  /** drop gives a dead line up at once: to close it in order would wait for the other end. */
  const drop = () => { const dead = ws; dead?.close(); dead?.dispatchEvent(new CloseEvent("close")); };
  const again = () => { clearTimeout(timer); if (hello && (!ws || silence)) attempt(); };
  /** soon tries again after a pause, which grows. */
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(again, wait * (0.5 + Math.random()));
    wait = Math.min(2 * wait, Date.now() - lostAt < 600000 && !document.hidden ? 1000 : 15000);
  };
  /** broken says that there is no line, and sees to another. */
  const broken = () => { state(false); lostAt ||= Date.now(); wait = Math.min(wait, 250); soon(); };
  const attempt = () => {
    const line = new WebSocket(location.origin.replace(/^http/, "ws") + "/v1/socket");
    tries.add(line);
    if (tries.size > 3) { const [oldest] = tries; tries.delete(oldest); oldest.onopen = oldest.onclose = null; oldest.close(); }
    line.onopen = () => {
      if (ws) { const old = ws; ws = null; old.onclose = old.onmessage = null; old.close(); lost(); }
      abandon(line); tries.delete(line);
      clearTimeout(timer);
      ws = line; silence = false; heard = asked = Date.now();
      if (hello) send("hello", hello());
    };
    line.onmessage = async (m) => {
      const {type, body, id} = JSON.parse(m.data);
      heard = Date.now();
      if (type === "pong" || type === "welcome") trip = heard - asked;
      if (silence) { silence = false; abandon(); clearTimeout(timer); state(true); wait = 250; lostAt = 0; }
      if (type === "ping") return void send("pong", {nonce: body.nonce, game: body.game});
      if (type === "welcome") { wait = 250; lostAt = 0; state(true); }
      if (type === "refused" && body.code === "bad-token") { session = null; await signIn(); line.close(); return; }
      if (type === "notice" && body.kind === "warning") return warned(body.text);
      on(type, body, id);
    };
    line.onclose = () => {
      tries.delete(line);
      if (line !== ws) return;
      ws = null;
      silence = false;
      lost();
      note(say("Reconnecting."));
      broken();
    };
    soon();
  };
  const warning = /** @type {HTMLElement|null} */ (document.querySelector("[data-warning]"));
  /** warned shows a warning of a moderator until it was read. @param {string} text */
  const warned = (text) => {
    const p = warning?.querySelector("p");
    if (!warning || !p) return;
    warning.hidden = false;
    p.textContent = text;
  };
  warning?.querySelector("button")?.addEventListener("click", () => {
    const p = warning.querySelector("p"), main = document.querySelector("main");
    ask("POST", "/v1/me/warning", {text: p?.textContent}).then(() => { warning.hidden = true; main?.focus(); }).catch(sorry);
  });
  /** connect keeps a socket open; hear gets each message, and "welcome" again after each break.
   *  @param {(type: string, body: any, id: number) => void} hear @param {() => void} [gone] @param {() => any} [first] */
  const connect = (hear, gone, first) => {
    on = hear; lost = gone || lost;
    hello = first || (() => ({token: session ? session.token : "", program: "web", positions: true, brief: true}));
    attempt();
  };
  /** disconnect ends the line for good. */
  const disconnect = () => { hello = null; clearTimeout(timer); abandon(); if (ws) { ws.onclose = null; ws.close(); ws = null; } };
  /** A line on which nothing is heard is asked for a sign. If there is none, the page says so and tries others; the old
   *  one stays until another is there. No one looks at a hidden page, so that has more time. */
  setInterval(() => {
    if (!ws || ws.readyState !== WebSocket.OPEN || silence) return;
    const now = Date.now(), slow = document.hidden ? 8 : 1;
    if (asked > heard) { if (now - asked > Math.max(2200, 3 * trip) * slow) { silence = true; broken(); } }
    else if (now - heard > 1500 * slow) { asked = now; ping(); }
  }, 500);
  /** A tab that slept, or whose line is dead without a word, comes back at once. */
  const wake = () => {
    if (ws && (ws.readyState !== WebSocket.OPEN || Date.now() - heard > 15000)) drop();
    wait = 250;
    if (!ws && hello) again();
  };
  document.addEventListener("visibilitychange", () => { if (!document.hidden) wake(); });
  addEventListener("online", wake);
  /** ping shows that one is there, in a game if one is named. @param {string} [game] */
  const ping = (game) => send("ping", {nonce: nr, ...(game ? {game} : {})});
  // ---- what is kept for when there is no line ----

  /** keep has pages and all that they need kept in this browser, and returns when they are. @param {...string} pages */
  const keep = async (...pages) => {
    if (!navigator.serviceWorker) return;
    for (const r of await navigator.serviceWorker.getRegistrations()) if (new URL(r.scope).pathname === "/computer") await r.unregister(); // of an older version
    await navigator.serviceWorker.register("/offline.js");
    const {active} = await navigator.serviceWorker.ready, told = new MessageChannel();
    await new Promise((done) => { told.port1.onmessage = done; active?.postMessage(pages, [told.port2]); });
  };
  /** leave forgets the account of this browser, and starts again. */
  const leave = async () => { sessionStorage.removeItem("tafl3d"); await kept("readwrite", (keys) => keys.delete("device")); location.reload(); };
  /** busy does something that a button asks for, once at a time. The button keeps the focus: a disabled one would lose it.
   *  @param {Element} b @param {() => Promise<any>} act */
  const busy = async (b, act) => {
    if (b.getAttribute("aria-disabled") === "true") return;
    b.setAttribute("aria-disabled", "true");
    try { await act(); } finally { b.removeAttribute("aria-disabled"); }
  };
  /** oddsFor is the body of a request to join that may lead to games with this clock: with time odds the service wants to hear
   *  that the page knows them. @param {string} clock */
  const oddsFor = (clock) => clock.includes("/") ? {odds: true} : undefined;
  /** sorry says what went wrong. @param {unknown} e */
  const sorry = (e) => note(e instanceof Error ? e.message : String(e));

  return {root, busy, say, find, note, sorry, make, ask, oddsFor, Refusal, random, begin, save, signIn, signUp, join, send, ping, connect, disconnect, keep, leave, get session() { return session; }};
})();
