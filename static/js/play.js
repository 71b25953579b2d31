/* The table where a hand is played: watching the others, the keyboard, choosing cards. Everything is a form without it.

   section#table[data-pace][data-letters]   pace: the step that pauses are made from; 0: all at once
   section#table[data-dealt-by="west"]      the cards come onto the table with this page, from that place
     #stage                                 figures and mat; a frame stands in for them
     #frames > template[data-frame][data-says][data-note][data-hold][data-pause="880"][data-waited]
         shown one after the other when the fragment comes, each for its milliseconds; a tap on the mat goes on at once,
         and so do Enter and the space bar; hold "tap" waits for one. The last is how the table stands anyway, unless it
         is data-waited: a last trick (hold "trick") lies there while the player may already go on.
     #watch > [data-watch-note], [data-skip][data-words="Skip ahead|Go on"]
     form[data-go-on="900"]                 sent by itself when all was shown, after so many milliseconds: the others
                                            are to move on, or so long the last card can be taken back
     form[data-choose="3"] [data-send] > [data-send-count]      counts the cards chosen
     .card-cannot[aria-describedby]         says why instead of asking the server
     [data-letter="P"]                      pressed by that letter; arrow keys walk through [data-hand]
     details[data-one-open] [data-close]    one drawer at a time; Escape closes it. One with a name (="table") stays open,
                                            with what was chosen in it, when others play on and the table is swapped
     #hint[data-failed]                     what it says where no hint comes
   [data-happened] > li                   where nothing is watched: told to whoever listens, the mat shows it
   #play-say                                what is announced; it stays when the table is swapped

   Cards travel from the hand to the trick and are gathered by who wins it: over the page, for at most TRAVEL, and
   nothing waits for them. "table:heard" on document (detail: card, trick, turn) is for what sounds. */
(function () {
  "use strict";

  var TRAVEL = 240; // milliseconds
  var DEALING = 700;
  // Where the keyboard goes on, best first.
  var FIRST = [".card-can", ".card-choose input", ".act .button-go", ".act .keys .button", ".result .button-go"];
  var show = null; // what is being watched: { frames, at, final, timer }, isOpen once the player may go on
  var byKeyboard = false;
  var tapped = null; // where the own card lay that was tapped last
  var drawer = null; // the one that is open, of those with a name
  var lying = {}; // the trick as it was drawn last: place -> { card, box, isWinning }

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
    keepDrawer(place);
    place.querySelectorAll("[data-hand]").forEach(prepareHand);
    var dealing = place.dataset.dealtBy ? dealOut(place) : 0;
    var frames = Array.prototype.slice.call(place.querySelectorAll("template[data-frame]"));
    if (!frames.length) {
      moveCards();
      var happened = Array.from(place.querySelectorAll("[data-happened] > li"), function (line) { return line.textContent; });
      ready(happened.join(" "), 0);
      return;
    }
    var stage = document.getElementById("stage");
    show = { frames: frames, at: -1, stage: stage, final: Array.prototype.slice.call(stage.childNodes), timer: 0 };
    place.classList.add("is-watching");
    setInert(true);
    var watch = document.getElementById("watch");
    if (watch) watch.hidden = false;
    if (dealing) place.classList.add("is-dealing");
    show.timer = setTimeout(next, dealing);
  }

  function next() {
    clearTimeout(show.timer);
    table().classList.remove("is-dealing");
    show.at += 1;
    var frame = show.frames[show.at];
    var isLast = show.at === show.frames.length - 1;
    if (!frame || (isLast && !("waited" in frame.dataset))) {
      end(frame); // what it shows is how the table stands now
      return;
    }
    draw([frame.content.cloneNode(true)]);
    var pause = Number(frame.dataset.pause);
    if (isLast && frame.dataset.hold === "trick" && !document.getElementById("result")) {
      open(wordsOf(frame), pause);
    } else {
      say(wordsOf(frame));
      showWatch(frame);
      if (frame.dataset.hold === "tap") return;
    }
    show.timer = setTimeout(next, pause);
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

  function draw(nodes) {
    show.stage.replaceChildren.apply(show.stage, nodes);
    moveCards();
  }

  function end(frame) {
    draw(show.final);
    var isOpen = show.isOpen;
    if (!isOpen) open(frame ? wordsOf(frame) : "", 0);
    show = null;
  }

  /* The player may go on; what lies on the table stays there for `pause`. */
  function open(words, pause) {
    show.isOpen = true;
    table().classList.remove("is-watching");
    setInert(false);
    var watch = document.getElementById("watch");
    if (watch) {
      if (watch.contains(document.activeElement)) document.activeElement.blur();
      watch.hidden = true;
    }
    ready(words, pause);
  }

  function stop() {
    if (show) clearTimeout(show.timer);
    show = null;
  }

  function skip() {
    if (!show) return;
    if (show.isOpen) {
      next();
      return;
    }
    // One tap while the others play shows where it comes to; melds that lie on the table are not skipped over.
    var rest = show.frames.slice(show.at + 1);
    var stops = rest.findIndex(function (frame) { return frame.dataset.hold === "tap"; });
    if (show.at >= 0 && show.frames[show.at].dataset.hold === "tap") {
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

  /* -- cards on their way -- */
  function isStill() {
    return matchMedia("(prefers-reduced-motion: reduce)").matches || !Element.prototype.animate;
  }

  function hear(what) {
    document.dispatchEvent(new CustomEvent("table:heard", { detail: what }));
  }

  function boxOf(element) {
    var box = element && element.getBoundingClientRect();
    return box && box.width ? box : null;
  }

  function placeOf(element, kind) {
    return Array.prototype.find.call(element.classList, function (name) {
      return name.indexOf(kind) === 0 && name !== "spot-call";
    }).slice(kind.length);
  }

  function plate(place) {
    return document.querySelector("#stage .plate.at-" + place);
  }

  /* What lies in the trick now, beside what lay there before: new cards come from who played them, and those that
     are gone go to who won them. */
  function moveCards() {
    var before = lying, fresh = [];
    lying = {};
    document.querySelectorAll("#stage .mat-trick .spot").forEach(function (spot) {
      var face = spot.querySelector(".face"), place = placeOf(spot, "spot-");
      if (!face) return;
      lying[place] = { face: face, card: face.textContent, box: boxOf(face), isWinning: spot.matches(".is-winning") };
      if (!before[place] || before[place].card !== lying[place].card) fresh.push(place);
    });
    var gone = Object.keys(before).filter(function (place) { return !lying[place] || fresh.indexOf(place) >= 0; });
    if (fresh.length) hear("card");
    else if (gone.length) hear("trick");
    if (!isStill()) {
      var winner = gone.find(function (place) { return before[place].isWinning; });
      if (winner && boxOf(plate(winner))) gone.forEach(function (place) { gather(before[place], boxOf(plate(winner))); });
      fresh.forEach(function (place) { travel(lying[place], place === "south" && tapped || boxOf(plate(place))); });
    }
    if (fresh.indexOf("south") >= 0) tapped = null;
  }

  function shift(from, to) {
    return "translate(" + (from.left + from.width / 2 - to.left - to.width / 2) + "px," +
      (from.top + from.height / 2 - to.top - to.height / 2) + "px)";
  }

  function travel(laid, from) {
    if (!from || !laid.box) return;
    laid.face.animate([{ transform: shift(from, laid.box) + " scale(0.8)" }, { transform: "none" }],
      { duration: TRAVEL, easing: "ease-out" });
  }

  /* A copy, seen from behind, so that the table itself may change meanwhile. */
  function gather(laid, to) {
    if (!laid.box) return;
    var card = fly(laid.box);
    card.animate([{ transform: "none", opacity: 1 }, { transform: shift(to, laid.box) + " scale(0.4)", opacity: 0.6 }],
      { duration: TRAVEL, easing: "ease-in" }).onfinish = function () { card.remove(); };
  }

  function fly(box) {
    var card = document.createElement("span");
    card.className = "face face-back is-flying";
    card.setAttribute("aria-hidden", "true");
    card.style.left = box.left + "px";
    card.style.top = box.top + "px";
    table().append(card);
    return card;
  }

  /* The dealer gives everybody a few backs, and the own cards come up one after the other. Says how long that takes:
     what others call comes after it. */
  function dealOut(place) {
    var from = boxOf(plate(place.dataset.dealtBy));
    if (isStill() || !from) return 0;
    place.querySelectorAll("#stage .plate").forEach(function (each, number) {
      for (var packet = 0; packet < 3; packet += 1) deal(from, boxOf(each), (packet * 4 + number) * 45);
    });
    place.querySelectorAll("[data-hand] .face").forEach(function (face, number) {
      var box = boxOf(face);
      if (!box) return;
      face.animate([{ transform: shift(from, box) + " scale(0.6)", opacity: 0 }, { transform: "none", opacity: 1 }],
        { duration: TRAVEL, delay: number * 22, easing: "ease-out", fill: "backwards" });
    });
    return DEALING;
  }

  function deal(from, to, delay) {
    if (!to) return;
    var card = fly(from);
    card.animate([{ transform: "scale(0.5)" }, { transform: shift(to, from) + " scale(0.5)", opacity: 0.7 }],
      { duration: TRAVEL, delay: delay, fill: "backwards" }).onfinish = function () { card.remove(); };
  }

  /* -- the player's turn -- */
  function ready(words, pause) {
    var goOn = document.querySelector("form[data-go-on]");
    if (goOn) {
      say(words);
      setTimeout(function () {
        if (document.contains(goOn) && !("pending" in goOn.dataset)) goOn.requestSubmit();
      }, Math.max(pause, Number(goOn.dataset.goOn) || 150));
      return;
    }
    var title = document.getElementById("panel-title");
    var line = document.querySelector("#panel .panel-line");
    if (title) say([words, title.textContent + ".", line ? line.textContent : ""].filter(Boolean).join(" "));
    if (document.querySelector("#table .act")) hear("turn");
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
    if (key) {
      tapped = boxOf(key.querySelector(".face"));
      key.classList.add("is-going");
    }
    if (event.target.closest("[data-close]")) closeDrawer(event.target.closest("details"));
    if (event.target.closest("[data-close-hint]")) document.getElementById("hint").replaceChildren();
    if (!event.target.closest("details[data-one-open]")) closeAll(null);
  }, true);

  document.addEventListener("toggle", function (event) {
    var named = event.target.dataset.oneOpen;
    if (event.target.matches("details[data-one-open]") && event.target.open) closeAll(event.target);
    if (named && event.target.open) drawer = event.target;
    else if (event.target === drawer) drawer = null;
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

  function closeDrawer(open) {
    if (!open) return;
    open.open = false;
    open.querySelector("summary").focus();
  }

  function keepDrawer(place) {
    if (!drawer || document.contains(drawer)) return;
    var same = place.querySelector('[data-one-open="' + drawer.dataset.oneOpen + '"]');
    if (!same) {
      drawer = null;
      return;
    }
    same.replaceWith(drawer);
    if (byKeyboard && document.activeElement === document.body) drawer.querySelector("summary").focus();
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
    if (!place || !("letters" in place.dataset) || (show && !show.isOpen)) return false;
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
    if (show && !show.isOpen && event.detail.target.id === "table") event.detail.shouldSwap = false;
  });
  document.addEventListener("htmx:afterSwap", function (event) {
    if (event.detail.target && event.detail.target.id === "table") Promise.resolve().then(begin);
  });
  ["htmx:sendError", "htmx:timeout", "htmx:responseError"].forEach(function (name) {
    document.addEventListener(name, function (event) {
      var hint = event.detail.target;
      if (!hint || hint.id !== "hint") return;
      var note = document.createElement("p");
      note.className = "notice notice-now hint-note";
      note.textContent = hint.dataset.failed;
      hint.replaceChildren(note);
    });
  });
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();
