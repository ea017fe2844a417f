// @ts-check
"use strict";
// The review of a finished game: the engine, larger than that of the computer's page, runs here and does what the
// desktop's review does. It is loaded when someone asks for it.
(() => {
  const box = /** @type {HTMLElement|null} */ (document.querySelector("[data-review]"));
  if (!box) return;
  /** @type {Record<string, string>} */
  const words = JSON.parse(box.dataset.words || "{}");
  /** @param {string} text @param {...(string|number)} args */
  const say = (text, ...args) => args.reduce((/** @type {string} */ t, a) => t.replace(/%[sd]/, () => String(a)), words[text] || text).replace("%%", "%");
  /** @param {string} selector @returns {any} */
  const find = (selector) => box.querySelector(selector);
  /** @typedef {{class: string, lost: number, better?: string, why?: [string, ...(string|number)[]][]}} Turn
   *  @typedef {{chances: number[], accuracy: number[], turns: Turn[], counts: number[][]}} Report */
  /** @type {Record<string, string>} */
  const signs = {inaccuracy: "?!", mistake: "?", blunder: "??"}, names = {inaccuracy: "Inaccuracy", mistake: "Mistake", blunder: "Blunder"};
  /** @type {Report|null} */
  let report = null;
  let shown = -1;

  /** tell says what the review found about the move that led to the shown position. */
  const tell = () => {
    if (!report || shown < 0 || shown >= report.chances.length) return;
    const turn = report.turns[shown - 1], sign = turn && names[turn.class];
    find("[data-verdict]").textContent = [say("Attackers: %s winning chance", `${Math.round(100 * report.chances[shown])} %`) + ".", sign ? say(sign) + "." : ""].filter(Boolean).join(" ");
    find("[data-why]").textContent = (turn?.why || []).map(([text, ...args]) => say(text, ...args)).join(" ");
    find("[data-better]").textContent = sign && turn.better ? say("Better: %s", turn.better) : "";
    const at = String(100 * shown / Math.max(1, report.turns.length));
    for (const k of ["x1", "x2"]) find(".chances line").setAttribute(k, at);
  };
  /** draw shows a report: chances, marks in the list, and figures of both sides. @param {Report} r */
  const draw = (r) => {
    report = r;
    find("[data-progress]").textContent = "";
    find("[data-start]").hidden = true;
    find("[data-result]").hidden = false;
    const width = Math.max(1, r.turns.length);
    find(".chances path").setAttribute("d", `M0 40${r.chances.map((c, i) => `L${(100 * i / width).toFixed(2)} ${(40 - 40 * c).toFixed(2)}`).join("")}L100 40Z`);
    find("tbody").replaceChildren(...["Attackers", "Defenders"].map((side, i) => {
      const tr = document.createElement("tr"), th = document.createElement("th");
      th.scope = "row";
      th.textContent = say(side);
      tr.append(th, ...[r.accuracy[i] + " %", ...r.counts[i].slice(2)].map((text) => { const td = document.createElement("td"); td.className = "num"; td.textContent = String(text); return td; }));
      return tr;
    }));
    r.turns.forEach((turn, i) => {
      const a = document.querySelector(`.turns a[data-ply="${i + 1}"]`), sign = signs[turn.class];
      if (!a || !sign || a.parentElement?.querySelector(".sign")) return;
      const mark = document.createElement("span");
      mark.className = "sign " + turn.class;
      mark.textContent = sign;
      mark.title = say(names[turn.class]);
      a.after(mark);
    });
    box.dataset.done = "yes";
    tell();
  };
  const start = async () => {
    const button = find("[data-start]"), progress = find("[data-progress]");
    if (button.hasAttribute("aria-disabled")) return;
    button.setAttribute("aria-disabled", "true");
    progress.textContent = say("Loading the computer.");
    const failed = () => { button.removeAttribute("aria-disabled"); progress.textContent = say("The computer could not be loaded. Try again in a moment."); };
    try {
      const answer = await fetch(box.dataset.review || "");
      if (!answer.ok) return failed();
      const g = await answer.json(), worker = new Worker(box.dataset.worker || "");
      worker.onerror = () => { worker.terminate(); failed(); };
      worker.onmessage = ({data}) => {
        if (data.of) progress.textContent = say("Analysing the game: %d of %d positions", data.done, data.of);
        if (data.id !== 2) return;
        worker.terminate();
        if (data.told[0] === "!") { button.removeAttribute("aria-disabled"); progress.textContent = data.told.slice(1); } else draw(JSON.parse(data.told));
      };
      worker.postMessage({id: 1, name: "load", args: [box.dataset.glue, box.dataset.engine]});
      worker.postMessage({id: 2, name: "review", args: [g.rules, g.at, g.variant, g.moves, Number(box.dataset.nodes || 0)]});
    } catch { failed(); }
  };
  find("[data-start]").addEventListener("click", start);
  find(".chances").addEventListener("click", (/** @type {MouseEvent} */ e) => {
    const r = find(".chances").getBoundingClientRect();
    if (report) document.dispatchEvent(new CustomEvent("tafl3d-go", {detail: Math.round((e.clientX - r.left) / r.width * report.turns.length)}));
  });
  document.addEventListener("tafl3d-ply", (e) => { shown = /** @type {CustomEvent} */ (e).detail; tell(); });
  shown = Number(/** @type {HTMLElement|null} */ (document.querySelector("article.game"))?.dataset.ply);
  if (location.hash === "#review") start();
})();
