/* The table where a hand is played: watching the others, the keyboard, choosing cards. Everything is a form without it.

   section#table[data-pace][data-letters]   pace in milliseconds for one action; 0: all at once
     #stage                                 figures and mat; a frame stands in for them
     #frames > template[data-frame][data-says][data-note][data-hold=short|step|long|tap]
         shown one after the other when the fragment comes; a tap on the mat goes on at once, and so do Enter and
         the space bar; "tap" waits for one
     #watch > [data-watch-note], [data-skip][data-words="Skip ahead|Go on"]
     form[data-go-on="900"]                 sent by itself when all was shown, after so many milliseconds: the others
                                            are to move on
     form[data-choose="3"] [data-send] > [data-send-count]      counts the cards chosen
     .card-cannot[aria-describedby]         says why instead of asking the server
     [data-letter="P"]                      pressed by that letter; arrow keys walk through [data-hand]
     details[data-one-open] [data-close]    one drawer at a time; Escape closes it
   #play-say                                what is announced; it stays when the table is swapped */
(function () {
  "use strict";

  var HOLDS = { short: 0.6, step: 1, long: 1.8 };
  var FEWEST = 450; // milliseconds: even a fast frame must be seen
  // Where the keyboard goes on, best first.
  var FIRST = [".card-can", ".card-choose input", ".act .button-go", ".act .keys .button", ".result .button-go"];
  var show = null; // what is being watched: { frames, at, final, timer }
  var byKeyboard = false;

  function table() {
    return document.getElementById("table");
  }

  function say(words) {
    var line = document.getElementById("play-say");
    if (line && words) line.textContent = words;
  }

  /* -- watching -- */
  function begin() {
    stop();
    var place = table();
    if (!place) return;
    place.querySelectorAll("[data-hand]").forEach(prepareHand);
    var frames = Array.prototype.slice.call(place.querySelectorAll("template[data-frame]"));
    if (!frames.length) {
      ready("");
      return;
    }
    var stage = document.getElementById("stage");
    show = { frames: frames, at: -1, stage: stage, final: Array.prototype.slice.call(stage.childNodes), timer: 0 };
    place.classList.add("is-watching");
    setInert(true);
    var watch = document.getElementById("watch");
    if (watch) watch.hidden = false;
    next();
  }

  function next() {
    clearTimeout(show.timer);
    show.at += 1;
    if (show.at >= show.frames.length) {
      end();
      return;
    }
    var frame = show.frames[show.at];
    var isLast = show.at === show.frames.length - 1;
    if (isLast && (frame.dataset.hold === "short" || frame.dataset.hold === "step")) {
      end(frame); // what it shows is how the table stands now
      return;
    }
    var before = cardsOnTable();
    show.stage.replaceChildren(frame.content.cloneNode(true));
    markFresh(before);
    say(wordsOf(frame));
    showWatch(frame);
    if (frame.dataset.hold === "tap") return;
    var pace = Number(table().dataset.pace) || 0;
    show.timer = setTimeout(next, Math.max(FEWEST, pace * HOLDS[frame.dataset.hold]));
  }

  function wordsOf(frame) {
    return [frame.dataset.says, frame.dataset.note].filter(Boolean).join(" ");
  }

  function showWatch(frame) {
    var watch = document.getElementById("watch");
    if (!watch) return;
    var isTap = frame.dataset.hold === "tap";
    var button = watch.querySelector("[data-skip]");
    button.textContent = button.dataset.words.split("|")[isTap ? 1 : 0];
    button.classList.toggle("button-go", isTap);
    watch.querySelector("[data-watch-note]").textContent = frame.dataset.note || "";
    if (isTap && byKeyboard) button.focus();
  }

  function cardsOnTable() {
    return Array.prototype.map.call(document.querySelectorAll("#stage .spot"), function (spot) {
      return spot.textContent;
    });
  }

  function markFresh(before) {
    document.querySelectorAll("#stage .spot").forEach(function (spot, place) {
      spot.classList.toggle("is-fresh", Boolean(spot.querySelector(".face")) && spot.textContent !== before[place]);
    });
  }

  function end(frame) {
    var place = table();
    var before = cardsOnTable();
    show.stage.replaceChildren.apply(show.stage, show.final);
    show = null;
    markFresh(before);
    place.classList.remove("is-watching");
    setInert(false);
    var watch = document.getElementById("watch");
    if (watch) {
      if (watch.contains(document.activeElement)) document.activeElement.blur();
      watch.hidden = true;
    }
    ready(frame ? wordsOf(frame) : "");
  }

  function stop() {
    if (show) clearTimeout(show.timer);
    show = null;
  }

  function skip() {
    if (!show) return;
    // One tap while the others play shows where it comes to; melds that lie on the table are not skipped over.
    var rest = show.frames.slice(show.at + 1);
    var stops = rest.findIndex(function (frame) { return frame.dataset.hold === "tap"; });
    if (show.frames[show.at].dataset.hold === "tap") {
      next();
      return;
    }
    clearTimeout(show.timer);
    rest.slice(0, stops < 0 ? rest.length : stops).forEach(function (frame) { say(frame.dataset.says); });
    show.at = stops < 0 ? show.frames.length - 1 : show.at + stops;
    next();
  }

  function setInert(isInert) {
    document.querySelectorAll("#table .act, #table .hint").forEach(function (part) { part.inert = isInert; });
  }

  /* -- the player's turn -- */
  function ready(words) {
    var goOn = document.querySelector("form[data-go-on]");
    if (goOn) {
      say(words);
      setTimeout(function () {
        if (document.contains(goOn) && !("pending" in goOn.dataset)) goOn.requestSubmit();
      }, Number(goOn.dataset.goOn) || 150);
      return;
    }
    var title = document.getElementById("panel-title");
    var line = document.querySelector("#panel .panel-line");
    if (title) say([words, title.textContent + ".", line ? line.textContent : ""].filter(Boolean).join(" "));
    takeFocus();
  }

  function takeFocus() {
    if (!byKeyboard || (document.activeElement && document.activeElement !== document.body)) return;
    var first = FIRST.map(function (each) { return document.querySelector("#table " + each); }).find(Boolean);
    if (first) first.focus({ preventScroll: true });
  }

  function refuse(card) {
    var why = document.getElementById(card.getAttribute("aria-describedby"));
    var line = document.getElementById("refused");
    if (!why || !line) return false;
    line.hidden = false;
    line.querySelector("[data-refused-words]").textContent = why.textContent.replace(/^Cannot be played\. /, "");
    return true;
  }

  function prepareHand(hand) {
    var keys = keysOf(hand);
    keys.forEach(function (key, place) { key.tabIndex = place === firstKey(keys) ? 0 : -1; });
    count(hand.closest("form[data-choose]"));
  }

  function keysOf(hand) {
    return Array.prototype.slice.call(hand.querySelectorAll("button.card, .card-choose input"));
  }

  function firstKey(keys) {
    var first = keys.findIndex(function (key) { return key.matches(".card-can"); });
    return first < 0 ? 0 : first;
  }

  function count(form) {
    if (!form) return;
    var most = Number(form.dataset.choose);
    var chosen = form.querySelectorAll(".card-choose input:checked").length;
    var words = form.querySelector("[data-send-count]");
    if (words) words.textContent = chosen + " of " + most;
  }

  function closeAll(but) {
    document.querySelectorAll("details[data-one-open][open]").forEach(function (each) {
      if (each !== but) each.open = false;
    });
  }

  /* -- listening -- */
  document.addEventListener("click", function (event) {
    if (show && event.target.closest("[data-mat], [data-skip]")) {
      skip();
      return;
    }
    var card = event.target.closest(".card-cannot");
    if (card && refuse(card)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    var key = event.target.closest("button.card");
    if (key) key.classList.add("is-going");
    if (event.target.closest("[data-close]")) closeDrawer(event.target.closest("details"));
    if (event.target.closest("[data-close-hint]")) document.getElementById("hint").replaceChildren();
    if (!event.target.closest("details[data-one-open]")) closeAll(null);
  }, true);

  document.addEventListener("toggle", function (event) {
    if (event.target.matches("details[data-one-open]") && event.target.open) closeAll(event.target);
  }, true);

  document.addEventListener("change", function (event) {
    if (!event.target.matches(".card-choose input")) return;
    var form = event.target.form;
    var most = Number(form.dataset.choose);
    var chosen = form.querySelectorAll(".card-choose input:checked");
    // One card too many takes the place of the first that was chosen before.
    if (most && chosen.length > most) {
      Array.prototype.find.call(chosen, function (input) { return input !== event.target; }).checked = false;
    }
    count(form);
  });

  function closeDrawer(drawer) {
    if (!drawer) return;
    drawer.open = false;
    drawer.querySelector("summary").focus();
  }

  var STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

  function walk(event, hand) {
    var keys = keysOf(hand);
    var at = keys.indexOf(document.activeElement);
    var to = event.key === "Home" ? 0 : event.key === "End" ? keys.length - 1 : at + STEPS[event.key];
    if (at < 0 || !keys[(to + keys.length) % keys.length]) return;
    event.preventDefault();
    keys[at].tabIndex = -1;
    keys[(to + keys.length) % keys.length].tabIndex = 0;
    keys[(to + keys.length) % keys.length].focus();
  }

  function press(letter) {
    var place = table();
    if (!place || !("letters" in place.dataset) || show) return false;
    var key = place.querySelector('[data-letter="' + letter + '"]');
    if (!key || key.closest("[inert]") || !key.getClientRects().length) return false;
    key.click();
    return true;
  }

  document.addEventListener("keydown", function (event) {
    byKeyboard = true;
    if (event.ctrlKey || event.altKey || event.metaKey || !table()) return;
    if (event.key === "Escape") {
      closeDrawer(document.querySelector("details[data-one-open][open]"));
      return;
    }
    if (event.target.matches && event.target.matches("input:not([type=checkbox]):not([type=radio]), select, textarea")) return;
    var hand = event.target.closest && event.target.closest("[data-hand]");
    if (hand && (event.key in STEPS || event.key === "Home" || event.key === "End")) walk(event, hand);
    else if (show && (event.key === "Enter" || event.key === " ") && !event.target.closest("button, summary, a")) {
      event.preventDefault();
      skip();
    } else if (event.key.length === 1 && press(event.key.toUpperCase())) event.preventDefault();
  });

  document.addEventListener("pointerdown", function () { byKeyboard = false; });
  document.addEventListener("safesave:swapped", function (event) {
    // htmx is not done: it still gives elements that kept their id the attributes they came with.
    if (event.detail.target && event.detail.target.id === "table") Promise.resolve().then(begin);
  });
  /* What others did comes as news (live.js). It waits, to be asked for again, while something is still watched. */
  document.addEventListener("htmx:beforeSwap", function (event) {
    if (show && event.detail.target.id === "table") event.detail.shouldSwap = false;
  });
  document.addEventListener("htmx:afterSwap", function (event) {
    if (event.detail.target && event.detail.target.id === "table") Promise.resolve().then(begin);
  });
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();
