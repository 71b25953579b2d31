/* Live updates: when they wait, and what they must not overwrite. The polling itself is htmx's:

   [data-live][hx-get="…?v=12"][hx-trigger="every 3s, refresh"]   asks again; 204 says "nothing new"
   [data-changed-notice][hidden]       "changed meanwhile": shown instead of replacing a form somebody is typing in
   [data-live][data-live-quietly]      waits behind a form somebody is typing in without that notice
   form[data-safe-save]                is dirty from the first thing typed until it is answered (data-dirty)

   A poll waits while the page is hidden, while something is being saved, and while a changed card waits behind a
   dirty form. Opened <details> with an id stay open over an update. No answer: the pill says so, and where there is no
   pill a strip that tells when the server was last heard, once two polls were missed: html[data-cut-off] until then. On
   document: "live:back" when it is heard again. */
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
    if (!document.hidden && !isWaiting) askedAt = askedAt || performance.now();
    if (document.hidden || isWaiting || (window.safeSave && window.safeSave.isPending())) event.preventDefault();
  });

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

  /* Cut off: since when nothing was answered (0: nothing was asked), and when something last was. By the time since the
     start, as in saving.js. */
  var MISSED = 2;
  var askedAt = 0;
  var heardAt = performance.now();

  function isCutOff() {
    return document.documentElement.hasAttribute("data-cut-off");
  }

  function listen() {
    var live = document.querySelector("[data-live]");
    var every = live && /every (\d+)s/.exec(live.getAttribute("hx-trigger"));
    if (isCutOff()) tellHeard();
    else if (every && askedAt && performance.now() - askedAt >= MISSED * every[1] * 1000) cutOff(live);
  }

  function cutOff(live) {
    if (document.querySelector("[data-saved-state]")) return;
    document.documentElement.setAttribute("data-cut-off", "");
    var strip = document.createElement("div");
    strip.className = "cut-off";
    strip.innerHTML = '<p role="alert"></p><p aria-hidden="true"></p>';
    document.body.append(strip);
    strip.firstChild.textContent = live.dataset.cutOffWords || "No contact with the club’s server.";
    tellHeard();
  }

  function tellHeard() {
    var seconds = Math.floor((performance.now() - heardAt) / 1000);
    var figures = Math.floor(seconds / 60) + ":" + String(seconds % 60).padStart(2, "0");
    document.querySelector(".cut-off").lastChild.textContent = "Last heard " + figures + " ago";
  }

  function heard() {
    askedAt = 0;
    heardAt = performance.now();
    if (!isCutOff()) return;
    document.documentElement.removeAttribute("data-cut-off");
    document.querySelector(".cut-off").remove();
    document.dispatchEvent(new CustomEvent("live:back"));
  }

  setInterval(listen, 1000);

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
    if (!isLive(asked(event))) return;
    if (event.detail.successful) heard();
    if (!window.safeSave) return;
    window.safeSave.hear(event.detail.xhr.status);
    if (event.detail.successful && isLost()) window.safeSave.showState("saved");
  });

  document.addEventListener("visibilitychange", function () {
    if (document.hidden) return;
    askedAt = 0;
    document.querySelectorAll("[data-live]").forEach(function (element) { htmx.trigger(element, "refresh"); });
  });
})();
