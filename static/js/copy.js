/* Copying a text that stands on the page.

   button[data-copy="#id"][hidden]     shown where scripts run; copies what is in that field
       [data-copied-words]             what its key says then, for a moment

   A club's server often has no https, where browsers offer no clipboard: then the field is selected and copied. */
(function () {
  "use strict";

  function show(root) {
    root.querySelectorAll("[data-copy][hidden]").forEach(function (key) { key.hidden = false; });
  }

  function copyMarked(field) {
    field.select();
    return document.execCommand("copy") ? Promise.resolve() : Promise.reject(new Error("not copied"));
  }

  function copy(field) {
    if (!navigator.clipboard) return copyMarked(field);
    return navigator.clipboard.writeText(field.value).catch(function () { return copyMarked(field); });
  }

  document.addEventListener("click", function (event) {
    var key = event.target.closest("[data-copy]");
    if (!key || key.dataset.words) return;
    copy(document.querySelector(key.dataset.copy)).then(function () {
      key.dataset.words = key.textContent;
      key.textContent = key.dataset.copiedWords;
      setTimeout(function () {
        key.textContent = key.dataset.words;
        delete key.dataset.words;
      }, 2000);
    }, function () { /* left marked, to be copied by hand */ });
  });

  document.addEventListener("htmx:afterSettle", function () { show(document); });
  show(document);
})();
