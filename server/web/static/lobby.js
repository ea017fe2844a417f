// @ts-check
"use strict";
// The lobby: who is there, what may be played, and one's own account.
(() => {
  const {root, busy, say, find, note, sorry, make, ask, oddsFor, begin, save, signIn, signUp, join, send, ping, connect, leave} = tafl3d;
  /** @typedef {{id: string, name: string, bot?: boolean, rating?: number, level?: number}} Player */


  const me = find("[data-me]"), form = find("[data-enter]"), entry = find("[data-join]"), keep = find("[data-keep]"), hall = find("[data-hall]");
  const code = root.dataset.code;
  /** The number of the wish with which one stands in the queue, 0 outside; how many there were; the last request about it. */
  let queued = 0, wishes = 0, turn = Promise.resolve();
  /** What the service tells by itself: the lobby, by its number, and how it goes in the queue.
   *  @type {any} */
  let known = null;
  let seq = 0, awaited = false, since = 0;
  /** button makes one that does something, and says why where it cannot.
   *  @param {string} text @param {() => Promise<any>} act @param {string} [label] */
  const button = (text, act, label) => {
    const b = /** @type {HTMLButtonElement} */ (make("button", text, {type: "button", ...(label ? {"aria-label": label} : {})}));
    b.addEventListener("click", () => busy(b, act).catch(sorry));
    return b;
  };
  /** @param {string} game */
  const go = (game) => { location.href = "/play/" + encodeURIComponent(game); };
  /** @param {any} take */
  const take = async (take) => go((await ask("POST", "/v1/seeks/take", {...take, odds: true})).game);
  /** @param {string} id */
  const named = (id) => { const o = find(`[name=variant] option[value="${CSS.escape(id)}"]`); return o ? o.textContent : id; };
  let guest = false;
  /** What the lists were last drawn from. @type {Record<string, string>} */
  const drawn = {};
  /** list draws a list again if what it shows has changed: a click on a row that is replaced meanwhile would be lost.
   *  @param {string} name @param {Node[][]} rows @param {string} none @param {any} of */
  const list = (name, rows, none, of) => {
    const now = JSON.stringify([of, guest]);
    if (drawn[name] === now) return;
    drawn[name] = now;
    const ul = find(`[data-list=${name}]`);
    ul.replaceChildren(...rows.map((row) => { const li = make("li", ""); li.append(...row); return li; }));
    if (!rows.length) ul.append(make("li", none, {class: "empty"}));
  };
  /** told says what a seek is about. @param {any} q */
  const told = (q) => [q.rules ? `${q.variants[0]} (${say("custom rules")})` : q.variants.map(named).join(", "), q.clocks.map(clocked).join(", "),
    q.rated ? say(guest ? "rated, except for guests" : "rated") : "", q.double ? say("two, with sides swapped") : "", q.start ? say("custom position") : ""].filter(Boolean).join(" · ");
  /** @param {string} id */
  const clocked = (id) => { const o = find(`[name=clock] option[value="${CSS.escape(id)}"]`); return o ? o.textContent : say(id); };
  /** chips is a list of games next to the one in a form. @param {string} at @param {string} adds what adds one */
  const chips = (at, adds) => {
    /** @type {string[]} */
    let ids = [];
    const show = () => {
      find(at).replaceChildren(...ids.map((id) => {
        const li = make("li", "");
        li.append(make("span", named(id)), button("×", async () => { ids = ids.filter((i) => i !== id); show(); if (!ids.length) find(adds).focus(); }, `${say("Remove")}: ${named(id)}`));
        return li;
      }));
    };
    return {
      /** @param {string} id */
      add: (id) => { if (!ids.includes(id)) ids.push(id); show(); },
      /** @param {string} id */
      with: (id) => [...new Set([...ids, id])],
    };
  };
  const also = chips("[data-also]", "[data-do=also]"), more = chips("[data-more]", "[data-do=more]");
  /** several is what the queue is asked for: all the games that were chosen. */
  const several = () => { const q = terms(); return q.rules || q.start ? q : {...q, variants: also.with(q.variants[0])}; };
  /** events shows the tournaments that are not over, and lets one join those that may still be joined. */
  const events = async () => {
    const all = /** @type {any[]} */ (await ask("GET", "/v1/events")).filter((e) => e.phase !== "over").slice(0, 12);
    list("events", all.map((e) => {
      const row = [make("a", e.spec.name, {href: "/events/" + e.id}), make("span", ` ${e.spec.variants.map(named).join(", ")} · ${say(e.phase === "entry" ? "open for entry" : "In progress")}`, {class: "soft"})];
      if (e.phase === "entry" && e.spec.starts) row.push(make("time", "", {datetime: new Date(1000 * e.spec.starts).toISOString(), class: "soft"}));
      /** @param {string} text @param {string} verb @param {any} [body] */
      const does = (text, verb, body) => button(text, () => ask("POST", `/v1/events/${encodeURIComponent(e.id)}/${verb}`, body).then(events), `${text}: ${e.spec.name}`);
      if (e.phase === "entry") row.push(e.joined ? does(say("Leave"), "leave") : does(say("Join"), "join", oddsFor(e.spec.clock)));
      return row;
    }), say("None"), all);
  };
  /** follow says what the service is to tell by itself. */
  const follow = () => send("follow", {lobby: true, changes: true, queue: queued > 0});
  /** patched is a list as it is after a change. @param {any[]} list @param {any} p */
  const patched = (list, p) => {
    if (!p) return list;
    const gone = new Set(p.gone || []), left = list.filter((_, i) => !gone.has(i));
    for (const n of p.new || []) left.splice(n.at, 0, n.one);
    return left;
  };
  /** changed takes a change of the lobby in; where one is missing, the whole is asked for. @param {any} c */
  const changed = (c) => {
    if (!known) return;
    if (c.after !== seq) { known = null; follow(); return; }
    seq = c.seq;
    for (const name of ["seeks", "live", "mine", "queue", "here", "bots"]) known[name] = patched(known[name] || [], c[name]);
    known.waiting = c.waiting;
    draw(known);
  };
  /** Whether the note is about a refresh that failed, until one succeeds. */
  let troubled = false;
  /** @param {unknown} e */
  const trouble = (e) => { troubled = true; sorry(e); };
  const fine = () => { if (troubled) note(""); troubled = false; };
  /** show draws the lobby again. It is requested where the service does not send it. */
  const show = async () => {
    events().then(fine, trouble);
    if (marked) friends().catch(trouble);
    if (!known) draw(await ask("GET", "/v1/lobby"));
  };
  /** folded has the other challenges of an account behind its newest one. @param {any} s */
  const folded = (s) => {
    const box = make("details", "");
    box.append(make("summary", "+" + s.more.length, {"aria-label": `${s.by.name} +${s.more.length}`}), ...s.more.map((/** @type {any} */ o) => {
      const line = make("div", told(o.seek) + " ");
      line.append(button(say("Play"), () => take({id: o.id}), `${say("Play")}: ${s.by.name}, ${told(o.seek)}`));
      return line;
    }));
    return box;
  };
  /** The player's games when the page began. Another one begins with the page open, even if its notice was lost.
   *  @type {Set<string>|null} */
  let before = null;
  /** draw shows a lobby. @param {any} l */
  const draw = (l) => {
    const mine = tafl3d.session ? tafl3d.session.player.id : "", games = (l.mine || []).map((/** @type {any} */ g) => g.game);
    before ||= new Set(games);
    const begun = games.find((/** @type {string} */ id) => !before?.has(id));
    if (begun) return go(begun);
    list("mine", (l.mine || []).map((/** @type {any} */ g) => {
      const other = g.attackers.id === mine ? g.defenders : g.attackers, turn = (g.turn === "attackers" ? g.attackers : g.defenders).id === mine;
      return [make("a", `${named(g.variant)}: ${other.name}`, {href: "/play/" + g.game}), make("span", turn ? " · " + say("Your turn") : "", {class: "soft"})];
    }), say("None"), [l.mine, mine]);
    find("[data-mine]").hidden = !(l.mine || []).length;
    list("seeks", (l.seeks || []).map((/** @type {any} */ s) => {
      const what = told(s.seek);
      if (s.mine) return [make("span", s.seek.to ? `${what} → ${s.seek.to}` : what), button(say("Withdraw"), () => ask("POST", "/v1/seeks/withdraw", {id: s.id}).then(show))];
      const row = [make("b", s.by.name), make("span", " " + what), button(say("Play"), () => take({id: s.id}), `${say("Play")}: ${s.by.name}, ${what}`)];
      if (s.more) row.push(folded(s));
      if (s.for_me) row.push(button(say("Decline"), () => ask("POST", "/v1/seeks/withdraw", {id: s.id}).then(show)));
      return row;
    }).concat((l.queue || []).map((/** @type {any} */ q) => [make("b", say("Someone is waiting")), make("span", " " + told(q)),
      button(say("Play"), () => wait({variants: q.variants, clocks: q.clocks, rated: q.rated, double: q.double}), `${say("Play")}: ${told(q)}`)])), say("No open challenges right now. Create one, or send a link."), [l.seeks, l.queue]);
    list("here", (l.here || []).filter((/** @type {Player} */ p) => p.id !== mine).concat(l.bots || []).slice(0, 20).map((/** @type {Player} */ p) => [
      make("a", p.name, {href: "/players/" + encodeURIComponent(p.name)}), make("span", [p.bot ? say("bot") : "", p.level ? `${say("Level")} ${p.level}` : "", p.rating ? String(p.rating) : ""].filter(Boolean).join(" · "), {class: "soft"}),
      button(say(p.bot ? "Play" : "Challenge"), p.bot ? () => bot(p.name) : () => challenge(p.name), `${say(p.bot ? "Play" : "Challenge")}: ${p.name}`)]), say("None"), [l.here, l.bots, mine]);
    list("live", (l.live || []).slice(0, 12).map((/** @type {any} */ g) => [make("a", `${g.attackers.name} – ${g.defenders.name}`, {href: "/games/" + g.game}), make("span", " " + named(g.variant), {class: "soft"})]), say("None"), l.live);
  };
  /** own is a file of rules and what it calls itself. @param {string} rules */
  const own = (rules) => ({id: (/^\s*id\s*=\s*"([^"]*)"/m.exec(rules) || [])[1] || "own-rules", rules});
  const terms = () => {
    const f = new FormData(find("[data-new]")), side = String(f.get("side") || ""), delay = Number(f.get("delay"));
    const rules = String(f.get("rules")).trim(), start = String(f.get("start")).trim();
    return {variants: [rules ? own(rules).id : String(f.get("variant"))], ...(rules ? {rules} : {}), ...(start ? {start} : {}), clocks: [String(f.get("clock"))], ...(side ? {side} : {}), rated: f.get("rated") === "on", ...(f.get("double") ? {double: true} : {}), ...(delay ? {delay} : {})};
  };
  /** look stands in the queue until a game begins. */
  const look = async () => {
    const at = queued;
    if (!at) return;
    if (awaited) waits();
    else {
      const told = await ask("GET", "/v1/queue");
      if (queued === at) goes(told); // else it is about an older wish
    }
    fine();
  };
  /** waits shows for how long one has waited. */
  const waits = () => { find("[data-waits]").textContent = `${Math.round((Date.now() - since) / 1000)} s · ${find("[data-waits]").dataset.who}`; };
  let fresh = false; // in the queue, before the first answer
  /** goes shows how it goes in the queue, and offers bots. @param {any} w */
  const goes = (w) => {
    if (!queued) return;
    if (!w.in) { queued = 0; find("[data-queue]").hidden = true; follow(); return; }
    since = Date.now() - 1000 * (w.seconds || 0);
    find("[data-waits]").dataset.who = w.range ? say("You are paired with players within %d points of your rating. The range widens as you wait.").replace("%d", w.range) : say("You can now be paired with anyone.");
    waits();
    const bots = (w.bots || []).map((/** @type {Player} */ p) => p.name).join();
    if (bots !== find("[data-bots]").dataset.names) find("[data-bots]").replaceChildren(...(w.bots || []).slice(0, 5).map((/** @type {Player} */ p) => button(`${say("Play")} ${p.name}`, async () => { queued = 0; go((await ask("POST", "/v1/queue/bot", {name: p.name})).game); })));
    find("[data-bots]").dataset.names = bots;
    if (fresh) find("[data-queue]").scrollIntoView({block: "nearest"}); // it has grown
    fresh = false;
  };
  /** inTurn has the requests about the queue answered one after the other: one to leave must not undo a later one to enter.
   *  @param {() => Promise<any>} act */
  const inTurn = (act) => { const done = turn.then(act); turn = done.catch(() => {}); return done; };
  /** enqueue goes into the queue. @param {any} q */
  const enqueue = async (q) => {
    await ask("POST", "/v1/queue", q);
    queued = ++wishes;
    awaited = false;
    fresh = true;
    follow();
    find("[data-queue]").hidden = false;
    find("[data-queue]").scrollIntoView({block: "nearest"});
    find("[data-for]").textContent = q.variants.map(named).join(", ");
  };
  /** wait goes into the queue and looks at it. @param {any} q */
  const wait = async (q) => { await inTurn(() => enqueue(q)); await look(); };
  /** stop leaves the queue. */
  const stop = async () => { queued = 0; find("[data-queue]").hidden = true; await ask("DELETE", "/v1/queue"); };
  /** bot plays a bot at once: what the form says, or any game of those that it knows. @param {string} name */
  const bot = (name) => inTurn(async () => {
    await ask("POST", "/v1/queue", several());
    try { go((await ask("POST", "/v1/queue/bot", {name})).game); } catch (e) { await stop().catch(() => {}); throw e; }
  });
  /** @param {string} to */
  const challenge = async (to) => { await ask("POST", "/v1/seeks", {...terms(), to}); note(say("Challenge sent.")); await show(); };
  /** codes shows codes, which are told once. @param {string} path @param {string} text */
  const codes = async (path, text) => {
    const told = await ask("POST", path), at = find("[data-codes]");
    at.hidden = false;
    at.querySelector("span").textContent = say(text);
    at.querySelector("strong").textContent = told.codes.join(" ");
  };
  /** @type {Record<string, () => Promise<any>>} */
  const acts = {
    device: () => codes("/v1/me/pairing", "Enter this code on your other device within ten minutes to sign in."),
    recovery: () => codes("/v1/me/recovery", "Write these down and keep them safe. Each signs you in once if you lose your device. Older codes no longer work."),
    out: async () => {
      const here = notified?.list.find((/** @type {any} */ p) => p.here);
      if (here) await ask("POST", "/v1/me/push/remove", {key: here.device});
      await tafl3dPush.off().catch(() => {});
      await ask("DELETE", "/v1/sessions");
      await leave();
    },
    push: async () => { await tafl3dPush.on(notified.key); await pushes(); },
    seek: async () => { await ask("POST", "/v1/seeks", terms()); await show(); },
    queue: () => wait(several()),
    also: async () => also.add(find("[data-new] [name=variant]").value),
    more: async () => more.add(find("[name=game]").value),
    export: () => save("/v1/me/export", "tafl3d-account.jsonl"),
    stop: async () => { queued = 0; follow(); find("[data-queue]").hidden = true; find("[data-do=queue]").focus(); await inTurn(stop); },
    invite: async () => {
      const open = await ask("POST", "/v1/seeks", {...terms(), rated: false, invite: true});
      find("[data-link]").hidden = false;
      const field = find("#link");
      field.value = `${location.origin}/i/${open.code}`;
      field.focus(); field.select();
      await show();
    },
    friend: async () => { const field = find("#friend"); await ask("POST", "/v1/me/friends", {name: field.value.trim()}); field.value = ""; await whoIAm(); },
    challenge: () => challenge(find("[name=to]").value.trim()),
    copy: async () => { find("#link").select(); await navigator.clipboard.writeText(find("#link").value); },
  };
  for (const b of root.querySelectorAll("[data-do]")) b.addEventListener("click", () => { note(""); acts[/** @type {HTMLElement} */ (b).dataset.do || ""]().catch(sorry); });
  // The games that most play, and pairings that one press looks for.
  const select = find("[data-new] [name=variant]"), chosen = () => { for (const b of root.querySelectorAll("[data-popular]")) b.setAttribute("aria-pressed", String(/** @type {HTMLElement} */ (b).dataset.popular === select.value)); };
  select.addEventListener("change", chosen);
  chosen();
  for (const b of root.querySelectorAll("[data-popular]")) b.addEventListener("click", () => { select.value = /** @type {HTMLElement} */ (b).dataset.popular || ""; chosen(); });
  for (const b of root.querySelectorAll("[data-quick]")) b.addEventListener("click", () => {
    const [variant, clock] = (/** @type {HTMLElement} */ (b).dataset.quick || "").split(" ");
    note("");
    wait({variants: [variant], clocks: [clock], rated: find("[name=rated]").checked}).catch(sorry);
  });
  /** friends shows who is there of one's friends, and what they play. */
  let marked = 0;
  const friends = async () => {
    const all = /** @type {any[]} */ (await ask("GET", "/v1/me/friends"));
    marked = all.length;
    list("friends", all.sort((a, b) => Number(Boolean(b.here)) - Number(Boolean(a.here))).map((p) => [make("a", p.name, {href: "/players/" + encodeURIComponent(p.name)}),
      make("span", p.here ? say("online") : "", {class: "here-now"}),
      ...(p.game ? [make("a", say("Watch"), {href: "/games/" + encodeURIComponent(p.game), "aria-label": `${say("Watch")}: ${p.name}`})] : []),
      button(say("Challenge"), () => challenge(p.name), `${say("Challenge")}: ${p.name}`),
      button(say("Remove"), async () => { await ask("POST", "/v1/me/friends", {name: p.name, off: true}); await friends(); }, `${say("Remove")}: ${p.name}`)]), say("None"), all);
  };
  /** What the service says about the browsers that it tells when it is one's move.
   *  @type {any} */
  let notified = null;
  /** pushes lists them, with a way to tell them no longer. */
  const pushes = async () => {
    notified = await ask("GET", "/v1/me/push");
    const here = notified.list.some((/** @type {any} */ p) => p.here);
    find("[data-pushes]").hidden = !tafl3dPush.able && !notified.list.length;
    find("[data-do=push]").hidden = here || !tafl3dPush.able;
    list("pushes", notified.list.map((/** @type {any} */ p) => [make("span", `${p.label || "–"} · ${p.service}`), ...(p.here ? [make("span", say("this device"), {class: "soft"})] : []),
      button(say("Remove"), async () => {
        await ask("POST", "/v1/me/push/remove", {key: p.device});
        if (p.here) await tafl3dPush.off();
        await pushes();
        find("[data-do=push]").focus();
      }, `${say("Remove")}: ${p.label || "–"} · ${p.service}`)]), say("None"), notified);
    if (here) tafl3dPush.renew(notified.key).catch(() => {}); // at the next page
  };
  const whoIAm = async () => {
    const told = await ask("GET", "/v1/me");
    guest = Boolean(told.guest);
    list("devices", told.devices.filter((/** @type {any} */ d) => !d.revoked).map((/** @type {any} */ d) => [
      make("span", d.label || "–"), ...(d.here ? [make("span", say("this device"), {class: "soft"})] : [button(say("Remove"), async () => { await ask("POST", "/v1/me/revoke", {key: d.key}); await whoIAm(); }, `${say("Remove")}: ${d.label}`)])]), say("None"), told.devices);
    find("[data-accepts] [name=from]").value = told.challenges || "all";
    await friends();
    await pushes();
    me.textContent = told.player.name;
    keep.hidden = !told.guest;
    find("[data-profile]").href = "/players/" + encodeURIComponent(told.player.name);
    find("[data-do=out]").hidden = told.devices.filter((/** @type {any} */ d) => !d.revoked).length < 2; // else no one could come back
    rested(told.vacation);
  };
  find("[data-gone]").addEventListener("submit", async (/** @type {Event} */ e) => {
    e.preventDefault();
    note("");
    if (find("#gone").value.trim() !== tafl3d.session?.player.name) { find("#gone").focus(); return note(say("This is not your name")); }
    try { await ask("DELETE", "/v1/me"); await tafl3dPush.off().catch(() => {}); await leave(); } catch (e) { sorry(e); }
  });
  find("[data-file]").addEventListener("change", async (/** @type {any} */ e) => { const file = e.target.files[0]; if (file) find("[name=rules]").value = await file.text(); });
  find("[data-new]").addEventListener("submit", (/** @type {Event} */ e) => e.preventDefault());
  /** @param {{left: number}} v */
  const rested = (v) => { find("[data-rested]").textContent = say("Vacation days left this year: %d").replace("%d", String(v.left)); };
  find("[data-rest]").addEventListener("submit", async (/** @type {Event} */ e) => {
    e.preventDefault();
    note("");
    try { rested(await ask("POST", "/v1/me/vacation", {days: Number(find("[name=days]").value)})); } catch (e) { sorry(e); }
  });
  find("[data-accepts]").addEventListener("submit", (/** @type {Event} */ e) => e.preventDefault());
  find("[data-accepts] [name=from]").addEventListener("change", async (/** @type {any} */ e) => {
    note("");
    try { await ask("POST", "/v1/me/challenges", {from: e.target.value}); } catch (e) { sorry(e); }
  });
  keep.addEventListener("submit", async (/** @type {Event} */ e) => {
    e.preventDefault();
    note("");
    acted = false;
    try {
      const player = await ask("PATCH", "/v1/me", {name: keep.elements.own.value.trim()});
      if (tafl3d.session) begin({...tafl3d.session, player});
      await whoIAm();
      first();
    } catch (e) { sorry(e); }
  });
  /** hold lets one make a tournament. */
  const hold = () => {
    const form = find("[data-hold] form"), f = form.elements;
    const fit = () => {
      for (const el of form.querySelectorAll("[data-for]")) el.hidden = !el.dataset.for.split(" ").includes(f.format.value);
      form.querySelector("p[data-note]").textContent = f.format.selectedOptions[0].dataset.note;
    };
    f.format.addEventListener("change", fit);
    fit();
    /** @param {string} name */
    const number = (name) => f[name].closest("[data-for]")?.hidden ? 0 : Number(f[name].value);
    /** @param {string} name */
    const on = (name) => !f[name].closest("[data-for]")?.hidden && f[name].checked;
    form.addEventListener("submit", async (/** @type {Event} */ e) => {
      e.preventDefault();
      note("");
      const later = number("starts"), tiebreaks = [...form.querySelectorAll("[name=break]")].map((b) => b.value).filter(Boolean);
      const spec = {
        name: f.title.value.trim(), format: f.format.value, variants: more.with(f.game.value), clock: f.control.value, rated: on("counts"), rounds: number("rounds") || number("times"),
        games: number("games") || 1, groups: number("groups"), advance: number("advance"), play_off: number("playoff"), third: on("third"), ladder: on("ladder"), wait: number("wait"), byes: number("byes"),
        late: f.format.value === "swiss" ? 2 : 0, engines: f.engines.value, starts: later ? Math.floor(Date.now() / 1000) + later : 0, tiebreaks,
      };
      try { location.href = "/events/" + (await ask("POST", "/v1/events", spec)).id; } catch (e) { sorry(e); }
    });
  };
  hold();
  const enter = async () => {
    if (!tafl3d.session) return;
    if (code) {
      const {game} = await ask("POST", "/v1/seeks/take", {code, odds: true});
      history.replaceState(null, "", "/play"); // the way back leads to one's games
      return go(game);
    }
    form.hidden = entry.hidden = true; hall.hidden = false;
    await whoIAm();
    await show();
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
    connect((type, body) => {
      if (type === "welcome") { note(""); follow(); }
      if (type === "lobby") { fine(); known = body.lobby; seq = body.seq; draw(known); }
      if (type === "lobby-change") changed(body);
      if (type === "waiting" && queued) { awaited = body.in; goes(body); }
      if (type === "notice" && body.kind === "game") return go(body.game);
      if (type === "notice" && body.text) note(body.text);
      if (type === "notice") show().catch(sorry);
    }, () => { known = null; awaited = false; });
    // Installed like a program, the pages begin here also where there is no line.
    if (matchMedia("(display-mode: standalone)").matches) tafl3d.keep("/computer/" + root.dataset.usual).catch(() => {});
    const next = sessionStorage.getItem("tafl3d-find"); // another opponent for the game that is over
    sessionStorage.removeItem("tafl3d-find");
    if (next) wait(JSON.parse(next)).catch(sorry);
    setInterval(() => { look().catch(trouble); ping(); }, 4000);
    setInterval(() => { if (!document.hidden) show().catch(() => {}); }, 15000);
  };
  let acted = false; // since the name was sent
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, () => { acted = true; }, true);
  /** first gives the focus to the first action of the lobby, unless the player has begun to do something there. */
  const first = () => { if (!hall.hidden && !acted) find("[data-quick]").focus(); };
  form.addEventListener("submit", (/** @type {Event} */ e) => {
    e.preventDefault();
    note("");
    acted = false;
    busy(form.querySelector("button"), async () => { if (!tafl3d.session) await signUp(form.elements.name.value.trim()); await enter(); first(); }).catch(sorry);
  });
  entry.addEventListener("submit", async (/** @type {Event} */ e) => {
    e.preventDefault();
    note("");
    acted = false;
    try { await join(entry.elements.code.value.replace(/\s/g, "")); await enter(); first(); } catch (e) { sorry(e); }
  });
  addEventListener("pageshow", (e) => { if (e.persisted) location.reload(); });
  signIn().then(async (s) => {
    const taken = "taken" in root.dataset;
    if (!s) {
      form.hidden = taken; entry.hidden = false;
      if (!taken && matchMedia("(pointer: fine)").matches) form.elements.name.focus(); // where it opens no keyboard over the page
      return;
    }
    if (!code) return enter();
    if (taken) return enter().catch(() => {}); // to one's own game; else the page says why there is none
    form.hidden = false;
    form.querySelector("[data-name]").hidden = true;
    const guest = form.querySelector("[data-guest]");
    if (guest) guest.hidden = !(await ask("GET", "/v1/me")).guest;
  }).catch((e) => { form.hidden = false; sorry(e); });
})();
