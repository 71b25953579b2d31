/* Live updates: when they wait, and what they must not overwrite. The polling itself is htmx's:

   [data-live][hx-get="…?v=12"][hx-trigger="every 3s, refresh"]   asks again; 204 says "nothing new"
   [data-changed-notice][hidden]       "changed meanwhile": shown instead of replacing a form somebody is typing in
   [data-live][data-live-quietly]      waits behind a form somebody is typing in without that notice
   form[data-safe-save]                is dirty from the first thing typed until it is answered (data-dirty)

   A poll waits while the page is hidden, while something is being saved, and while a changed card waits behind a
   dirty form. Opened <details> with an id stay open over an update. No answer: the pill says so. */
(function () {
  "use strict";

  function isLive(element) {
    return Boolean(element && element.matches && element.matches("[data-live]"));
  }

  /* Who asked: events that fire at the target, or after it was replaced, say so in requestConfig only. */
  function asked(event) {
    return event.detail.requestConfig ? event.detail.requestConfig.elt : event.detail.elt;
  }

  function notice() {
    return document.querySelector("[data-changed-notice]");
  }

  function dirtyFormIn(element) {
    return element && element.querySelector("form[data-dirty], form[data-pending]");
  }

  document.addEventListener("input", function (event) {
    var form = event.target.closest("form[data-safe-save]");
    if (form) form.dataset.dirty = "";
  });

  document.addEventListener("htmx:beforeRequest", function (event) {
    if (!isLive(event.detail.elt)) return;
    var isWaiting = notice() && !notice().hidden && document.querySelector("form[data-dirty]");
    if (document.hidden || isWaiting || (window.safeSave && window.safeSave.isPending())) event.preventDefault();
    else event.detail.elt.addEventListener("htmx:beforeOnLoad", dropIfGone, { once: true });
  });

  /* Another answer has replaced the part that asked: the one in its place asks again. */
  function dropIfGone(event) {
    if (!event.currentTarget.isConnected) event.preventDefault();
  }

  var open = [];
  var hadFocus = false;

  document.addEventListener("htmx:beforeSwap", function (event) {
    if (!isLive(asked(event)) || !event.detail.shouldSwap) return;
    if (dirtyFormIn(event.detail.target)) {
      event.detail.shouldSwap = false;
      if (notice() && !asked(event).hasAttribute("data-live-quietly")) notice().hidden = false;
      return;
    }
    hadFocus = event.detail.target.contains(document.activeElement);
    open = Array.prototype.map.call(event.detail.target.querySelectorAll("details[open][id]"), function (details) {
      return details.id;
    });
  });

  document.addEventListener("htmx:afterSwap", function () {
    open.forEach(function (id) {
      var details = document.getElementById(id);
      if (details) details.open = true;
    });
    open = [];
    if (hadFocus && window.safeSave) window.safeSave.goOn(document);
    hadFocus = false;
  });

  function isLost() {
    var pill = document.querySelector("[data-saved-state]");
    return pill && pill.dataset.savedState === "lost";
  }

  ["htmx:sendError", "htmx:timeout"].forEach(function (name) {
    document.addEventListener(name, function (event) {
      if (isLive(event.detail.elt) && window.safeSave) window.safeSave.showState("lost");
    });
  });

  document.addEventListener("htmx:afterRequest", function (event) {
    if (!isLive(asked(event)) || !window.safeSave) return;
    window.safeSave.hear(event.detail.xhr.status);
    if (event.detail.successful && isLost()) window.safeSave.showState("saved");
  });

  document.addEventListener("visibilitychange", function () {
    if (document.hidden) return;
    document.querySelectorAll("[data-live]").forEach(function (element) { htmx.trigger(element, "refresh"); });
  });
})();
