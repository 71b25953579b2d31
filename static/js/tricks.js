/* Counting a board's tricks one by one: a tap on who won it, with how much. After the last one the take is filled in.

   button[data-tricks-key][data-open="what it says while they are counted"]
   #tricks[data-tricks="12"][data-total="25"][data-last="1"]   how many, what all bring, and what the last one adds
          [data-most="4"]                              what one can hold
          [data-outside="3"][data-bidder-has]          points that may lie in no trick; they are the bidder's, else nobody's
     .tricks-say, button.tricks-undo
     .trick-side[data-take-of="take_NS"][data-won-by="Ann"] (.is-bidding) > .trick-sum, button[data-trick="3"]
   A tap on a box of the take (keypad.js) brings the number keys back. A figure that cannot be has no key: so the tricks come
   to all points there are, and where one was tapped wrong, the last one shows it. The tricks of one hand are kept in the tab,
   through whatever draws its cockpit anew. */
(function () {
  "use strict";

  var KEY = "tricks";
  var kept = { of: "", isOpen: false, won: [] }; // the hand by its address; each trick as { by: "take_NS", points: 3 }

  try { kept = JSON.parse(sessionStorage.getItem(KEY)) || kept; } catch { /* only until the page is left */ }

  function keep() {
    try { sessionStorage.setItem(KEY, JSON.stringify(kept)); } catch { /* only until the page is left */ }
  }

  function sidesOf(panel) {
    return Array.prototype.slice.call(panel.querySelectorAll(".trick-side"));
  }

  /* What each side has so far, by its box; the last trick brings its own. */
  function sums(panel) {
    var found = {};
    sidesOf(panel).forEach(function (side) { found[side.dataset.takeOf] = 0; });
    kept.won.forEach(function (trick, place) {
      found[trick.by] += trick.points + (place + 1 === Number(panel.dataset.tricks) ? Number(panel.dataset.last) : 0);
    });
    return found;
  }

  function counted() {
    return kept.won.reduce(function (sum, trick) { return sum + trick.points; }, 0);
  }

  /* What all cards bring, without the last trick's own. */
  function points(panel) {
    return Number(panel.dataset.total) - Number(panel.dataset.last);
  }

  /* Whether the next trick can hold that much, by what is left for it and for those after it. */
  function canHold(panel, held) {
    var after = Number(panel.dataset.tricks) - kept.won.length - 1, left = points(panel) - counted() - held;
    return after >= 0 && left >= 0 && left <= after * Number(panel.dataset.most) + Number(panel.dataset.outside);
  }

  function isWhole(panel) {
    return kept.won.length === Number(panel.dataset.tricks);
  }

  function sentence(panel) {
    var count = Number(panel.dataset.tricks), next = kept.won.length + 1, left = points(panel) - counted();
    if (isWhole(panel)) return "All tricks are counted" + (left ? ", and " + left + " lie outside them." : ".");
    if (next < count) return "Trick " + next + " of " + count + ": who won it, with how much?";
    return "Last trick, and " + panel.dataset.last + " more for it."
      + (panel.dataset.outside === "0" ? " It holds " + left + ". If not, undo." : "");
  }

  function show(panel) {
    var found = sums(panel), last = kept.won[kept.won.length - 1], undo = panel.querySelector(".tricks-undo");
    var key = panel.closest("form").querySelector("[data-tricks-key]");
    key.dataset.closed = key.dataset.closed || key.textContent;
    key.textContent = kept.isOpen ? key.dataset.open : key.dataset.closed;
    key.setAttribute("aria-expanded", String(kept.isOpen));
    panel.hidden = !kept.isOpen;
    panel.querySelector(".tricks-say").textContent = sentence(panel);
    undo.disabled = !last;
    undo.textContent = "Undo";
    sidesOf(panel).forEach(function (side) {
      side.querySelector(".trick-sum").textContent = found[side.dataset.takeOf];
      if (last && last.by === side.dataset.takeOf) {
        undo.textContent = "Undo trick " + kept.won.length + ": " + side.dataset.wonBy + "\u00a0" + last.points;
      }
      side.querySelectorAll("[data-trick]").forEach(function (each) {
        each.disabled = !canHold(panel, Number(each.dataset.trick));
      });
    });
  }

  /* The boxes of the take: all of it once all tricks are in, before that nothing. */
  function fill(panel, key) {
    var form = panel.closest("form"), found = sums(panel), rest = Number(panel.dataset.total);
    Object.keys(found).forEach(function (name) { rest -= found[name]; });
    sidesOf(panel).forEach(function (side) {
      var box = form.elements[side.dataset.takeOf];
      var isTheirs = "bidderHas" in panel.dataset && side.matches(".is-bidding");
      box.classList.remove("is-derived");
      box.value = isWhole(panel) ? String(found[box.name] + (isTheirs ? rest : 0)) : "";
    });
    key.dispatchEvent(new Event("input", { bubbles: true })); // not from a box, which would fill the other one
  }

  function prepare() {
    var panel = document.getElementById("tricks");
    if (!panel || "ready" in panel.dataset) return;
    panel.dataset.ready = "";
    var form = panel.closest("form"), hand = form.getAttribute("action");
    if (kept.of !== hand) kept = { of: hand, isOpen: kept.isOpen, won: [] };
    show(panel);
    var isEmpty = Array.prototype.every.call(form.querySelectorAll("[data-take]"), function (box) { return box.value === ""; });
    if (kept.isOpen && isWhole(panel) && isEmpty) fill(panel, panel.querySelector(".tricks-undo"));
  }

  function turn(panel) {
    kept.isOpen = !kept.isOpen;
    keep();
    show(panel);
  }

  document.addEventListener("click", function (event) {
    var key = event.target.closest("[data-tricks-key], .tricks-undo, [data-trick], [data-take]");
    var panel = key && key.form.querySelector("#tricks");
    if (!panel) return;
    if (key.matches("[data-tricks-key]") || (key.matches("[data-take]") && kept.isOpen)) turn(panel);
    if (!key.closest("#tricks")) return;
    var wasWhole = isWhole(panel);
    if (key.matches(".tricks-undo")) kept.won.pop();
    else kept.won.push({ by: key.parentElement.dataset.takeOf, points: Number(key.dataset.trick) });
    keep();
    show(panel);
    if (wasWhole || isWhole(panel)) fill(panel, key);
  });

  document.addEventListener("htmx:afterSettle", prepare);
  document.addEventListener("safesave:swapped", prepare);
  prepare();
})();
