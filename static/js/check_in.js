/* Check-in of a large club, where people are found by name: input[data-find-next] in #roll-find, rows in #roll.

   Once somebody is checked in, the field is empty and has the focus: the next in line says their name. The row that was
   tapped stays until then, with the number and what is due. */
(function () {
  "use strict";

  document.addEventListener("safesave:swapped", function (event) {
    var field = document.querySelector("[data-find-next]");
    var row = event.detail.target;
    if (!field || !row || !row.querySelector('[name="do"][value="undo"]')) return; // not here: looked for still
    field.value = "";
    field.focus({ preventScroll: true });
  });
})();
