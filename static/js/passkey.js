/* Passkeys, where the browser has them (only over https, or on the club's computer itself).

   form[data-passkey="create"|"get"]   its key makes a passkey, or shows one, and then sends the form
       [data-options]                  what the server asks for, as JSON
       input[name="answer"]            what the browser answered, as JSON
       button[hidden]                  the key, shown where there are passkeys
       .field-error[hidden]            what is said when nothing came of it
   [data-passkeys-here]                shown where there are passkeys */
(function () {
  "use strict";

  function bytes(words) {
    var text = atob(words.replace(/-/g, "+").replace(/_/g, "/"));
    return Uint8Array.from(text, function (letter) { return letter.charCodeAt(0); });
  }

  function words(buffer) {
    var text = String.fromCharCode.apply(null, new Uint8Array(buffer));
    return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  }

  function read(options) {
    options.challenge = bytes(options.challenge);
    if (options.user) options.user.id = bytes(options.user.id);
    [].concat(options.excludeCredentials || [], options.allowCredentials || []).forEach(function (known) {
      known.id = bytes(known.id);
    });
    return options;
  }

  function told(made) {
    var response = {};
    ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"].forEach(function (part) {
      if (made.response[part]) response[part] = words(made.response[part]);
    });
    return JSON.stringify({ id: made.id, rawId: words(made.rawId), type: made.type, response: response });
  }

  document.querySelectorAll("[data-passkeys-here]").forEach(function (key) { key.hidden = !window.PublicKeyCredential; });

  document.querySelectorAll("form[data-passkey]").forEach(function (form) {
    if (!window.PublicKeyCredential) return;
    var key = form.querySelector("button"), fault = form.querySelector(".field-error");
    key.hidden = false;
    form.addEventListener("submit", function (event) {
      event.preventDefault();
      fault.hidden = true;
      navigator.credentials[form.dataset.passkey]({ publicKey: read(JSON.parse(form.dataset.options)) })
        .then(function (made) {
          form.elements.answer.value = told(made);
          form.submit();
        }).catch(function () { fault.hidden = false; });
    });
  });
})();
