/* The form of a rule book: finding a rule among a hundred.

   input[data-find-rule]      shows only the [data-rule-field]s whose words have all that is typed, in opened
       [data-rule-chapter]s; emptied, everything stands as it did before. [data-found-rules] says how many.
   a[href="#id"]              opens every folded part around what it leads to, also when the page is opened at it
   [data-chapter]             stands for fields that are loaded when their chapter is first opened, all of them when the
       search begins; asked for again until they come, and never a second time, which would lose what was typed */
(function () {
  "use strict";

  var before = null; // which chapters stood open when the search began

  function chapters() {
    return Array.prototype.slice.call(document.querySelectorAll("[data-rule-chapter]"));
  }

  function load(chapter) {
    var place = chapter.querySelector("[data-chapter]");
    if (!place || place.dataset.chapter) return;
    place.dataset.chapter = "asked";
    htmx.trigger(place, "load-chapter");
  }

  ["htmx:sendError", "htmx:responseError", "htmx:timeout"].forEach(function (name) {
    document.addEventListener(name, function (event) {
      var place = event.detail.elt;
      if (!place.matches("[data-chapter]")) return;
      setTimeout(function () {
        place.dataset.chapter = "";
        load(place.closest("[data-rule-chapter]"));
      }, 2000);
    });
  });

  document.addEventListener("toggle", function (event) {
    if (event.target.open && event.target.matches("[data-rule-chapter]")) load(event.target);
  }, true);

  document.addEventListener("htmx:afterSettle", function () {
    var search = document.querySelector("[data-find-rule]");
    if (search && search.value) find(search.value);
  });

  document.addEventListener("focusin", function (event) {
    if (event.target.matches("[data-find-rule]")) chapters().forEach(load);
  });

  window.addEventListener("beforeunload", function (event) {
    if (!document.querySelector("#rule-form[data-dirty]")) return;
    event.preventDefault();
    event.returnValue = "";
  });

  /* What can be read of it; the choices of a list would have every word there is. */
  function wordsOf(element) {
    var text = element.textContent;
    element.querySelectorAll("select").forEach(function (list) { text = text.split(list.textContent).join(" "); });
    return text.toLowerCase();
  }

  /* Its own words, or the name of a part around it. */
  function fits(field, words) {
    if (has(wordsOf(field), words)) return true;
    for (var part = field.parentElement; part; part = part.parentElement) {
      var title = part.matches(".rule-part") && part.querySelector(".rule-switch-face, h3");
      if (title && has(wordsOf(title), words)) return true;
    }
    return false;
  }

  function has(text, words) {
    return words.every(function (word) { return text.indexOf(word) >= 0; });
  }

  function find(text) {
    var words = text.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length && !before) {
      before = chapters().map(function (chapter) { return chapter.open; });
    }
    var found = 0;
    chapters().forEach(function (chapter, at) {
      var isChapter = has(wordsOf(chapter.querySelector(".rule-chapter-title")), words);
      var hits = 0;
      chapter.querySelectorAll("[data-rule-field]").forEach(function (field) {
        var isFound = isChapter || fits(field, words);
        field.hidden = !isFound;
        // A part counts by what is in it.
        if (isFound && !field.querySelector("[data-rule-field]")) hits += 1;
      });
      chapter.hidden = words.length > 0 && !hits;
      if (words.length) chapter.open = hits > 0;
      else if (before) chapter.open = before[at];
      found += hits;
    });
    if (!words.length) before = null;
    var line = document.querySelector("[data-found-rules]");
    if (line) {
      line.textContent = !words.length ? "" : found === 0 ? "No rule has those words." :
        found === 1 ? "1 rule." : found + " rules.";
    }
  }

  function open(hash) {
    var place = hash.length > 1 && document.getElementById(decodeURIComponent(hash.slice(1)));
    if (!place) return;
    for (var around = place; around; around = around.parentElement) {
      if (around.matches("details")) around.open = true;
    }
    place.scrollIntoView({ block: "start" });
    if (place.matches("input, select, textarea")) place.focus({ preventScroll: true });
  }

  document.addEventListener("input", function (event) {
    if (event.target.matches("[data-find-rule]")) find(event.target.value);
  });

  document.addEventListener("keydown", function (event) {
    // Enter in the search is no wish to save.
    if (event.key === "Enter" && event.target.matches("[data-find-rule]")) event.preventDefault();
  });

  document.addEventListener("click", function (event) {
    var link = event.target.closest && event.target.closest('a[href^="#"]');
    if (link) setTimeout(function () { open(link.hash); }, 0);
  });

  /* After a refusal the list of what is wrong stands in view. */
  document.addEventListener("safesave:swapped", function () {
    var faults = document.getElementById("faults");
    if (!faults) return;
    faults.scrollIntoView({ block: "start" });
    faults.focus({ preventScroll: true });
  });

  var sought = document.querySelector("[data-find-rule]");
  if (sought && sought.value) {
    chapters().forEach(load);
    find(sought.value);
  }
  open(location.hash);
})();
