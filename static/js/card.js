/* The card and the hand beside it: what is folded, what is in view, and a tap anywhere on a line.

   [data-fold-toggle][data-fold-words="All 6 hands|Last hands"]   shows or folds the earlier lines (card.css); the
       state stands on <html data-card-fold>, where a live update of the card does not reach it. Nothing folds where
       no .entry-form asks for room (main.has-entry), and a line that the address names is not folded away
   [data-question]                                                comes into view while it has no answer
   .field-error beside a field                                    goes when the field is changed; the server looks again
   a[href="#id"] of a details#id                                  opens it
   tr[data-href]                                                  a tap on the line follows the link of its first cell
   tr[data-mark]                                                  a line the page has: the server is told its mark, and
       where it still looks the same answers with an empty line to keep it by (hx-preserve). A card of sixty hands is
       not sent again with every step

   After a save the next step stands where it can be used: with the totals above it where the window has room for both,
   from its steps down on a phone. */
(function () {
  "use strict";

  var root = document.documentElement;
  root.dataset.cardFold = /^#hand-\d+$/.test(location.hash) ? "open" : "folded";

  function show() {
    var page = document.querySelector(".table-page");
    if (page) page.classList.toggle("has-entry", Boolean(page.querySelector(".entry-form")));
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
    var link = event.target.closest('a[href^="#"]');
    var drawer = link && document.getElementById(link.hash.slice(1));
    if (drawer && drawer.matches("details")) drawer.open = true;
    var line = event.target.closest("tr[data-href]");
    if (!line || event.target.closest("a, button, input, summary, label")) return;
    if (String(window.getSelection())) return;
    var ofLine = line.querySelector("a[href]");
    if (ofLine) ofLine.click();
  });

  /* A question that comes up while figures are typed must not wait under the green key. */
  function showQuestion() {
    var question = document.querySelector("[data-question]");
    if (question && !question.querySelector("input:checked")) question.scrollIntoView({ block: "nearest" });
  }

  function showStep() {
    var entry = document.querySelector(".table-page .entry");
    if (!entry || entry.querySelector(".field-error")) return;
    var top = entry.getBoundingClientRect().top + window.pageYOffset;
    var isFarDown = top > window.innerHeight * 0.45 && !document.querySelector(".notices").textContent.trim();
    var head = document.querySelector(".hands thead");
    var isPinned = head && getComputedStyle(head).position === "sticky";
    window.scrollTo(0, isFarDown ? top - (isPinned ? head.offsetHeight : 0) - 8 : 0);
  }

  /* Nobody should look for what is wrong with a field that is right by now. */
  document.addEventListener("input", function (event) {
    var field = event.target.closest("fieldset.choice, .number-field, .field");
    if (!field) return;
    var below = document.getElementById(event.target.getAttribute("aria-describedby"));
    if (below && below.matches(".field-error")) below.remove();
    event.target.removeAttribute("aria-invalid");
    field.querySelectorAll(".field-error").forEach(function (fault) { fault.remove(); });
  });

  function tellLines(headers) {
    var lines = document.querySelectorAll("tr[data-mark]");
    if (lines.length) headers["Card-Lines"] = Array.prototype.map.call(lines, function (line) {
      return line.dataset.mark;
    }).join(",");
  }

  document.addEventListener("safesave:sending", function (event) { tellLines(event.detail.headers); });
  document.addEventListener("htmx:configRequest", function (event) {
    if (event.detail.elt.matches("[data-live]")) tellLines(event.detail.headers);
  });

  /* What was to be kept was there when the request went out; should it be gone, the page is loaded whole. */
  document.addEventListener("htmx:afterSwap", function () {
    if (document.querySelector("tr[hx-preserve]")) location.reload();
  });

  document.addEventListener("safesave:swapped", showStep);
  document.addEventListener("htmx:afterSwap", show);
  document.addEventListener("htmx:afterSettle", showQuestion);
  show();
})();
