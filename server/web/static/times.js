"use strict";
// Tells times in the reader's language and zone; without it they are in UTC.
(() => {
  const language = document.documentElement.lang;
  const moment = new Intl.DateTimeFormat(language, {dateStyle: "medium", timeStyle: "short"});
  const day = new Intl.DateTimeFormat(language, {dateStyle: "medium", timeZone: "UTC"});
  const tell = () => {
    for (const el of document.querySelectorAll("time[datetime]:not([data-told])")) { el.setAttribute("data-told", ""); el.textContent = moment.format(new Date(el.dateTime)); }
    for (const el of document.querySelectorAll("[data-day]")) { el.textContent = day.format(new Date(el.getAttribute("data-day"))); el.removeAttribute("data-day"); }
  };
  tell();
  new MutationObserver(tell).observe(document.body, {childList: true, subtree: true});
})();
