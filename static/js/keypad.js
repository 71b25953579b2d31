/* Number keys on the page, so that no keyboard slides over the card.

   [data-keypad] > button[data-key]     keys: a digit, back, clear, all, none, +1 -1 +10 (any signed number), =52 (that number)
       [data-keypad-for="#id"]          types into that field; else into the form's active field
   input[data-keypad-input]             a field the keys may type into; [data-keypad-start] is the active one at first
   [data-take-total="25"]               holds input[data-take], one a side: the last one fills itself with what is left
                                        (.is-derived), until it is typed into
   button[data-keypad-toggle="#id"]     shows and hides a keypad that starts [hidden]
   A typed digit replaces what stood in the field when it was tapped, as on a pocket calculator. Every key sends
   input events, so a preview listening on the form follows. */
(function () {
  "use strict";

  var fresh = true; // the next digit starts a new number

  function fieldsOf(form) {
    return Array.prototype.slice.call((form || document).querySelectorAll("[data-keypad-input]"));
  }

  function setActive(field) {
    if (field.classList.contains("is-active")) return;
    fieldsOf(field.form).forEach(function (other) {
      other.classList.toggle("is-active", other === field);
    });
    fresh = true;
  }

  function targetOf(keypad) {
    if (keypad.dataset.keypadFor) return document.querySelector(keypad.dataset.keypadFor);
    var form = keypad.closest("form");
    var fields = fieldsOf(form);
    var isActive = function (field) { return field.classList.contains("is-active"); };
    return fields.find(isActive) || fields[0];
  }

  function totalOf(field) {
    var group = field.closest("[data-take-total]");
    return group ? Number(group.dataset.takeTotal) : null;
  }

  function write(field, value) {
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function press(field, key) {
    var number = Number(field.value) || 0;
    var most = field.maxLength > 0 ? field.maxLength : 4;
    if (/^\d$/.test(key)) {
      var typed = (fresh ? "" : field.value) + key;
      fresh = false;
      write(field, typed.replace(/^0+(?=\d)/, "").slice(0, most));
      return;
    }
    if (key === "back") {
      fresh = false;
      write(field, field.value.slice(0, -1));
      return;
    }
    fresh = true;
    if (key === "clear") write(field, "");
    else if (key === "all") write(field, String(totalOf(field) || field.dataset.all || ""));
    else if (key === "none") write(field, "0");
    else if (key.charAt(0) === "=") write(field, key.slice(1));
    else write(field, String(Math.max(0, number + Number(key))));
  }

  /* One field of a take is what the others leave: the one longest untouched. */
  function fillRest(typedField) {
    var group = typedField.closest("[data-take-total]");
    if (!group) return;
    var takes = Array.prototype.slice.call(group.querySelectorAll("[data-take]"));
    typedField.classList.remove("is-derived");
    typedField.dataset.typed = String(Date.now());
    var others = takes.filter(function (take) { return take !== typedField; });
    var rest = others.find(function (take) { return take.classList.contains("is-derived"); });
    if (!rest) {
      rest = others.slice().sort(function (a, b) { return (a.dataset.typed || 0) - (b.dataset.typed || 0); })[0];
    }
    var given = takes.filter(function (take) { return take !== rest; });
    var isWhole = given.every(function (take) { return /^\d+$/.test(take.value); });
    var left = Number(group.dataset.takeTotal);
    given.forEach(function (take) { left -= Number(take.value); });
    if (!rest || rest === typedField) return;
    if (isWhole && left >= 0) {
      rest.value = String(left);
      rest.classList.add("is-derived");
    } else if (rest.classList.contains("is-derived")) {
      rest.value = "";
      rest.classList.remove("is-derived");
    }
  }

  function markPressed(field) {
    document.querySelectorAll('[data-keypad-for="#' + field.id + '"] [data-key^="="]').forEach(function (key) {
      key.setAttribute("aria-pressed", String(key.dataset.key === "=" + field.value));
    });
  }

  function prepare() {
    document.querySelectorAll("[data-keypad]").forEach(function (keypad) {
      var field = targetOf(keypad);
      if (!field) return;
      // Our keys stand below the field; the device's would cover them. A real keyboard types as ever.
      if (!keypad.dataset.keypadFor) {
        fieldsOf(keypad.closest("form")).forEach(function (each) { each.inputMode = "none"; });
      } else if (keypad.querySelector('[data-key="0"]')) {
        field.inputMode = "none";
      }
    });
    document.querySelectorAll("form").forEach(function (form) {
      var fields = fieldsOf(form);
      var isActive = function (field) { return field.classList.contains("is-active"); };
      var keypad = form.querySelector("[data-keypad]:not([data-keypad-for])");
      if (fields.length && keypad && !fields.some(isActive)) {
        setActive(form.querySelector("[data-keypad-start]") || fields[0]);
      }
    });
  }

  document.addEventListener("click", function (event) {
    var toggle = event.target.closest("[data-keypad-toggle]");
    if (toggle) {
      var keypad = document.querySelector(toggle.dataset.keypadToggle);
      keypad.hidden = !keypad.hidden;
      toggle.setAttribute("aria-expanded", String(!keypad.hidden));
      if (!keypad.hidden) keypad.scrollIntoView({ block: "nearest" });
      return;
    }
    var key = event.target.closest("[data-keypad] [data-key]");
    if (!key) return;
    var field = targetOf(key.closest("[data-keypad]"));
    if (!field || field.disabled) return;
    if (!key.closest("[data-keypad]").dataset.keypadFor) setActive(field);
    press(field, key.dataset.key);
  });

  // A tap on a key leaves the focus where it is, so that a keyboard beside the tablet goes on typing.
  document.addEventListener("mousedown", function (event) {
    if (event.target.closest("[data-keypad] [data-key]")) event.preventDefault();
  });

  /* Tapping a number, also the one that is being typed, means: type it anew. */
  function startAnew(event) {
    if (!event.target.matches("[data-keypad-input]")) return;
    setActive(event.target);
    fresh = true;
    event.target.select();
  }

  document.addEventListener("focusin", startAnew);
  document.addEventListener("click", startAnew);

  // Capture: the rest is filled in before the preview reads the form.
  document.addEventListener("input", function (event) {
    if (event.target.matches("[data-take]")) fillRest(event.target);
    if (event.target.matches("[data-keypad-input]")) markPressed(event.target);
  }, true);

  document.addEventListener("htmx:afterSettle", prepare);
  document.addEventListener("safesave:swapped", prepare);
  prepare();
})();
