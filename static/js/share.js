// Copies a link at the touch of its button; where the browser refuses, marks it to be copied by hand.
(() => {
  "use strict";

  const { copied, marked } = document.getElementById("links").dataset;
  const announcement = document.getElementById("announcement");

  async function copy(field) {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      return true;
    } catch {
      return document.execCommand("copy"); // not on https: there is no clipboard
    }
  }

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("button[data-copy]");
    if (!button) return;
    const done = await copy(document.getElementById(button.dataset.copy));
    button.classList.toggle("is-done", done);
    announcement.textContent = "";
    announcement.textContent = done ? copied : marked;
    button.lastChild.textContent = done ? copied : button.lastChild.textContent;
  });
})();
