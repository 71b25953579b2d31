/* The meld helper's keys. Underneath are plain number fields, which work without this file.

   [data-stepper] > button[data-step="-1"], input[type=number][min][max], button[data-step="1"]
   [data-tap-card] > input[type=number][max], button.tap-face[data-tap-name="Ace of spades"] > .tap-count
       a tap lays one more copy down: 0, 1, 2… up to max, then none again; minus or Backspace takes one back
   button[data-instead="N-marriage-H"][data-instead-of="N-run-H"]   what was tapped there counts here instead
   input[type=radio][data-shows="#id"]   shows that .shown-by-key, and not those of the other keys of its name */
(function () {
  "use strict";

  function set(input, value) {
    input.value = String(value);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function most(input) {
    return input.max === "" ? Infinity : Number(input.max);
  }

  function show(input) {
    var count = Number(input.value) || 0;
    input.classList.toggle("has-some", count > 0);
    var stepper = input.closest("[data-stepper]");
    if (stepper) {
      stepper.querySelectorAll("[data-step]").forEach(function (button) {
        var isDown = Number(button.dataset.step) < 0;
        button.setAttribute("aria-disabled", String(isDown ? count <= 0 : count >= most(input)));
      });
    }
    var card = input.closest("[data-tap-card]");
    if (!card) return;
    card.classList.toggle("has-some", count > 0);
    var face = card.querySelector(".tap-face");
    face.querySelector(".tap-count").textContent = count ? String(count) : "";
    face.setAttribute("aria-label", face.dataset.tapName + ": " + count + " of " + most(input));
    input.tabIndex = -1;
    input.setAttribute("aria-hidden", "true");
  }

  /* Parts of the page behind a row of keys: one at a time. */
  function showChosen(radio) {
    document.querySelectorAll('input[data-shows][name="' + radio.name + '"]').forEach(function (each) {
      var part = document.querySelector(each.dataset.shows);
      if (part) part.classList.toggle("is-shown", each.checked);
    });
  }

  function prepare() {
    // A browser that comes back to the page checks the keys that were checked.
    document.querySelectorAll("input[data-shows]:checked").forEach(showChosen);
    document.querySelectorAll("[data-stepper] input, [data-tap-card] input").forEach(show);
  }

  document.addEventListener("click", function (event) {
    var step = event.target.closest("[data-step]");
    var instead = event.target.closest("[data-instead]");
    if (instead) {
      var run = instead.form.elements[instead.dataset.insteadOf];
      var marriage = instead.form.elements[instead.dataset.instead];
      set(marriage, Math.min(most(marriage), (Number(marriage.value) || 0) + Number(run.value)));
      set(run, 0);
    }
    var face = event.target.closest(".tap-face");
    var input;
    if (step) {
      input = step.closest("[data-stepper]").querySelector("input");
      var next = (Number(input.value) || 0) + Number(step.dataset.step);
      if (next >= 0 && next <= most(input)) set(input, next);
    } else if (face) {
      input = face.closest("[data-tap-card]").querySelector("input");
      var count = Number(input.value) || 0;
      set(input, count >= most(input) ? 0 : count + 1);
    }
  });

  document.addEventListener("keydown", function (event) {
    if (!event.target.matches || !event.target.matches(".tap-face")) return;
    if (event.key !== "-" && event.key !== "Backspace") return;
    event.preventDefault();
    var input = event.target.closest("[data-tap-card]").querySelector("input");
    set(input, Math.max(0, (Number(input.value) || 0) - 1));
  });

  document.addEventListener("change", function (event) {
    if (event.target.matches("input[data-shows]")) showChosen(event.target);
  });

  document.addEventListener("input", function (event) {
    if (event.target.closest("[data-stepper], [data-tap-card]") && event.target.matches("input")) show(event.target);
  });

  document.addEventListener("htmx:afterSettle", prepare);
  prepare();
})();
