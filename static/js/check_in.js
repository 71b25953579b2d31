/* Check-in by search: #roll-words in form#roll-find, rows in #roll[data-words], which says what it was asked for.

   Enter takes the only one found: whoever it is, is here. When the roll has not answered yet what was typed, it waits for
   it; with several or nobody found it does nothing, and #roll-told says why. Once somebody is checked in, the field is
   empty, has the focus, and everybody is shown again: the next in line says their name. #roll-told keeps who came last,
   with the number and what is due.
   Where rows are tapped without a search, the focus stays away from the field, which would open a tablet's keyboard. */
(function () {
  "use strict";

  var field = document.getElementById("roll-words");
  var entered = ""; // the words that Enter was pressed for, until the roll answers them
  var taken = ""; // the words whose only row is being checked in

  function plain(text) {
    return text.trim().replace(/\s+/g, " ");
  }

  function takeTheOnlyOne() {
    var roll = document.getElementById("roll");
    if (!entered || roll.dataset.words !== entered) return;
    entered = "";
    htmx.trigger(field, "htmx:abort"); // an answer on its way would show the row as it was
    var rows = roll.querySelectorAll(".roll-row");
    var key = rows.length === 1 && rows[0].querySelector('[value="here"], [value="back"], [value="pair"]');
    taken = key ? field.value : "";
    if (key) key.click();
    field.select(); // what is typed from here on is the next in line
  }

  document.getElementById("roll-find").addEventListener("submit", function (event) {
    event.preventDefault();
    entered = plain(field.value);
    if (entered && entered === document.getElementById("roll").dataset.words) takeTheOnlyOne();
    else htmx.trigger(field, "search");
  });

  field.addEventListener("input", function () { entered = ""; });
  document.addEventListener("htmx:afterSettle", takeTheOnlyOne);

  document.addEventListener("safesave:swapped", function (event) {
    var row = event.detail.target;
    if (!row || !row.querySelector('[name="do"][value="undo"]')) return; // not here: looked for still
    if (!field.value && !field.hasAttribute("data-find-next")) return;
    if (!taken || field.value === taken) field.value = "";
    taken = "";
    if (!field.value && document.getElementById("roll").dataset.words) htmx.trigger(field, "search");
    field.focus({ preventScroll: true });
  });

  // Where a keyboard is at hand, it can begin at once.
  if (!location.hash && matchMedia("(hover: hover) and (pointer: fine)").matches) field.focus({ preventScroll: true });
})();
