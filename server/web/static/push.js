// @ts-check
"use strict";
// Notices while the page is closed, on this browser: only after the player asks for them.
const tafl3dPush = (() => {
  const {ask, say, keep} = tafl3d;
  const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  /** @param {string} text in base64url */
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
  /** @param {ArrayBuffer|null|undefined} data */
  const base64 = (data) => btoa(String.fromCharCode(...new Uint8Array(data || new ArrayBuffer(0)))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");
  const manager = async () => { await keep(); return (await navigator.serviceWorker.ready).pushManager; };
  /** enlist gives the service the subscription of this browser. @param {string} key of the service */
  const enlist = async (key) => {
    const m = await manager(), old = await m.getSubscription();
    if (old && base64(old.options.applicationServerKey) !== key) await old.unsubscribe();
    const s = await m.subscribe({userVisibleOnly: true, applicationServerKey: bytes(key)});
    await ask("POST", "/v1/me/push", {endpoint: s.endpoint, p256dh: base64(s.getKey("p256dh")), auth: base64(s.getKey("auth")), language: document.documentElement.lang});
    localStorage.setItem("tafl3d-push", s.endpoint);
  };
  /** on asks the player for permission. @param {string} key */
  const on = async (key) => {
    if (await Notification.requestPermission() !== "granted") throw new Error(say("Your browser does not allow notices from this page. Allow them in its settings."));
    await enlist(key);
  };
  /** off ends the subscription of this browser. */
  const off = async () => {
    localStorage.removeItem("tafl3d-push");
    if (able) await (await (await navigator.serviceWorker.getRegistration("/"))?.pushManager.getSubscription())?.unsubscribe();
  };
  /** renew enlists again after the browser has changed its subscription. @param {string} key */
  const renew = async (key) => {
    if (Notification.permission !== "granted" || !localStorage.getItem("tafl3d-push")) return;
    const s = await (await navigator.serviceWorker.getRegistration("/"))?.pushManager.getSubscription();
    if (s?.endpoint !== localStorage.getItem("tafl3d-push")) await enlist(key);
  };
  return {able, on, off, renew};
})();
