"use strict";
// Tells times in the reader's zone, as the service writes them in his language: not every browser knows each of the
// languages. Without it they are in UTC.
(() => {
  const form = document.currentScript.dataset.when, two = (n) => String(n).padStart(2, "0"); // 2 Jan 2006, 15:04
  const tellIn = (form, t) => form.replace(/2006|Jan|15|01|02|04|1|2/g, (part) => ({2006: t.getFullYear(), Jan: t.toLocaleString("en", {month: "short"}),
    15: two(t.getHours()), "01": two(t.getMonth() + 1), "02": two(t.getDate()), "04": two(t.getMinutes()), 1: t.getMonth() + 1, 2: t.getDate()})[part]);
  const tell = () => {
    for (const el of document.querySelectorAll("time[datetime]:not([data-told])")) { el.setAttribute("data-told", ""); el.textContent = tellIn(form, new Date(el.dateTime)); }
    for (const el of document.querySelectorAll("[data-day]")) { el.textContent = tellIn(form.replace(/,? 15.04/, ""), new Date(el.getAttribute("data-day") + "T00:00")); el.removeAttribute("data-day"); }
  };
  tell();
  new MutationObserver(tell).observe(document.body, {childList: true, subtree: true});
})();
