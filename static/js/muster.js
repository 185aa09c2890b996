// Conveniences of the pages. Without this file, or without scripts, every act is a plain form.
(() => {
  "use strict";

  // Menus and receipts close by Escape, by a click elsewhere and after a choice.
  // Whoever chose by a button stands at the menu then, since the button is out of sight.
  const OPEN = "details.menu[open], details.receipt[open]";
  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll(OPEN)) {
      const isChoice = event.target.closest(".menu-sheet");
      if (menu.contains(event.target) && !isChoice) continue;
      if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
      menu.open = false;
    }
  });
  document.addEventListener("keydown", (event) => {
    const menu = event.target.closest(OPEN);
    if (event.key !== "Escape" || !menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });

  // A part of a page that could not be fetched says so where it stands.
  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    const note = detail.target.querySelector("[data-when-lost]");
    if (note) note.hidden = detail.successful;
  });

  const builder = document.getElementById("builder");
  if (!builder || !window.htmx) return;

  // What htmx keeps its queue on never changes; what a swap may change stands on the desk within.
  const desk = document.getElementById("desk");
  const announcement = document.getElementById("announcement");
  const waiting = new Map(); // gestures under way, by key
  const failed = new Map(); // gestures that were not saved, by key
  const refused = new Set(); // fields with a text that the server has not taken

  // Edits. Each gesture is taken down at once, with a key of its own, and sent when its turn comes.

  function newKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  // What is typed is saved when a field is left, or where several belong together by their button.
  const TYPED = "form[data-saves], form[data-sends]";
  const fieldsOf = (form) => [...form.querySelectorAll("input:not([type=hidden]), textarea")];
  // What the server holds; after a refusal a field's own value is what was typed, not what is saved.
  const savedText = (field) => field.dataset.saved ?? field.defaultValue;
  const isTyped = (field) => field.isConnected && field.value !== savedText(field);
  const isSent = (field) =>
    [...waiting.values()].some(({ texts }) => texts.get(field) === field.value);
  const isSaved = (field) => !isTyped(field) || isSent(field);

  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (form.method !== "post" || !builder.contains(form)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const fields = form.matches(TYPED) ? fieldsOf(form) : [];
      fields.forEach(forgetFailed);
      if (fields.length && fields.every(isSaved)) return;
      const values = new FormData(form, event.submitter);
      values.set("key", newKey());
      const action = event.submitter?.getAttribute("formaction") || form.getAttribute("action");
      const texts = new Map(fields.map((field) => [field, field.value]));
      send({ action, values, texts, control: fields[0] ?? event.submitter });
    },
    true,
  );

  // What was typed since takes the place of what could not be saved.
  function forgetFailed(field) {
    for (const [key, { texts }] of failed) if (texts.has(field)) failed.delete(key);
    showState();
  }

  document.addEventListener("change", (event) => {
    const form = event.target.form;
    if (form?.hasAttribute("data-saves") && !isSaved(event.target)) form.requestSubmit();
  });

  function send(gesture) {
    waiting.set(gesture.values.get("key"), gesture);
    announce("");
    showState();
    const { action, values } = gesture;
    htmx
      .ajax("post", action, { source: builder, target: builder, swap: "morph", values })
      .catch(() => {});
  }

  // The revision that the page shows by the time a gesture is sent; a retry keeps its own.
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.verb === "get") {
      detail.path = detail.path.split("#")[0]; // where the page stands is up to `settleView`
      return;
    }
    const gesture = waiting.get(detail.formData.get("key"));
    if (!gesture) return;
    gesture.base ??= desk.dataset.base;
    detail.formData.set("base", gesture.base);
    detail.formData.set("place", location.search);
  });

  document.addEventListener("htmx:afterRequest", ({ detail }) => {
    const config = detail.requestConfig;
    const key = config.verb === "get" ? null : config.formData.get("key");
    if (key === null) {
      if (detail.successful) showState();
      else announce(builder.dataset.offline);
      return;
    }
    const gesture = waiting.get(key);
    waiting.delete(key);
    if (!gesture) return;
    if (!detail.successful) {
      failed.set(key, gesture);
      announce(builder.dataset.failed);
    }
    const isTaken = detail.successful && detail.xhr.status === 200;
    for (const [field, text] of gesture.texts) {
      if (isTaken && field.value === text) field.value = field.defaultValue;
      if (isTaken) refused.delete(field);
      else refused.add(field);
    }
    showState();
  });

  // What answers and is no page of ours, as where a network asks to log in first, saves nothing.
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target !== builder || detail.serverResponse.includes('id="builder"')) return;
    detail.shouldSwap = false;
    detail.isError = true;
  });

  function announce(text) {
    announcement.textContent = text;
  }

  // Saved is said only when the server said so, nothing is under way and nothing has failed.
  function showState() {
    const state = document.getElementById("save-state");
    if (waiting.size) state.dataset.state = "saving";
    else if (failed.size) state.dataset.state = "failed";
    else if ([...refused].some(isTyped)) state.dataset.state = "refused";
    else state.dataset.state = desk.dataset.state;
  }

  // Whoever retries stands again where it was done, since the button goes away.
  document.addEventListener("click", (event) => {
    if (!event.target.closest("#retry")) return;
    const again = [...failed.values()];
    failed.clear();
    again.forEach(sendAgain);
    const { control } = again.at(-1);
    const place = control.closest("details.menu")?.querySelector("summary") ?? control;
    place.focus({ preventScroll: true });
  });

  // A retry is the same gesture under the same key, unless something else is typed by now.
  function sendAgain(gesture) {
    const others = [...gesture.texts].filter(([field, text]) => field.value !== text);
    const [field] = others.flat();
    if (field?.isConnected) field.form.requestSubmit();
    else send(gesture);
  }

  window.addEventListener("beforeunload", (event) => {
    const isTyping = [...builder.querySelectorAll(TYPED)].some((form) =>
      fieldsOf(form).some(isTyped),
    );
    if (failed.size || waiting.size || isTyping) event.preventDefault();
  });

  // Undo and redo by key, except while typing; Escape takes back what was typed.
  document.addEventListener("keydown", (event) => {
    const field = event.target.closest("input:not([readonly]), textarea");
    if (event.key === "Escape" && field?.form?.matches(TYPED)) {
      field.value = savedText(field);
      forgetFailed(field);
      return;
    }
    if (field && isTyped(field)) return;
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const letter = event.key.toLowerCase();
    if (letter !== "z" && letter !== "y") return;
    event.preventDefault();
    document.getElementById(letter === "y" || event.shiftKey ? "redo" : "undo").click();
  });

  // Whoever stood on what is gone stands at what came of it, on what can be pressed no more beside
  // it; and nothing covers where one stands.
  document.addEventListener("htmx:afterSettle", () => {
    if (document.activeElement.matches(":disabled")) findBeside(document.activeElement)?.focus();
    if (document.activeElement === document.body) {
      const next = ["removed-undo", "marked", "roster-title"]
        .map((id) => document.getElementById(id))
        .find((each) => each?.checkVisibility());
      next?.focus({ preventScroll: true });
    } else if (builder.querySelector(".list-top > .notice")) {
      document.activeElement.scrollIntoView({ block: "nearest" });
    }
  });

  function findBeside(control) {
    const row = [...control.parentElement.children];
    const place = row.indexOf(control);
    const isFree = (each) => each.matches("button:enabled");
    return row.slice(0, place).findLast(isFree) ?? row.slice(place).find(isFree);
  }

  // On a narrow page one thing is seen at a time: what was opened begins at its head, and coming
  // back finds the line that one had left.
  const narrow = window.matchMedia("(width < 64rem)");
  let view = desk.dataset.view;
  let left = location.hash;
  document.addEventListener("htmx:beforeRequest", () => {
    const opened = builder.querySelector(".opened");
    left = opened ? opened.closest(".line, .unit").id : left;
  });
  document.addEventListener("htmx:afterSettle", () => {
    const opened = builder.querySelector(".opened")?.closest(".line, .unit");
    const isNew = view !== desk.dataset.view || (opened && opened.id !== left);
    view = desk.dataset.view;
    if (!isNew) return;
    if (!narrow.matches) {
      opened?.scrollIntoView({ block: "nearest" });
    } else if (view === "roster") {
      document.getElementById(left)?.scrollIntoView({ block: "center" });
    } else {
      window.scrollTo(0, 0);
    }
    left = opened ? opened.id : left;
  });
})();
