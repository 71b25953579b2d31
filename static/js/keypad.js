/* Number keys on the page, so that no keyboard slides over the card.

   button[data-key]                     a digit, back, clear, all, none, next (field), +1 -1 +10 (any signed number), =52 (that
                                        number): types into the active field of its form
   [data-keypad]                        the keys stand where the device's own would come up: those stay away
       [data-pad="meld_NS"]             its keys type into the field of this name, whichever is active
   input[data-keypad-input]             a field the keys may type into; active at first is the first that is wrong, else
                                        [data-keypad-start]. No field ever becomes active by what is typed
       [data-called="Ann"]              whose figure it is, for the green key
   [data-figure-keys]                   whole figures, a key each, for more figures than there is room for pads: one leads on
                                        to the next empty field. [data-more] shows the digits (.is-typed), and back
   [data-asks="What did {} show?"]      says so of the active field
   .partners[data-stuck]                the bidder's own key is not among them; [data-ask-bidder] asks for the bidder again
   .save-key[data-says="{} → take"]     says this once there are figures, with them in place of {}
   [data-take-total="25"]               holds input[data-take], one a side: the last one fills itself with what is left
                                        (.is-derived), until it is typed into
   [data-type-again]                    takes a question about a figure away, and leads back to the keys
   [data-asked]                         says what the bid still lacks (its form: data-asking)
   [data-fixed-bid="15"]                around the radio of a hand that everybody passed: it fills in the bid and locks it
   [data-ends-step]                     around radios: tapped when the step has all else that it needs, one saves it
   A typed digit replaces what stood in the field when it was tapped or drawn, as on a pocket calculator. Every key sends
   input events, so a preview listening on the form follows. Digits, Backspace and Enter of a real keyboard do as the keys
   do, wherever in the form the focus is. */
(function () {
  "use strict";

  var TYPED_INTO = "textarea, select, input:not([type=radio]):not([type=checkbox])";
  var begun = new WeakSet(); // fields whose number is being typed: the next digit goes behind it, in others it replaces it

  function fieldsOf(form) {
    return Array.prototype.slice.call((form || document).querySelectorAll("[data-keypad-input]"));
  }

  function setActive(field) {
    fieldsOf(field.form).forEach(function (other) { other.classList.toggle("is-active", other === field); });
    var asks = field.form.querySelector("[data-asks]");
    if (asks && field.form.querySelector("[data-figure-keys]")) asks.textContent = asks.dataset.asks.replace("{}", field.dataset.called);
    markPressed(field);
  }

  function activeOf(form) {
    var fields = fieldsOf(form);
    return fields.find(function (field) { return field.classList.contains("is-active"); }) || fields[0];
  }

  /* The field that a key types into. */
  function fieldOf(key) {
    var pad = key.closest("[data-pad]");
    return pad ? key.form.elements[pad.dataset.pad] : activeOf(key.form);
  }

  /* The focus of a keyboard beside the tablet comes along from another box, and what is typed there goes on. */
  function leadFocus(field) {
    var focused = document.activeElement;
    if (focused === field || focused.form !== field.form || !focused.matches("[data-keypad-input]")) return;
    var isBegun = begun.has(field);
    field.focus({ preventScroll: true }); // the keys stay under the finger
    if (isBegun) begun.add(field);
  }

  function totalOf(field) {
    var group = field.closest("[data-take-total]");
    return group ? Number(group.dataset.takeTotal) : null;
  }

  function write(field, value) {
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /* The field that comes after this one, of those of its group, around; `isEmpty`: the first one that is. */
  function nextOf(field, isEmpty) {
    var fields = fieldsOf(field.closest(".number-fields"));
    var place = fields.indexOf(field);
    return fields.slice(place + 1).concat(fields.slice(0, place)).find(function (other) {
      return !isEmpty || other.value === "";
    });
  }

  /* Leads on from one field to the next; false where there is none. */
  function goOn(field, isEmpty) {
    var next = field.closest(".number-fields") && nextOf(field, isEmpty);
    if (!next) return false;
    if (document.activeElement === field || document.activeElement.closest("[data-pad]")) next.focus();
    setActive(next);
    begun.delete(next);
    showDigits(field.form, false);
    return true;
  }

  /* The digits, in the place of whole figures. */
  function showDigits(form, isShown) {
    var keys = form.querySelector("[data-figure-keys]");
    if (keys) keys.classList.toggle("is-typed", isShown);
  }

  function canType(field) {
    return Boolean(field) && !field.disabled && !field.readOnly;
  }

  function press(field, key) {
    var number = Number(field.value) || 0;
    var most = field.maxLength > 0 ? field.maxLength : 4;
    if (/^\d$/.test(key)) {
      var typed = (begun.has(field) ? field.value : "") + key;
      begun.add(field);
      write(field, typed.replace(/^0+(?=\d)/, "").slice(0, most));
      return;
    }
    if (key === "back") {
      begun.add(field);
      write(field, field.value.slice(0, -1));
      return;
    }
    begun.delete(field);
    if (key === "clear") write(field, "");
    else if (key === "all") write(field, String(totalOf(field) || field.value));
    else if (key === "none") write(field, "0");
    else if (key.charAt(0) === "=") write(field, key.slice(1));
    else write(field, String(Math.max(0, number + Number(key))));
  }

  /* One field of a take is what the others leave: the one longest untouched. */
  function fillRest(typedField) {
    var group = typedField.closest("[data-take-total]");
    if (!group) return;
    var takes = Array.prototype.slice.call(group.querySelectorAll("[data-take]")).filter(function (take) {
      return !take.closest("[hidden]");
    });
    typedField.classList.remove("is-derived");
    typedField.dataset.typed = String(Date.now());
    var others = takes.filter(function (take) { return take !== typedField; });
    var rest = others.find(function (take) { return take.classList.contains("is-derived"); });
    if (!rest) {
      rest = others.slice().sort(function (a, b) { return (a.dataset.typed || 0) - (b.dataset.typed || 0); })[0];
    }
    var given = takes.filter(function (take) { return take !== rest; });
    var isWhole = !group.closest("form").querySelector('[name="renege"][value]:not([value=""]):checked')
      && given.every(function (take) { return /^\d+$/.test(take.value); });
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

  /* After a renege nothing is worked out: it may have ended the play early. */
  function takeBackRest(form) {
    form.querySelectorAll(".is-derived").forEach(function (take) {
      take.value = "";
      take.classList.remove("is-derived");
    });
  }

  function markPressed(field) {
    field.form.querySelectorAll('[data-key^="="]').forEach(function (key) {
      key.setAttribute("aria-pressed", String(key.dataset.key === "=" + field.value));
    });
  }

  /* What everybody passed has an amount of its own; what had been typed comes back with a bidder. */
  function fixBid(form) {
    var passed = form.querySelector("[data-fixed-bid]");
    var bid = form.elements.bid;
    if (!passed || !bid) return;
    var isFixed = passed.querySelector("input").checked;
    if (isFixed === bid.readOnly) return;
    bid.readOnly = isFixed;
    if (isFixed) bid.dataset.typed = bid.value;
    begun.delete(bid);
    write(bid, isFixed ? passed.dataset.fixedBid : bid.dataset.typed || "");
  }

  /* Nobody is the bidder's partner who has the bid: alone has a key of its own. */
  function offerPartners(form) {
    var partners = form.querySelector(".partners"), tapped = form.querySelector("[name=bidder]:checked");
    if (!partners) return;
    var bidder = tapped && (tapped.value === "stuck" ? partners.dataset.stuck : tapped.value), name = "";
    partners.querySelectorAll("[name=partner]").forEach(function (radio) {
      var key = radio.closest("label"), isBidder = radio.value === bidder;
      key.hidden = isBidder;
      if (isBidder) name = key.textContent.trim();
      if (isBidder) radio.checked = false;
    });
    partners.querySelector("[data-ask-bidder]").textContent = name ? "Bidder: " + name : "Another bidder";
    if (partners.dataset.others) showBoxes(partners, bidder);
  }

  /* In a form of a whole hand: the boxes that have a figure where these two play together, by the names of all whose it is. */
  function showBoxes(partners, bidder) {
    var tapped = partners.querySelector(":checked"), partner = tapped && tapped.value;
    var own = [bidder, partner], isShared = { meld: partners.dataset.others === "together", take: partners.dataset.others !== "alone" };
    var names = {}, first = {};
    partners.querySelectorAll("[name=partner]").forEach(function (radio) {
      names[radio.value] = radio.closest("label").textContent.trim();
    });
    partners.form.querySelectorAll(".number-fields [data-keypad-input]").forEach(function (input) {
      var step = input.name.slice(0, 4), seat = input.name.slice(5), box = input.closest(".number-field");
      if (!/^(meld|take)_/.test(input.name)) return;
      var isOwn = own.indexOf(seat) >= 0, isOther = Boolean(partner) && !isOwn && isShared[step];
      box.hidden = Boolean(partner) && (isOwn ? seat !== bidder : isOther && first[step]);
      if (isOther) first[step] = true;
      var labels = box.querySelectorAll(".partner"), isPair = seat === bidder && partner in names && partner !== "alone";
      labels[0].textContent = isOther ? "The others" : isPair ? names[seat] + " & " + names[partner] : names[seat];
      if (labels[1]) labels[1].remove();
    });
  }

  function endStep(form) {
    var isTapped = ["bidder", "partner", "trump", "board"].every(function (name) {
      return !form.querySelector('[type="radio"][name="' + name + '"]') || form.querySelector("[name=" + name + "]:checked");
    });
    if ((!form.elements.bid || form.elements.bid.value) && isTapped) form.querySelector(".save-key").click();
  }

  /* `Bea 25 hearts`: a bid, once all of it is there. */
  function bidOf(form) {
    var words = ["bidder", "trump"].map(function (name) {
      var face = form.querySelector("[name=" + name + "]:checked ~ .choice-face");
      return face && (face.querySelector(".choice-word") || face.firstChild).textContent.trim();
    });
    return words[0] && form.elements.bid.value && words[1]
      ? [words[0], form.elements.bid.value, words[1].toLowerCase()].join(" ") : "";
  }

  /* How many letters two lines of a key hold: a letter is some half as wide as high. */
  function roomOf(key) {
    return (key.clientWidth || 240) / parseFloat(getComputedStyle(key).fontSize) * 3;
  }

  /* `Ann 24 · Bea ?`: a figure a side, once there is one; of names for which the key has no room, what tells them apart. */
  function figuresOf(form, key) {
    function tellAll(letters) {
      return fields.map(function (field, place) {
        return names[place].slice(0, letters) + "\u00a0" + (field.value || "?");
      }).join(" · ");
    }
    var fields = Array.prototype.slice.call(form.querySelectorAll("[data-called]"));
    var isTyped = fields.some(function (field) { return field.value !== ""; });
    var names = fields.map(function (field) { return field.dataset.called; }), told = tellAll(), letters = 0;
    var isApart = function () { return new Set(names.map(function (name) { return name.slice(0, letters); })).size === names.length; };
    if (key.dataset.says.length - 2 + told.length > roomOf(key)) {
      do { told = tellAll(++letters); } while (letters < 4 && !isApart());
    }
    return isTyped ? told : "";
  }

  /* What the bid still lacks is asked, one thing at a time, and its keys have a frame (`data-asking`, entry.css). */
  function askNext(form) {
    var asked = form && form.querySelector("[data-asked]");
    if (!asked) return;
    var words = { bidder: "Who won the bid?", partner: asked.dataset.partner, bid: "For how much?", trump: "Trump?" };
    var next = Object.keys(words).find(function (name) {
      return words[name] && !form.querySelector(name === "bid" ? "[name=bid]:not(:placeholder-shown)" : "[name=" + name + "]:checked");
    });
    form.dataset.asking = next || "";
    if (next) asked.textContent = words[next];
  }

  /* The keys come back in the place of a question about a figure, which is typed anew. */
  function typeAgain(bar, id) {
    var key = bar.querySelector(".save-key"), field = document.getElementById(id);
    bar.replaceChildren(key);
    bar.classList.remove("save-bar-wraps", "save-bar-asks");
    key.hidden = false;
    setActive(field);
    begun.delete(field);
    field.focus({ preventScroll: true });
    sayFigures(key.form);
  }

  /* The green key says what it will save. */
  function sayFigures(form) {
    var key = form && form.querySelector(".save-key[data-says]");
    if (!key) return;
    key.dataset.plain = key.dataset.plain || key.textContent;
    var figures = form.elements.bid ? bidOf(form) : figuresOf(form, key);
    key.textContent = figures ? key.dataset.says.replace("{}", figures) : key.dataset.plain;
  }

  function isWrong(field) {
    return field.getAttribute("aria-invalid") === "true";
  }

  function prepare() {
    document.querySelectorAll("[data-keypad]").forEach(function (keypad) {
      // Our keys stand below the field; the device's would cover them. A real keyboard types as ever.
      var fields = fieldsOf(keypad.closest("form"));
      fields.forEach(function (each) { each.inputMode = "none"; });
      var isActive = function (field) { return field.classList.contains("is-active"); };
      if (fields.length && !fields.some(isActive)) {
        var start = fields.find(isWrong) || keypad.closest("form").querySelector("[data-keypad-start]") || fields[0];
        setActive(start);
        if (fields.indexOf(document.activeElement) >= 0) start.focus(); // the same field of a form drawn anew had it
      }
    });
    document.querySelectorAll("[data-fixed-bid]").forEach(function (passed) {
      fixBid(passed.closest("form"));
      offerPartners(passed.closest("form"));
    });
    document.querySelectorAll(".save-key[data-says]").forEach(function (key) {
      sayFigures(key.form);
      askNext(key.form);
    });
  }

  document.addEventListener("click", function (event) {
    // A tap is a click on the face of a key, which then chooses; arrow keys that walk over the suits choose without one.
    var face = event.target.closest("[data-ends-step] .choice-face");
    if (face) setTimeout(endStep, 0, face.closest("form"));
    var more = event.target.closest("[data-more]"), again = event.target.closest("[data-ask-bidder]");
    if (more) showDigits(more.form, !more.closest(".is-typed"));
    var typesAgain = event.target.closest(".cockpit [data-type-again]");
    if (typesAgain) {
      event.preventDefault();
      typeAgain(typesAgain.closest(".save-bar"), typesAgain.hash.slice(1));
    }
    if (again) {
      again.form.querySelectorAll("[name=bidder]").forEach(function (radio) { radio.checked = false; });
      again.dispatchEvent(new Event("input", { bubbles: true }));
    }
    var key = event.target.closest("[data-key]");
    if (!key) return;
    var field = fieldOf(key);
    if (key.dataset.key === "next") goOn(field);
    else if (canType(field)) {
      leadFocus(field);
      press(field, key.dataset.key);
      if (key.closest(".figure-grid")) goOn(field, true);
    }
  });

  // The same on a real keyboard, unless it types into a field by itself.
  document.addEventListener("keydown", function (event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    var form = event.target === document.body ? document.querySelector(".cockpit form") : event.target.closest(".cockpit form");
    if (!form || "pending" in form.dataset) return;
    if (event.key === "Enter" && event.target.matches(".number-fields [data-keypad-input]")) {
      if (event.target.value !== "" && goOn(event.target, true)) event.preventDefault();
    } else if (/^(\d|Backspace)$/.test(event.key) && !event.target.matches(TYPED_INTO) && canType(activeOf(form)) &&
      !form.querySelector(".save-bar-asks")) {
      event.preventDefault();
      press(activeOf(form), event.key === "Backspace" ? "back" : event.key);
    }
  });

  // A tap on a key leaves the focus where it is, so that a keyboard beside the tablet goes on typing.
  document.addEventListener("mousedown", function (event) {
    if (event.target.closest("[data-key]")) event.preventDefault();
  });

  /* Tapping a number, also the one that is being typed, means: type it anew. */
  function startAnew(event) {
    if (!event.target.matches("[data-keypad-input]")) return;
    setActive(event.target);
    begun.delete(event.target);
    event.target.select();
  }

  document.addEventListener("focusin", startAnew);
  document.addEventListener("click", startAnew);

  // Capture: the rest is filled in before the preview reads the form.
  document.addEventListener("input", function (event) {
    if (event.target.matches("[data-take]")) fillRest(event.target);
    if (event.target.name === "renege") takeBackRest(event.target.form);
    if (event.target.matches("[data-keypad-input]")) markPressed(event.target);
    if (event.target.matches("[data-keypad-input]") && event.isTrusted) begun.add(event.target);
    if (/^(bidder|partner)$/.test(event.target.name) && event.target.form) {
      fixBid(event.target.form);
      offerPartners(event.target.form);
    }
    sayFigures(event.target.form);
    askNext(event.target.form);
  }, true);

  window.addEventListener("resize", function () {
    document.querySelectorAll(".save-key[data-says]").forEach(function (key) { sayFigures(key.form); });
  });
  document.addEventListener("htmx:afterSettle", prepare);
  document.addEventListener("safesave:swapped", prepare);
  document.addEventListener("waiting:filled", prepare);
  prepare();
})();
