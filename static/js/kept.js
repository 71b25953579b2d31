/* A page that opens without a line: sees to the worker that keeps it (worker.js), and says so where it is the kept one.

   script[data-keeps]                  on pages that are kept; ="live" where polls bring all of it
         [data-keeps-every]            so many milliseconds at least between one time and the next; else news at once
   html[data-keeps]                    this browser keeps pages: .if-kept is shown, such as the key to what is kept
   html[data-kept][data-kept-at]       the worker's: there is no line, and this is the page of that time

   The kept page is drawn anew after each thing that was saved, and after news. When the line is back, a page whose polls bring
   all goes on as if it had been open all the while; another one is loaded again. Where the page is not secure, or the browser
   has no worker, nothing of this happens. */
(function () {
  "use strict";

  var LOOKS = 3000;
  var root = document.documentElement;
  var script = document.currentScript;
  var isLive = script.dataset.keeps === "live";
  var every = Number(script.dataset.keepsEvery) || 0;
  var renewedAt = Date.now();
  var timer = 0;

  /* Keeping */
  function renew() {
    clearTimeout(timer);
    timer = 0;
    renewedAt = Date.now();
    navigator.serviceWorker.controller.postMessage({ renew: location.pathname });
  }

  function onNews() {
    if (!isKept() && !timer) timer = setTimeout(renew, Math.max(0, renewedAt + every - Date.now()));
  }

  function begin() {
    root.dataset.keeps = "";
    if (!("keeps" in script.dataset)) return;
    navigator.serviceWorker.addEventListener("controllerchange", renew);
    document.addEventListener("safesave:taken", function () { if (navigator.serviceWorker.controller) renew(); });
    document.addEventListener("htmx:afterSwap", function (event) {
      if (navigator.serviceWorker.controller && isPoll(event)) onNews();
    });
    // A tablet that is led on to another card is done with this one.
    document.addEventListener("htmx:beforeOnLoad", function (event) {
      var isOver = isPoll(event) && event.detail.xhr.getResponseHeader("HX-Redirect");
      var holds = window.waitingHands && window.waitingHands.holds();
      if (navigator.serviceWorker.controller && isOver && !holds) renew();
    });
  }

  function isPoll(event) {
    var asked = event.detail.requestConfig && event.detail.requestConfig.elt;
    return Boolean(asked && asked.matches && asked.matches("[data-live]"));
  }

  if (window.isSecureContext && navigator.serviceWorker) {
    window.addEventListener("load", function () {
      navigator.serviceWorker.register("/worker.js", { updateViaCache: "none" }).then(function (registration) {
        if (registration) begin();
      }).catch(function () { /* a private window, or a browser that allows none: pages open as ever */ });
    });
  }

  /* The kept one */
  function isKept() {
    return "kept" in root.dataset;
  }

  function goOn() {
    if (!isKept()) return;
    if (!isLive) location.reload();
    delete root.dataset.kept;
    delete root.dataset.keptAt;
  }

  function look() {
    if (!isKept()) return;
    fetch(location.href, { credentials: "same-origin", cache: "no-store", redirect: "manual" }).then(function (answer) {
      if (answer.status < 502 || answer.status > 504) goOn();
      else setTimeout(look, LOOKS);
    }, function () { setTimeout(look, LOOKS); });
  }

  if (isKept()) {
    document.addEventListener("safesave:back", goOn);
    document.addEventListener("htmx:afterRequest", function (event) {
      if (isPoll(event) && event.detail.successful) goOn();
    });
    document.addEventListener("DOMContentLoaded", function () {
      if (document.querySelector("[data-saved-state]")) window.safeSave.hear(0);
      if (!isLive) setTimeout(look, LOOKS);
    });
  }
})();
