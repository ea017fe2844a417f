// @ts-check
"use strict";
// The lobby: who is there, what may be played, and one's own account.
(() => {
  const {root, say, find, note, sorry, make, ask, begin, signIn, signUp, join, ping, connect, leave} = tafl3d;
  /** @typedef {{id: string, name: string, bot?: boolean, rating?: number}} Player */


  const me = find("[data-me]"), form = find("[data-enter]"), entry = find("[data-join]"), keep = find("[data-keep]"), hall = find("[data-hall]");
  const code = root.dataset.code;
  let queued = 0;
  /** button makes one that does something, and says why where it cannot.
   *  @param {string} text @param {() => Promise<any>} act @param {string} [label] */
  const button = (text, act, label) => {
    const b = /** @type {HTMLButtonElement} */ (make("button", text, {type: "button", ...(label ? {"aria-label": label} : {})}));
    b.addEventListener("click", async () => { b.disabled = true; try { await act(); } catch (e) { sorry(e); } b.disabled = false; });
    return b;
  };
  /** @param {string} game */
  const go = (game) => { location.href = "/play/" + encodeURIComponent(game); };
  /** @param {any} take */
  const take = async (take) => go((await ask("POST", "/v1/seeks/take", take)).game);
  /** @param {string} id */
  const named = (id) => { const o = find(`[name=variant] option[value="${CSS.escape(id)}"]`); return o ? o.textContent : id; };
  /** @param {string} name @param {Node[][]} rows @param {string} none */
  const list = (name, rows, none) => {
    const ul = find(`[data-list=${name}]`);
    ul.replaceChildren(...rows.map((row) => { const li = make("li", ""); li.append(...row); return li; }));
    if (!rows.length) ul.append(make("li", none, {class: "empty"}));
  };
  /** events shows the tournaments that are not over, and lets one join those that may still be joined. */
  const events = async () => {
    const all = /** @type {any[]} */ (await ask("GET", "/v1/events")).filter((e) => e.phase !== "over").slice(0, 12);
    list("events", all.map((e) => {
      const row = [make("a", e.spec.name, {href: "/events/" + e.id}), make("span", ` ${named(e.spec.variants[0])} · ${say(e.phase === "entry" ? "open for entry" : "Under way")}`, {class: "soft"})];
      /** @param {string} text @param {string} verb */
      const does = (text, verb) => button(text, () => ask("POST", `/v1/events/${encodeURIComponent(e.id)}/${verb}`).then(events), `${text}: ${e.spec.name}`);
      if (e.phase === "entry") row.push(e.joined ? does(say("Leave"), "leave") : does(say("Join"), "join"));
      return row;
    }), say("None"));
  };
  const show = async () => {
    events().catch(sorry);
    const l = await ask("GET", "/v1/lobby");
    const mine = tafl3d.session ? tafl3d.session.player.id : "";
    list("mine", (l.mine || []).map((/** @type {any} */ g) => {
      const other = g.attackers.id === mine ? g.defenders : g.attackers, turn = (g.turn === "attackers" ? g.attackers : g.defenders).id === mine;
      return [make("a", `${named(g.variant)}: ${other.name}`, {href: "/play/" + g.game}), make("span", turn ? " · " + say("Your turn") : "", {class: "soft"})];
    }), say("None"));
    list("seeks", (l.seeks || []).map((/** @type {any} */ s) => {
      const what = `${named(s.seek.variants[0])}, ${s.seek.clocks[0]}`;
      if (s.mine) return [make("span", s.seek.to ? `${what} → ${s.seek.to}` : what), button(say("Withdraw"), () => ask("POST", "/v1/seeks/withdraw", {id: s.id}).then(show))];
      const row = [make("b", s.by.name), make("span", " " + what), button(say("Play"), () => take({id: s.id}), `${say("Play")}: ${s.by.name}, ${what}`)];
      if (s.for_me) row.push(button(say("Decline"), () => ask("POST", "/v1/seeks/withdraw", {id: s.id}).then(show)));
      return row;
    }), say("Nobody looks for a game just now. Open one, or send a link."));
    list("here", (l.here || []).filter((/** @type {Player} */ p) => p.id !== mine).concat(l.bots || []).slice(0, 20).map((/** @type {Player} */ p) => [
      make("a", p.name, {href: "/players/" + encodeURIComponent(p.name)}), make("span", [p.bot ? say("bot") : "", p.rating ? String(p.rating) : ""].filter(Boolean).join(" · "), {class: "soft"}),
      button(say(p.bot ? "Play" : "Challenge"), p.bot ? async () => go((await ask("POST", "/v1/queue/bot", {name: p.name})).game) : () => challenge(p.name), `${say(p.bot ? "Play" : "Challenge")}: ${p.name}`)]), say("None"));
    list("live", (l.live || []).slice(0, 12).map((/** @type {any} */ g) => [make("a", `${g.attackers.name} – ${g.defenders.name}`, {href: "/games/" + g.game}), make("span", " " + named(g.variant), {class: "soft"})]), say("None"));
  };
  const terms = () => {
    const f = new FormData(find("[data-new]")), side = String(f.get("side") || ""), delay = Number(f.get("delay"));
    return {variants: [String(f.get("variant"))], clocks: [String(f.get("clock"))], ...(side ? {side} : {}), rated: f.get("rated") === "on", ...(f.get("double") ? {double: true} : {}), ...(delay ? {delay} : {})};
  };
  /** look stands in the queue until a game begins, and offers bots meanwhile. */
  const look = async () => {
    if (!queued) return;
    const w = await ask("GET", "/v1/queue");
    if (!w.in) { queued = 0; find("[data-queue]").hidden = true; return; }
    find("[data-waits]").textContent = `${w.seconds || 0} s`;
    const bots = (w.bots || []).map((/** @type {Player} */ p) => p.name).join();
    if (bots === find("[data-bots]").dataset.names) return;
    find("[data-bots]").dataset.names = bots;
    find("[data-bots]").replaceChildren(...(w.bots || []).slice(0, 5).map((/** @type {Player} */ p) => button(`${say("Play")} ${p.name}`, async () => { queued = 0; go((await ask("POST", "/v1/queue/bot", {name: p.name})).game); })));
  };
  /** @param {string} to */
  const challenge = async (to) => { await ask("POST", "/v1/seeks", {...terms(), to}); note(say("Your challenge is sent.")); await show(); };
  /** codes shows codes, which are told once. @param {string} path @param {string} text */
  const codes = async (path, text) => {
    const told = await ask("POST", path), at = find("[data-codes]");
    at.hidden = false;
    at.querySelector("span").textContent = say(text);
    at.querySelector("strong").textContent = told.codes.join(" ");
  };
  /** @type {Record<string, () => Promise<any>>} */
  const acts = {
    device: () => codes("/v1/me/pairing", "Type this code on your other device within ten minutes, where it signs in."),
    recovery: () => codes("/v1/me/recovery", "Write these down and keep them safe: each lets you in once if you lose your device. Older codes no longer work."),
    out: async () => { await ask("DELETE", "/v1/sessions"); await leave(); },
    seek: async () => { await ask("POST", "/v1/seeks", terms()); await show(); },
    queue: async () => { const {variants, clocks, rated} = terms(); await ask("POST", "/v1/queue", {variants, clocks, rated}); queued = 1; find("[data-queue]").hidden = false; await look(); },
    stop: async () => { queued = 0; find("[data-queue]").hidden = true; await ask("DELETE", "/v1/queue"); },
    invite: async () => {
      const open = await ask("POST", "/v1/seeks", {...terms(), rated: false, invite: true});
      find("[data-link]").hidden = false;
      const field = find("#link");
      field.value = `${location.origin}/i/${open.code}`;
      field.focus(); field.select();
      await show();
    },
    challenge: () => challenge(find("[name=to]").value.trim()),
    copy: async () => { find("#link").select(); await navigator.clipboard.writeText(find("#link").value); },
  };
  for (const b of root.querySelectorAll("[data-do]")) b.addEventListener("click", () => { note(""); acts[/** @type {HTMLElement} */ (b).dataset.do || ""]().catch(sorry); });
  const whoIAm = async () => {
    const told = await ask("GET", "/v1/me");
    me.textContent = told.player.name;
    keep.hidden = !told.guest;
    find("[data-profile]").href = "/players/" + encodeURIComponent(told.player.name);
    find("[data-do=out]").hidden = told.devices.filter((/** @type {any} */ d) => !d.revoked).length < 2; // else nobody could come back
    rested(told.vacation);
  };
  /** @param {{left: number}} v */
  const rested = (v) => { find("[data-rested]").textContent = say("Days of vacation that are left this year: %d").replace("%d", String(v.left)); };
  find("[data-rest]").addEventListener("submit", async (/** @type {Event} */ e) => {
    e.preventDefault();
    note("");
    try { rested(await ask("POST", "/v1/me/vacation", {days: Number(find("[name=days]").value)})); } catch (e) { sorry(e); }
  });
  keep.addEventListener("submit", async (/** @type {Event} */ e) => {
    e.preventDefault();
    note("");
    try {
      const player = await ask("PATCH", "/v1/me", {name: keep.elements.own.value.trim()});
      if (tafl3d.session) begin({...tafl3d.session, player});
      await whoIAm();
    } catch (e) { sorry(e); }
  });
  const enter = async () => {
    if (!tafl3d.session) return;
    if (code) return take({code});
    form.hidden = entry.hidden = true; hall.hidden = false;
    await whoIAm();
    await show();
    connect((type, body) => {
      if (type === "welcome") note("");
      if (type === "notice" && body.kind === "game") return go(body.game);
      if (type === "notice" && body.text) note(body.text);
      if (type === "notice") show().catch(sorry);
    });
    setInterval(() => { look().catch(sorry); ping(); }, 4000);
    setInterval(() => { if (!document.hidden) show().catch(() => {}); }, 15000);
  };
  form.addEventListener("submit", async (/** @type {Event} */ e) => {
    e.preventDefault();
    const go = form.querySelector("button");
    go.disabled = true; note("");
    try { if (!tafl3d.session) await signUp(form.elements.name.value.trim()); await enter(); } catch (e) { sorry(e); }
    go.disabled = false;
  });
  entry.addEventListener("submit", async (/** @type {Event} */ e) => {
    e.preventDefault();
    note("");
    try { await join(entry.elements.code.value.replace(/\s/g, "")); await enter(); } catch (e) { sorry(e); }
  });
  signIn().then(async (s) => {
    if (!s) { form.hidden = entry.hidden = false; return; }
    if (!code) return enter();
    form.hidden = false;
    form.querySelector("[data-name]").hidden = true;
    const guest = form.querySelector("[data-guest]");
    if (guest) guest.hidden = !(await ask("GET", "/v1/me")).guest;
  }).catch((e) => { form.hidden = false; sorry(e); });
})();
