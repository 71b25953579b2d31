/* Check-in by search: #roll-words in form#roll-find, rows in #roll[data-words], which says what it was asked for.

   Enter takes the only one found: whoever it is, is here. With several or nobody found it does nothing, and #roll-told says
   why. The field starts anew at Enter and at the tap on a row, not at the answer: the next in line says their name. What was
   entered before the roll has answered it is looked up by itself, one name after the other; where that is not one person, it
   comes back into the field, or beside it where the next name stands there. Until they are sent, which saving.js sees to, or
   back in the field, names are kept (localStorage): a page that is loaded again looks them up. #roll-told keeps who came
   last, with the number and what is due.
   Where rows are tapped without a search, the focus stays away from the field, which would open a tablet's keyboard. */
(function () {
  "use strict";

  var ARRIVES = /^(here|here_paid|both|both_paid|back|pair)$/;
  var AGAIN = 2000;
  var field = document.getElementById("roll-words");
  var find = document.getElementById("roll-find");
  var KEY = "pinochle.entered:" + location.pathname;
  var entered = kept(); // words that Enter was pressed for, to be looked up
  var beside = []; // those that came back and stand beside the field
  var foundBy = {}; // by row, the words that found it, until it is known to be taken

  /* Storage may be full or forbidden: then they are in line while the page is open. */
  function keep() {
    var names = beside.concat(entered);
    try {
      if (names.length) localStorage.setItem(KEY, JSON.stringify(names));
      else localStorage.removeItem(KEY);
    } catch { /* nothing is kept */ }
  }

  function kept() {
    try { return JSON.parse(localStorage.getItem(KEY)) || []; } catch { return []; }
  }

  function plain(text) {
    return text.trim().replace(/\s+/g, " ");
  }

  function roll() {
    return document.getElementById("roll");
  }

  /* The key of the only row, by which they are here; none where there are more, or nothing is to be done. */
  function onlyKey(found) {
    var rows = found.querySelectorAll(".roll-row");
    return rows.length === 1 && rows[0].querySelector('[value="here"], [value="back"], [value="pair"]');
  }

  function startAnew() {
    field.value = "";
    field.focus({ preventScroll: true });
  }

  find.addEventListener("submit", function (event) {
    var words = plain(field.value);
    event.preventDefault();
    if (!words) return;
    htmx.trigger(field, "htmx:abort"); // an answer on its way would show the row as it was
    if (words !== roll().dataset.words) {
      startAnew();
      entered.push(words);
      keep();
      if (entered.length === 1) lookUp();
      return;
    }
    var key = onlyKey(roll());
    if (key) key.click();
    else field.select();
  });

  document.addEventListener("submit", function (event) {
    var row = event.target.closest("#roll .roll-row");
    if (!row || !event.submitter || !ARRIVES.test(event.submitter.value)) return;
    if (!field.value && !field.hasAttribute("data-find-next")) return;
    foundBy[row.id] = field.value;
    startAnew();
  }, true);

  function lookUp() {
    var asked = new URLSearchParams(new FormData(find));
    asked.set("q", entered[0]);
    fetch(field.getAttribute("hx-get") + "?" + asked, {
      credentials: "same-origin", cache: "no-store", headers: { "HX-Request": "true" },
    }).then(function (answer) {
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.text();
    }).then(function (html) {
      take(new DOMParser().parseFromString(html, "text/html"), entered[0]);
      entered.shift();
      keep();
      if (entered.length) lookUp();
    }).catch(function () {
      document.getElementById("roll-told").textContent = "No contact, trying again: " + entered.join(", ");
      setTimeout(lookUp, AGAIN);
    });
  }

  function take(found, words) {
    var key = onlyKey(found), row = key && key.closest(".roll-row");
    if (!key || !key.form.matches("[data-safe-save]")) {
      giveBack(words);
      return;
    }
    var body = new URLSearchParams(new FormData(key.form));
    body.set(key.name, key.value);
    foundBy[row.id] = words;
    safeSave.enter(key.form.getAttribute("action"), body.toString(), { target: "#" + row.id, swap: "outerHTML", isRow: true });
  }

  /* What did not find one person stands in the field again, or beside it while the next name is typed there. */
  function giveBack(words) {
    if (!field.value) {
      field.value = words;
      htmx.trigger(field, "search");
      return;
    }
    var told = document.createElement("p"), key = document.createElement("button");
    beside.push(words);
    keep();
    told.className = "notice notice-now row between-14";
    told.setAttribute("role", "alert");
    told.textContent = "“" + words + "” isn’t checked in yet. ";
    key.className = "button button-slim";
    key.textContent = "Find them";
    key.addEventListener("click", function () {
      told.remove();
      beside.splice(beside.indexOf(words), 1);
      keep();
      field.value = words;
      htmx.trigger(field, "search");
    });
    told.append(key);
    find.after(told);
  }

  document.addEventListener("safesave:swapped", function (event) {
    var row = event.detail.target, isHere = !row || row.querySelector('[name="do"][value="undo"]');
    var words = row && foundBy[row.id];
    if (row) delete foundBy[row.id];
    if (!isHere && words) giveBack(words); // looked for still
    else if (isHere && !field.value && roll().dataset.words) htmx.trigger(field, "search");
  });

  /* Who was looked for and isn't known is new by that name. */
  var isNew = document.querySelector(".roll-new");
  if (isNew) isNew.addEventListener("toggle", function () {
    var words = plain(field.value);
    if (isNew.open && /\D/.test(words)) isNew.querySelector('[name="name"]').value = words;
  });

  if (entered.length) lookUp(); // those that were in line when the page was left

  // Where a keyboard is at hand, it can begin at once.
  if (!location.hash && matchMedia("(hover: hover) and (pointer: fine)").matches) field.focus({ preventScroll: true });
})();
