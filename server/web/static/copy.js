"use strict";
// Copies the content of a field when the button next to it is pressed. Without it the text
// is selected and copied by hand.
(() => {
  const told = document.querySelector("[data-copied]");
  for (const button of document.querySelectorAll("[data-copy]")) {
    const field = document.getElementById(button.dataset.copy);
    if (!field) continue;
    field.addEventListener("focus", () => field.select());
    button.hidden = false;
    button.addEventListener("click", async () => {
      field.select();
      let done = true;
      try { await navigator.clipboard.writeText(field.value); } catch { done = document.execCommand("copy"); }
      if (told) told.textContent = done ? told.dataset.done : told.dataset.byHand;
    });
  }
})();
