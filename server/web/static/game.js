"use strict";
// Steps through a game, and follows one that is under way. The pages can be read and
// stepped through without it. It knows no rules: the service sends positions.
(() => {
  const root = document.querySelector("article.game");
  if (!root || !window.fetch) return;
  const svg = root.querySelector("svg.board");
  const men = svg.querySelector(".men"), marks = svg.querySelector(".marks");
  const at = svg.dataset.at.split(" ").map(p => p.split(",").map(Number));
  const names = svg.dataset.names.split(" ");
  const kinds = new Map(svg.dataset.kinds.split(";").map(k => { const [letter, symbol, name, side] = k.split(":"); return [letter, {symbol, name, side}]; }));
  const lost = new Map([...kinds].map(([letter, k]) => [letter, [k.symbol, k.name, k.side]]));
  const id = root.dataset.game, say = JSON.parse(root.dataset.words || "{}");
  const ns = "http://www.w3.org/2000/svg";
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let film = null, shown = Number(root.dataset.ply), seq = Number(root.dataset.seq);
  let follow = root.dataset.live === "true", pieces = new Map();

  const url = (n, from) => `/games/${encodeURIComponent(id)}/frames${n ? "?seq=" + n : ""}${from ? "&from=" + from : ""}`;
  // load asks for a film; what is known of it already is not sent again.
  const load = async (n) => {
    const from = n && film ? film.frames.length - 1 : 0;
    const answer = await fetch(url(n, from), {cache: n ? "no-cache" : "default"});
    if (!answer.ok) throw new Error(answer.statusText);
    const next = await answer.json(), known = film && film.frames[next.first];
    if (!next.first) return next;
    if (known && known.pieces === next.frames[0].pieces && known.text === next.frames[0].text) return {...next, frames: film.frames.slice(0, next.first).concat(next.frames)};
    film = null; // something was taken back
    return load(n);
  };

  // place puts a piece on a square, gliding unless that is unwanted.
  const place = (el, sq) => { el.style.transform = `translate(${at[sq][0]}px,${at[sq][1]}px)`; el.dataset.sq = sq; };
  const adopt = () => {
    for (const el of men.children) {
      const sq = Number(el.dataset.sq);
      el.removeAttribute("transform");
      place(el, sq);
      pieces.set(sq, el);
    }
  };
  const lift = (sq) => {
    const el = pieces.get(sq);
    pieces.delete(sq);
    if (!el) return;
    if (calm.matches) { el.remove(); return; }
    el.classList.add("taken");
    setTimeout(() => el.remove(), 260);
  };
  const drop = (sq, symbol) => {
    const el = document.createElementNS(ns, "use");
    el.setAttribute("class", "man");
    el.setAttribute("href", "#" + symbol);
    place(el, sq);
    men.append(el);
    pieces.set(sq, el);
  };
  const draw = (frame, forward) => {
    const from = forward ? frame.from : frame.to, to = forward ? frame.to : frame.from;
    const text = film.frames[forward ? frame.ply : Math.max(frame.ply - 1, 0)].pieces;
    const moved = from >= 0 && to >= 0 && from !== to && pieces.has(from) && text[to] !== "." && text[from] === ".";
    if (moved) {
      if (pieces.has(to)) lift(to);
      const el = pieces.get(from);
      pieces.delete(from);
      pieces.set(to, el);
      place(el, to);
      men.append(el);
    }
    settle(text);
  };
  // settle makes the board what a text says, whatever stood there.
  const settle = (text) => {
    for (let sq = 0; sq < text.length; sq++) {
      const kind = kinds.get(text[sq]), el = pieces.get(sq);
      if (el && (!kind || el.getAttribute("href") !== "#" + kind.symbol)) lift(sq);
      if (kind && !pieces.has(sq)) drop(sq, kind.symbol);
    }
  };
  const markTurn = (frame) => {
    marks.replaceChildren();
    for (const sq of [frame.from, frame.to]) {
      if (sq < 0 || sq >= at.length) continue;
      const c = document.createElementNS(ns, "circle");
      for (const [k, v] of [["class", "mark"], ["cx", at[sq][0]], ["cy", at[sq][1]], ["r", 46]]) c.setAttribute(k, v);
      marks.append(c);
    }
  };
  const step = (selector, ply, usable) => {
    const a = root.querySelector(`[data-step=${selector}]`);
    a.href = "?ply=" + ply;
    if (usable) a.removeAttribute("aria-disabled"); else a.setAttribute("aria-disabled", "true");
  };
  const last = () => film.frames.length - 1;
  const inHand = (frame, side) => [...kinds].filter(([letter, k]) => (!side || k.side === side) && frame.hand && frame.hand[letter])
    .map(([letter, k]) => ({symbol: k.symbol, text: (say["%d in hand: %s"] || "%d in hand: %s").replace("%d", frame.hand[letter]).replace("%s", () => k.name)}));
  const hands = (frame) => {
    for (const el of root.querySelectorAll("[data-hand]")) el.replaceChildren(...inHand(frame, el.dataset.hand).map(({symbol, text}) => {
      const one = document.createElement("span"), picture = document.createElementNS(ns, "svg"), use = document.createElementNS(ns, "use");
      picture.setAttribute("viewBox", "-50 -50 100 100");
      picture.setAttribute("aria-hidden", "true");
      use.setAttribute("href", "#" + symbol);
      picture.append(use);
      one.append(picture, text);
      return one;
    }));
  };
  const words = (frame) => {
    const text = frame.pieces;
    const list = root.querySelector(".position");
    if (!list) return;
    list.replaceChildren(...[...kinds].map(([letter, k]) => [k.name, names.filter((_, i) => text[i] === letter)])
      .filter(([, where]) => where.length).map(([name, where]) => name + ": " + where.join(", ")).concat(inHand(frame).map((h) => h.text)).map((text) => {
        const li = document.createElement("li");
        li.textContent = text;
        return li;
      }));
  };
  const show = (ply) => {
    ply = Math.min(Math.max(ply, 0), last());
    const frame = film.frames[ply];
    if (ply === shown + 1) draw(frame, true);
    else if (ply === shown - 1) draw(film.frames[shown], false);
    else settle(frame.pieces);
    shown = ply;
    markTurn(frame);
    words(frame);
    hands(frame);
    tafl3dMoves.taken(root, lost, film.frames[0], frame, (text) => say[text] || text);
    const from = root.querySelector("[data-from]");
    if (from) from.href = `/play?from=${encodeURIComponent(id)}&ply=${ply}`;
    root.querySelector(".where").textContent = (say["%d of %d"] || "%d of %d").replace("%d", ply).replace("%d", last());
    root.querySelector(".said").textContent = frame.text;
    clocks();
    step("first", 0, ply > 0); step("back", Math.max(ply - 1, 0), ply > 0);
    step("on", Math.min(ply + 1, last()), ply < last()); step("last", last(), ply < last());
    ask(ply);
    document.dispatchEvent(new CustomEvent("tafl3d-ply", {detail: ply}));
    for (const a of root.querySelectorAll(".turns a[data-ply]")) {
      if (Number(a.dataset.ply) !== ply) { a.removeAttribute("aria-current"); continue; }
      a.setAttribute("aria-current", "true");
      const box = a.closest(".turns"), r = a.getBoundingClientRect(), b = box.getBoundingClientRect();
      if (r.top < b.top || r.bottom > b.bottom) box.scrollTop += r.top - b.top - box.clientHeight / 2;
    }
  };
  // ask asks what was played at the position that is shown, once it has been shown for a moment.
  let told = Number(root.dataset.ply), wanted = 0;
  const ask = (ply) => {
    clearTimeout(wanted);
    const box = root.querySelector(".played");
    if (!box || ply === told) return;
    wanted = setTimeout(() => fetch(`/games/${encodeURIComponent(id)}/played?ply=${ply}`).then(async (answer) => {
      if (!answer.ok || shown !== ply) return;
      told = ply;
      const next = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".played");
      if (next) box.replaceChildren(...next.childNodes);
    }).catch(() => {}), 150);
  };
  const goTo = (ply) => {
    if (!film) return;
    follow = ply >= last() && !film.over;
    show(ply);
    history.replaceState(null, "", follow ? location.pathname : "?ply=" + shown);
  };
  document.addEventListener("tafl3d-go", (e) => goTo(e.detail));
  // A position that was tried in the analysis is not of the game.
  document.addEventListener("tafl3d-show", ({detail}) => {
    settle(detail.pieces);
    markTurn(detail);
    words(detail);
    hands(detail);
    tafl3dMoves.taken(root, lost, film.frames[0], detail, (text) => say[text] || text);
    root.querySelector(".said").textContent = detail.text;
    for (const way of ["back", "on"]) {
      const a = root.querySelector(`[data-step=${way}]`);
      if (detail[way]) a.removeAttribute("aria-disabled"); else a.setAttribute("aria-disabled", "true");
    }
  });
  const moves = {first: () => 0, back: () => shown - 1, on: () => shown + 1, last: () => last()};
  root.addEventListener("click", (e) => {
    const a = e.target.closest("a[data-step], .turns a[data-ply]");
    if (!a || !film || e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    goTo(a.dataset.step ? moves[a.dataset.step]() : Number(a.dataset.ply));
  });
  const keys = {ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last"};
  document.addEventListener("keydown", (e) => {
    if (!keys[e.key] || !film || e.ctrlKey || e.metaKey || e.altKey || e.target.closest("input, textarea")) return;
    e.preventDefault();
    goTo(moves[keys[e.key]]());
  });

  // list adds the new turns, and starts again if some were taken back.
  const list = () => {
    const ol = root.querySelector(".turns");
    if (!ol) return;
    const have = [...ol.querySelectorAll("a[data-ply]")];
    let same = 0;
    while (same < have.length && same < last() && have[same].textContent === film.frames[same + 1].text) same++;
    for (const a of have.slice(same)) a.parentElement.remove();
    for (let ply = same + 1; ply <= last(); ply++) {
      const li = document.createElement("li"), a = document.createElement("a");
      if (ply % 2) li.value = (ply + 1) / 2; // lists are numbered in rounds
      else li.className = "second";
      a.href = "?ply=" + ply; a.dataset.ply = ply; a.textContent = film.frames[ply].text;
      li.append(a); ol.append(li);
    }
  };

  // Clocks are told as they stood when the turn under way began, in game time. Whoever
  // looks back in a game that is over sees them as they stood then.
  let ahead = null;
  const two = (n) => String(n).padStart(2, "0");
  const face = (ms) => {
    const s = Math.max(0, Math.floor(ms / 1000)), h = Math.floor(s / 3600);
    return (h ? h + ":" + two(Math.floor(s / 60) % 60) : Math.floor(s / 60)) + ":" + two(s % 60);
  };
  const clocks = () => {
    for (const el of root.querySelectorAll("[data-clock]")) {
      if (!film) return;
      const side = el.dataset.clock === "attackers" ? 0 : 1, now = !film.over || shown === last(), runs = film.running === el.dataset.clock;
      let left = now ? film.left[side] : film.frames[shown].left[side];
      if (runs && ahead !== null) left -= Math.max(0, Date.now() - ahead - film.since);
      const text = face(left);
      if (el.textContent !== text) el.textContent = text;
      el.classList.toggle("runs", Boolean(runs));
    }
  };
  const learn = (next) => {
    film = next;
    seq = Math.max(seq, film.seq);
    for (const el of root.querySelectorAll(".status")) if (el.textContent !== film.status) el.textContent = film.status;
    list();
    show(follow ? last() : shown);
    if (film.over) { follow = false; tafl3d.disconnect(); }
  };

  // Live: the same socket that players use, as somebody who only looks.
  const note = (text) => { const p = root.querySelector(".note"); if (p) p.textContent = text; };
  const here = (p) => { const el = root.querySelector(`[data-here=${p.side}]`); if (el) el.textContent = p.here ? "" : say["not connected"] || "not connected"; };
  let asking = 0;
  const fetchUp = () => {
    if (asking >= seq && asking || film && film.seq >= seq) return;
    const want = asking = seq;
    load(want).then((next) => {
      asking = 0;
      if (!film || next.seq >= film.seq) learn(next);
      if (next.seq < want) setTimeout(fetchUp, 300); // what was found a moment ago
      else fetchUp();
    }).catch(() => { asking = 0; });
  };
  const live = () => tafl3d.connect((type, body) => {
    if (type === "welcome") tafl3d.send("watch", {game: id, from: seq + 1});
    if (type === "presence") here(body);
    if (body && body.now) ahead = Date.now() - body.now / 1000;
    if (type === "game") {
      note("");
      for (const p of body.presence || []) here(p);
      if (body.entries && body.entries.length) { seq = Math.max(seq, body.entries[body.entries.length - 1].seq); fetchUp(); }
      clocks();
    }
    if (type === "entry" && body.entry.seq > seq) { seq = body.entry.seq; fetchUp(); }
    if (type === "refused" && body.code === "unavailable") setTimeout(() => tafl3d.send("watch", {game: id, from: seq + 1}), 1000);
    if (type === "refused" && body.code === "no-such-game") { tafl3d.disconnect(); load(seq + 1).then(learn); }
  }, undefined, () => ({program: "web"}));
  adopt();
  const begin = () => load().then((f) => {
    note("");
    learn(f);
    if (!f.over) { live(); setInterval(clocks, 250); }
  }).catch(() => {
    note(say["The service does not answer. Try again in a moment."] || "The service does not answer. Try again in a moment.");
    setTimeout(begin, 5000 + 5000 * Math.random());
  });
  begin();
})();
