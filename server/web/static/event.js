// @ts-check
"use strict";
// A tournament for who has signed in: he enters and leaves it, comes to his game, and directs it if it is his.
(() => {
  const {root, busy, say, find, note, sorry, make, ask, oddsFor, signIn, ping, connect} = tafl3d;
  /** @typedef {{game: string, attackers: number, defenders: number, verdict?: string, due?: boolean}} Game
   *  @typedef {{version: number, phase: string, spec: {clock: string}, joined?: boolean, yours?: boolean, entrants: {number: number, player: {id: string, name: string}, withdrawn?: boolean}[],
   *    pairings: {pairing: number, round: number, games?: Game[]}[]}} Event */
  const at = "/v1/events/" + encodeURIComponent(root.dataset.event || "");
  /** @type {Event|null} */
  let event = null;
  /** @param {string} name @param {boolean} on */
  const show = (name, on) => { const el = find(name); if (el.hidden === on) el.hidden = !on; };
  /** @param {number} n */
  const named = (n) => { const p = event?.entrants.find((e) => e.number === n); return p ? p.player.name : ""; };
  /** fill puts options into a choice; what is chosen stays. @param {string} name @param {[string, string][]} options */
  const fill = (name, options) => {
    const el = find(`[name=${name}]`), was = el.value;
    if (options.map((o) => o.join()).join("|") === el.dataset.has) return;
    el.dataset.has = options.map((o) => o.join()).join("|");
    el.replaceChildren(...options.map(([value, text]) => make("option", text, {value})));
    if (options.some(([value]) => value === was)) el.value = was;
  };
  /** games lists them, those that are open before the others. @param {Event} e */
  const games = (e) => {
    /** @type {[string, string][]} */
    const open = [], over = [];
    for (const p of e.pairings) (p.games || []).forEach((g, leg) => {
      const text = `${say("Round %d").replace("%d", String(p.round))}: ${named(g.attackers)} – ${named(g.defenders)}${g.verdict ? " · " + say(results[g.verdict] || g.verdict) : ""}`;
      (g.verdict ? over : open).push([`${p.pairing} ${leg}`, text]);
    });
    return [...open, ...over.reverse()];
  };
  /** @type {Record<string, string>} */
  const results = {attackers: "The attackers win", defenders: "The defenders win", draw: "A draw", neither: "Both lose"};
  /** learn shows what can be done now. @param {Event} e */
  const learn = (e) => {
    event = e;
    const me = tafl3d.session?.player.id, entry = e.phase === "entry", over = e.phase === "over";
    const mine = e.entrants.find((p) => p.player.id === me && !p.withdrawn)?.number;
    const due = mine && e.pairings.flatMap((p) => p.games || []).find((g) => g.due && !g.verdict && (g.attackers === mine || g.defenders === mine));
    if (due) find("[data-mine]").href = "/play/" + encodeURIComponent(due.game);
    show("[data-mine]", Boolean(due));
    show("[data-way]", !me && !over);
    show("[data-do=join]", Boolean(me) && !mine && !over);
    show("[data-do=leave]", Boolean(mine) && !over);
    show("[data-direct]", Boolean(e.yours) && !over);
    show("[data-do=start]", entry);
    show("[data-do=pause]", e.phase === "running");
    show("[data-do=resume]", e.phase === "paused");
    show("[data-invite]", entry);
    show("[data-rule]", !entry);
    fill("player", e.entrants.filter((p) => !p.withdrawn).map((p) => [String(p.number), p.player.name]));
    fill("bout", games(e));
    root.dataset.phase = e.phase;
  };
  const load = async () => learn(await ask("GET", at));
  /** @param {any} order */
  const order = async (order) => { await ask("POST", at + "/orders", order); await load(); note(say("Change saved")); };
  const bout = () => { const [pairing, leg] = find("[name=bout]").value.split(" ").map(Number); return {pairing, leg}; };
  const player = () => Number(find("[name=player]").value);
  /** decide asks before an order about the chosen game. @param {string} decision @param {any} does */
  const decide = async (decision, does) => {
    const game = find("[name=bout]").selectedOptions[0];
    if (game && confirm(`${game.textContent}. ${decision}. ${say("Decide this game?")}`)) await order({...does, ...bout()});
  };
  /** @param {string} verdict */
  const rule = (verdict) => decide(say(results[verdict]), {do: "adjudicate", verdict});
  /** @type {Record<string, () => Promise<any>>} */
  const acts = {
    join: async () => { await ask("POST", at + "/join", oddsFor(event?.spec.clock || "")); await load(); },
    leave: async () => { if (event?.phase === "entry" || confirm(say("Open games are forfeited. This cannot be undone."))) { await ask("POST", at + "/leave"); await load(); } },
    start: () => order({do: "start"}),
    pause: () => order({do: "pause"}),
    resume: () => order({do: "resume"}),
    end: async () => { if (confirm(say("End the tournament?") + " " + say("The standings become final, and games in progress are void. This cannot be undone."))) await order({do: "end"}); },
    withdraw: async () => { if (event?.phase === "entry" || confirm(`${named(player())}: ${say("Open games are forfeited. This cannot be undone.")}`)) await order({do: "withdraw", player: player()}); },
    forfeit: () => decide(say("%s forfeits").replace("%s", named(player())), {do: "forfeit", player: player()}),
    attackers: () => rule("attackers"), defenders: () => rule("defenders"), draw: () => rule("draw"), neither: () => rule("neither"),
  };
  for (const b of root.querySelectorAll("[data-do]")) b.addEventListener("click", () => {
    const button = /** @type {HTMLButtonElement} */ (b);
    note("");
    busy(button, acts[button.dataset.do || ""]).catch(sorry);
  });
  find("[data-invite]").addEventListener("submit", (/** @type {SubmitEvent} */ e) => {
    e.preventDefault();
    note("");
    order({do: "invite", name: find("#engine").value.trim()}).then(() => { find("#engine").value = ""; }).catch(sorry);
  });
  signIn().catch(() => null).then(async () => {
    await load();
    if (event?.phase === "over" || !tafl3d.session) return;
    if (event?.yours) {
      find("[data-direct]").open = true;
      const lobby = await ask("GET", "/v1/lobby").catch(() => ({}));
      find("#engines").replaceChildren(...(lobby.bots || []).map((/** @type {{name: string}} */ b) => make("option", "", {value: b.name})));
    }
    connect((type, body) => {
      if (type !== "notice" || body.kind !== "game") return;
      if (event?.yours) load().catch(() => {}); // who directs is not called away
      else location.href = "/play/" + encodeURIComponent(body.game);
    });
    setInterval(() => { ping(); if (!document.hidden && event?.phase !== "over") load().catch(() => {}); }, 4000);
  }).catch(sorry);
})();
