/* Copying a text that stands on the page, and handing it to the system to send it on.

   button[data-copy="#id"][hidden]     shown where scripts run; copies what is in that field or paragraph
       [data-copied-words]             what its key says then, for a moment
   button[data-share="#id"][hidden]    shown where the system has a sheet for it (only over https); the address there
       [data-share-title]              what it is

   A club's server often has no https, where browsers offer no clipboard: then the field is selected and copied. */
(function () {
  "use strict";

  function show(root) {
    root.querySelectorAll("[data-copy][hidden]").forEach(function (key) { key.hidden = false; });
    if (!navigator.share) return;
    root.querySelectorAll("[data-share][hidden]").forEach(function (key) { key.hidden = false; });
  }

  function textOf(field) {
    return "value" in field ? field.value : field.textContent.trim();
  }

  function copyMarked(field) {
    if (field.select) field.select();
    else getSelection().selectAllChildren(field);
    return document.execCommand("copy") ? Promise.resolve() : Promise.reject(new Error("not copied"));
  }

  function copy(field) {
    if (!navigator.clipboard) return copyMarked(field);
    return navigator.clipboard.writeText(textOf(field)).catch(function () { return copyMarked(field); });
  }

  document.addEventListener("click", function (event) {
    var share = event.target.closest("[data-share]");
    if (share) {
      navigator.share({ title: share.dataset.shareTitle, url: textOf(document.querySelector(share.dataset.share)) })
        .catch(function () { /* thought better of it */ });
    }
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
