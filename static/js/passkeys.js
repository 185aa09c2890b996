// Signs in with a passkey, and makes one. Its forms are hidden where the browser has none to offer.
(() => {
  "use strict";

  const isNamed = !/^[\d.]+$|^\[/.test(location.hostname); // a passkey belongs to a name
  const isKnown = Boolean(window.PublicKeyCredential?.parseRequestOptionsFromJSON);
  if (!isNamed || !isKnown || !window.isSecureContext) return;

  const read = {
    get: (options) => navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options.publicKey),
    }),
    create: (options) => navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options.publicKey),
    }),
  };

  async function ask(form) {
    const token = form.elements.csrfmiddlewaretoken.value;
    const headers = { Accept: "application/json", "X-CSRFToken": token };
    const answer = await fetch(form.dataset.ask, { method: "POST", headers });
    if (answer.redirected) location.assign(location.href); // the password is asked for again
    if (!answer.ok) throw new Error(answer.statusText);
    return answer.json();
  }

  async function send(form) {
    const fault = form.querySelector(".fault");
    fault.hidden = true;
    try {
      const credential = await read[form.dataset.passkey](await ask(form));
      form.elements.credential.value = JSON.stringify(credential);
      form.submit();
    } catch {
      fault.hidden = false;
    }
  }

  for (const none of document.querySelectorAll("[data-passkey-none]")) none.hidden = true;
  for (const form of document.querySelectorAll("form[data-passkey]")) {
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      send(form);
    });
  }
})();
