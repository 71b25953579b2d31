/* Swapping two people by tap: form[data-swap] is sent as soon as two of its boxes are ticked.

   [data-swap-hint]      says whom the first tap chose
   input[data-name]      what a box's person is called */
(function () {
  "use strict";

  document.addEventListener("change", function (event) {
    var form = event.target.closest("form[data-swap]");
    if (!form || event.target.name !== "who") return;
    var chosen = form.querySelectorAll('input[name="who"]:checked');
    var hint = document.querySelector("[data-swap-hint]");
    if (chosen.length === 1) hint.textContent = chosen[0].dataset.name + " changes places with… Tap the other one.";
    if (chosen.length === 2) form.requestSubmit();
  });
})();
