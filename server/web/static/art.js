// @ts-check
"use strict";
// Shows the drawn board and pieces if a picture of the carved ones cannot be loaded.
(() => {
  const all = [...document.querySelectorAll("image.carved")];
  const drawn = () => {
    for (const el of all) el.remove();
    for (const el of document.querySelectorAll("use.drawn")) el.removeAttribute("class");
  };
  for (const address of new Set(all.map((el) => el.getAttribute("href") || ""))) {
    const picture = new Image();
    picture.onerror = drawn;
    picture.src = address;
  }
})();
