/* Keys of a group, and the lines of a card, are one stop of Tab; arrows, Home and End go from one to the next.

   [data-roving]         holds the buttons and links; the stop is the first one, or with ="last" the last, and then
                         whichever had the focus */
(function () {
  "use strict";

  function itemsOf(group) {
    return group ? Array.prototype.slice.call(group.querySelectorAll("button, a[href]")) : [];
  }

  function stopAt(items, stop) {
    items.forEach(function (item) { item.tabIndex = item === stop ? 0 : -1; });
  }

  function prepare() {
    document.querySelectorAll("[data-roving]").forEach(function (group) {
      var items = itemsOf(group);
      var at = items.indexOf(document.activeElement);
      stopAt(items, items[at >= 0 ? at : group.dataset.roving ? items.length - 1 : 0]);
    });
  }

  document.addEventListener("keydown", function (event) {
    var items = itemsOf(event.target.closest("[data-roving]"));
    var at = items.indexOf(event.target);
    var to = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1, Home: 0, End: items.length - 1 }[event.key];
    if (at < 0 || to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (items[to]) items[to].focus();
  });

  document.addEventListener("focusin", function (event) {
    var items = itemsOf(event.target.closest("[data-roving]"));
    if (items.indexOf(event.target) >= 0) stopAt(items, event.target);
  });

  document.addEventListener("htmx:afterSettle", prepare);
  prepare();
})();
