/* Looking over a hand: keys of the keyboard walk through its steps. Everything is a link without it.

   a[data-press="ArrowRight"]   followed on that key, unless something is being typed or chosen */
(function () {
  "use strict";

  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest && event.target.closest("input, select, textarea")) return;
    var pressed = event.key;
    var steps = Array.prototype.slice.call(document.querySelectorAll("a[data-press]"));
    var step = steps.find(function (each) { return each.dataset.press === pressed; });
    if (!step) return;
    event.preventDefault();
    step.click();
  });
})();
