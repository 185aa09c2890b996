// Swaps new HTML in by changing only what differs: focus, typed text, scroll and opened details stay.
// A swap style of htmx, `hx-swap="morph"`: the response holds the target itself, whose own attributes
// stay as they are, since htmx would forget its queue of requests if they changed.
(() => {
  "use strict";

  const FIELDS = "input, textarea";
  const SHOWS_CHANGE = ".line-row, .unit-head, .total, .bar-points";
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");

  // What a person has typed and nobody has saved yet outlives a swap.
  const isDirty = (field) => field.value !== (field.dataset.saved ?? field.defaultValue);

  function morph(old, fresh) {
    if (old.nodeType !== Node.ELEMENT_NODE) {
      if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
      return;
    }
    if (old.hasAttribute("data-keep")) return;
    if (old.matches(SHOWS_CHANGE) && !old.isEqualNode(fresh)) flash(old);
    const isField = old.matches(FIELDS);
    const wasDirty = isField && isDirty(old);
    morphAttributes(old, fresh);
    morphChildren(old, fresh);
    if (isField && !wasDirty) old.value = old.defaultValue;
  }

  function morphAttributes(old, fresh) {
    const isDetails = old.localName === "details";
    for (const { name, value } of fresh.attributes) {
      if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
    for (const { name } of [...old.attributes]) {
      if (!fresh.hasAttribute(name) && !(isDetails && name === "open")) old.removeAttribute(name);
    }
  }

  const isSameKind = (a, b) => a.nodeName === b.nodeName && (a.id || "") === (b.id || "");

  function morphChildren(old, fresh) {
    const wanted = [...fresh.childNodes];
    const ids = new Set(wanted.map((node) => node.id).filter(Boolean));
    const keyed = new Map([...old.children].filter((node) => node.id).map((node) => [node.id, node]));
    let here = old.firstChild;
    for (const node of wanted) {
      while (here && here.id && !ids.has(here.id)) here = drop(here);
      let match = node.id ? keyed.get(node.id) : here;
      if (!match || !isSameKind(match, node)) match = null;
      if (!match) {
        old.insertBefore(node, here);
        continue;
      }
      if (match === here) here = here.nextSibling;
      else old.insertBefore(match, here);
      morph(match, node);
    }
    while (here) here = drop(here);
  }

  // Nothing moves but what changed, and that only fades in.
  function flash(node) {
    if (calm.matches) return;
    const accent = getComputedStyle(document.documentElement).getPropertyValue("--flash");
    node.animate([{ backgroundColor: accent }, {}], 120);
  }

  function drop(node) {
    const next = node.nextSibling;
    node.remove();
    return next;
  }

  if (!window.htmx) return;
  htmx.defineExtension("morph", {
    handleSwap(style, target, fragment) {
      if (style !== "morph") return false;
      const fresh = [...fragment.children].find((node) => node.id === target.id);
      if (!fresh) return false;
      const focused = document.activeElement;
      morphChildren(target, fresh);
      if (focused !== document.activeElement && focused.isConnected) {
        focused.focus({ preventScroll: true });
      }
      return [...target.children];
    },
  });
})();
