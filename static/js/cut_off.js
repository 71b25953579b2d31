/* A page that lives on news and hears nothing says so: once two polls of a [data-live] (live.js) were missed, a strip tells
   when the server was last heard, with why it can't save, in its data-cut-off-words or our own, and html has [data-cut-off]
   until it is back. On document: "live:back" then. Where a pill tells whether entries are saved, the pill says it. The page
   that was kept for want of a line (html[data-kept], worker.js) says so from the start. */
(function () {
  "use strict";

  var MISSED = 2;
  // Since when nothing was answered (0: nothing was asked), and when something last was. By the time since the start, as
  // in saving.js.
  var askedAt = 0;
  var kept = document.documentElement.dataset;
  var heardAt = performance.now() - (kept.keptAt ? Date.now() - kept.keptAt : 0);

  function isLive(event) {
    var element = event.detail.requestConfig ? event.detail.requestConfig.elt : event.detail.elt;
    return Boolean(element && element.matches && element.matches("[data-live]"));
  }

  function isCutOff() {
    return document.documentElement.hasAttribute("data-cut-off");
  }

  function look() {
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
    var trouble = window.safeSave && window.safeSave.trouble();
    strip.firstChild.textContent = kept.kept || trouble || live.dataset.cutOffWords || "No contact with the club’s server.";
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

  /* A poll that waits for an entry to be saved is missed, too; one behind what somebody types is not. */
  document.addEventListener("htmx:beforeRequest", function (event) {
    var isSaving = window.safeSave && window.safeSave.isPending();
    if (!isLive(event) || document.hidden || (event.defaultPrevented && !isSaving)) return;
    askedAt = askedAt || performance.now();
  });

  document.addEventListener("htmx:afterRequest", function (event) {
    if (isLive(event) && event.detail.successful) heard();
  });

  document.addEventListener("visibilitychange", function () {
    if (!document.hidden) askedAt = 0;
  });

  if (kept.kept) cutOff(document.querySelector("[data-live]"));
  setInterval(look, 1000);
})();
