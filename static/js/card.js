/* The card under the hand: folding it when it stands above the keys, and a tap anywhere on a line.

   [data-fold-toggle][data-fold-words="All 6 hands|Last hands"]   shows or folds the earlier lines (card.css); the
       state stands on <html data-card-fold>, where a live update of the card does not reach it
   [data-question]                                                comes into view while it has no answer
   tr[data-href]                                                  a tap on the line follows the link of its first cell */
(function () {
  "use strict";

  var root = document.documentElement;
  root.dataset.cardFold = "folded";

  function show() {
    var folded = root.dataset.cardFold === "folded";
    document.querySelectorAll("[data-fold-toggle]").forEach(function (button) {
      var words = button.dataset.foldWords.split("|");
      button.hidden = false;
      button.textContent = words[folded ? 0 : 1];
      button.setAttribute("aria-expanded", String(!folded));
    });
  }

  document.addEventListener("click", function (event) {
    if (event.target.closest("[data-fold-toggle]")) {
      root.dataset.cardFold = root.dataset.cardFold === "folded" ? "open" : "folded";
      show();
      return;
    }
    var line = event.target.closest("tr[data-href]");
    if (!line || event.target.closest("a, button, input, summary, label")) return;
    if (String(window.getSelection())) return;
    var link = line.querySelector("a[href]");
    if (link) link.click();
  });

  /* A question that comes up while figures are typed must not wait under the green key. */
  function showQuestion() {
    var question = document.querySelector("[data-question]");
    if (question && !question.querySelector("input:checked")) question.scrollIntoView({ block: "nearest" });
  }

  document.addEventListener("htmx:afterSwap", show);
  document.addEventListener("htmx:afterSettle", showQuestion);
  show();
})();
