/* The next step at the tap: what comes next is known, so its cockpit is drawn before the server has answered. The answer
   confirms it, or takes it back with a word. Where no answer comes, the table goes on in the same cockpits (waiting.js).

   section[data-waiting][data-address]   the address of the card; its cockpits lie at `ahead/`, fetched once:
     template[data-step][data-dealer][data-bidder]   a cockpit of hand 0, by the templates of any (waiting/_ahead.html)
     [data-ahead-facts]                  names, who may bid what, and what plain hands come to (figures.js)
   form[data-ahead]                      a cockpit that no answer has confirmed yet; its green key does not send, but keeps
                                         its step in line: steps are sent one after the other, each knowing the answer before

   Ahead is drawn only what surely follows: after a bid with a trump, after melds with which a plain hand is played, and the
   next hand after one that is plain and cannot have ended the game; and nothing after figures that the server will ask about.
   All else waits for the server, for three seconds at the most. What is typed ahead is kept as a hand that is being written,
   so nothing of it is lost with the page.

   Where the answer is another one than expected, a question above all, the step that people type into stays under their
   fingers: what came back waits, and is told over the card with its keys (.came-back), until one of them is tapped or the
   step is done. So no tap lands in another step than the one it was made for. */
(function () {
  "use strict";

  var place = document.querySelector("[data-waiting]");
  if (!place || !window.waitingHands) return;

  var STEPS = ["bid", "meld", "take"];
  var TYPED = /^(board|bid|bidder|partner|trump|(meld|take)_\w+)$/;
  var base = place.dataset.address;
  var waiting = window.waitingHands;
  var book = null; // the facts, once they are here
  var names = ""; // by which names they are, or will be
  var cockpits = []; // the templates
  var row = null; // that of a line of the card
  var front = null; // { hand, step, section, form, isDone }: what is drawn ahead, until it is confirmed
  var line = []; // steps that were tapped ahead and are not sent: { hand, step, url, body }
  var whole = 0; // the hand whose steps are not sent one by one: it is kept as a whole (waiting.js)
  var typed = {}; // by hand: all that was typed of it since it went ahead
  var kept = {}; // by step, as "3/meld": what waits for its step after another one was taken back
  var refusable = null; // the cockpit of the step that is on its way, should it come back
  var back = null; // { entry, at }: what came back while the step after it is typed
  var seen = ""; // the version of the card that was shown last
  var isAsked = false; // whether people tapped beside the step for the answer that comes, such as Undo
  var isAway = false;

  /* Where things are */
  function stepOf(form) {
    var found = form && /hands\/(\d+)\/(bid|meld|take)\/$/.exec(form.getAttribute("action") || "");
    return found && { hand: Number(found[1]), step: found[2] };
  }

  function isSame(one, other) {
    return Boolean(one && other) && one.hand === other.hand && one.step === other.step;
  }

  function open() {
    return document.querySelector("#main .entry-form");
  }

  function facts() {
    return document.querySelector("[data-open-hand]");
  }

  /* What the card itself has of the open hand. */
  function onCard(hand) {
    var found = facts();
    var isOpen = found && Number(found.dataset.openHand) === hand;
    return isOpen ? Object.fromEntries(new URLSearchParams(found.dataset.typed)) : {};
  }

  function read(form) {
    var values = {};
    place.dataset.columns.split(" ").forEach(function (name) {
      var field = form.elements[name];
      if (!field) return;
      if (/^(checkbox|radio)$/.test(field.type)) values[name] = field.checked ? field.value : "";
      else values[name] = String(field.value || "").trim();
    });
    return values;
  }

  function write(form, values) {
    Array.prototype.forEach.call(form.elements, function (field) {
      if (!(field.name in values) || field.type === "hidden") return;
      if (field.type === "radio") field.checked = field.value === values[field.name];
      else if (field.type === "checkbox") field.checked = Boolean(values[field.name]);
      else field.value = values[field.name];
    });
  }

  /* What comes next */
  function dealerOf(hand, before) {
    return waiting.dealerOf(hand, before, Object.keys(book.players));
  }

  function nextOf(at) {
    if (at.step === "take") return { hand: at.hand + 1, step: "bid" };
    var isMeldOnCard = at.step === "bid" && Object.keys(onCard(at.hand)).some(function (name) { return !name.indexOf("meld_"); });
    return { hand: at.hand, step: at.step === "bid" && !isMeldOnCard ? "meld" : "take" };
  }

  function isSure(at) {
    var values = typed[at.hand];
    if (wrongBoard(at, values)) return false;
    if (Object.keys(figures.faults(book, at.step, values)).length || figures.asked(book, at.step, values).length) return false;
    if (at.step === "bid") return !values.no_marriage;
    if (at.step === "meld") return figures.isPlayed(book, values);
    return isGoingOn(at.hand, values);
  }

  /* What is wrong with the board that was tapped; empty where it is the next one, and where cards are dealt. */
  function wrongBoard(at, values) {
    var next = waiting.boardsFrom(at.hand)[0];
    if (at.step !== "bid" || !values.board || values.board === next) return "";
    return "Board " + values.board + " comes later. Next is board " + next + ".";
  }

  /* Whether the game surely goes on after this hand. */
  function isGoingOn(hand, values) {
    var found = facts(), sum = figures.sum(book, values);
    if (!sum || !found || Number(found.dataset.openHand) !== hand || hand === book.hands) return false;
    var totals = new URLSearchParams(found.dataset.totals);
    var after = Object.keys(sum.points).map(function (side) {
      return Number(totals.get(side)) + sum.points[side];
    }).sort(function (one, other) { return other - one; });
    return (book.target === null || after[0] < book.target) && (book.lead === null || after[0] - after[1] < book.lead);
  }

  /* Drawing */
  function fits(cockpit, step, values) {
    if (cockpit.step !== step) return false;
    var isSide = step === "bid" || !book.isBid || figures.sideOf(book, values).indexOf(cockpit.bidder) >= 0;
    return isSide && (cockpit.dealer === values.dealer || (step !== "bid" && !book.dealerSitsOut));
  }

  function make(at) {
    var values = typed[at.hand];
    var drawn = cockpits.find(function (each) { return fits(each.dataset, at.step, values); });
    var made = document.createElement("template");
    var boards = waiting.boardsFrom(at.hand);
    made.innerHTML = drawn.innerHTML.replace(/\b([Hh]ands?[ /])0\b/g, "$1" + at.hand)
      .replace(/\b([Bb]oard )1000\b/g, "$1" + (values.board || boards[0]));
    var keys = made.content.querySelector(".boards .choices");
    if (keys) {
      keys.replaceChildren.apply(keys, boards.slice(0, 4).map(function (board) {
        var key = keys.querySelector('[value="' + board + '"]');
        return key && key.closest("label");
      }).filter(Boolean));
    }
    var section = made.content.querySelector(".cockpit");
    var form = section.querySelector(".entry-form");
    fillStrip(section, values);
    form.dataset.ahead = "";
    form.elements.client_id.value = waiting.newId();
    if (at.step !== "bid") nameBoxes(form, at.step, values);
    write(form, values);
    front = { hand: at.hand, step: at.step, section: section, form: form };
    return section;
  }

  /* The boxes of the sides that the called partner makes, by their names; the others go. */
  function nameBoxes(form, step, values) {
    if (!book.calls) return;
    var sides = step === "take" ? figures.takeSidesOf(book, values) : figures.sidesOf(book, values), kept = {};
    sides.forEach(function (side) { kept[figures.boxOf(book, values, step, side)] = side; });
    form.querySelectorAll(".number-fields .number-field").forEach(function (field) {
      var input = field.querySelector("input"), side = kept[input.name];
      if (!side) field.remove();
      else if (side.length > 1) {
        var isOthers = step === "take" && side !== figures.sideOf(book, values);
        field.querySelector(".partner").textContent = isOthers ? "The others" : figures.nameOf(book, side);
        input.dataset.called = isOthers ? "The others" : book.players[side.charAt(0)];
      }
    });
    form.querySelector(".number-fields").dataset.figures = sides.length;
  }

  /* What was entered so far, above the keys, as the server would say it. */
  function fillStrip(section, values) {
    var bid = section.querySelector('a.step[href$="=bid"] .step-value');
    if (!bid) return;
    var who = book.players[values.bidder === "stuck" ? book.lastToCall[values.dealer] : values.bidder];
    section.querySelectorAll(".number-bid").forEach(function (each) { each.textContent = "bid " + figures.bidOf(book, values); });
    if (book.isBid) {
      bid.firstChild.data = figures.bidOf(book, values) + " ";
      bid.querySelector(".step-bidder").textContent = who;
    }
    nameSuit(bid.querySelector(".suit"), values.trump);
    var melds = section.querySelector('a.step[href$="=meld"] .step-value');
    if (melds) melds.textContent = figures.sidesOf(book, values).map(function (side) {
      return values[figures.boxOf(book, values, "meld", side)] || "0";
    }).join(" | ");
    var said = section.querySelector(book.isBid ? ".is-meld .say strong" : ".say strong");
    if (!said) return;
    said.textContent = (figures.isStuck(book, values) ? book.isStuck : book.hasIt).replace("{who}", who)
      .replace("{bid}", figures.bidOf(book, values)).replace("{trump}", suitKey(values.trump));
  }

  /* `Hearts` */
  function suitKey(trump) {
    var name = book.suits[trump] || "";
    return name.charAt(0).toUpperCase() + name.slice(1);
  }

  function part(kind, words) {
    return Object.assign(document.createElement("span"), { className: kind, textContent: words });
  }

  function nameSuit(suit, trump) {
    if (!trump) {
      suit.remove();
      return;
    }
    suit.className = "suit suit-" + book.suits[trump];
    suit.firstChild.textContent = book.suits[trump];
  }

  function draw(at) {
    var before = document.getElementById("entry"), name = at.hand + "/" + at.step;
    if (!before) return;
    Object.assign(typed[at.hand], kept[name]);
    delete kept[name];
    before.replaceWith(make(at));
    document.dispatchEvent(new CustomEvent("htmx:afterSettle", { detail: { elt: front.section, target: front.section } }));
    document.dispatchEvent(new CustomEvent("ahead:drawn"));
    // To place the focus takes as long as to draw it all: the keys are seen first, and take taps.
    var section = front.section;
    safeSave.afterPaint(function () { goOn(section); });
  }

  function goOn(section) {
    if (section.isConnected && !section.querySelector("form[data-dirty]")) safeSave.goOn(section);
  }

  /* The cockpit after this one; none where the card has no more hands, or nobody can know. */
  function drawNext(at) {
    var next = nextOf(at);
    if (next.step === "bid") {
      if (!waiting.mayWrite(next.hand)) return false;
      typed[next.hand] = typed[next.hand] || { dealer: dealerOf(next.hand, typed[at.hand].dealer) };
    }
    draw(next);
    return true;
  }

  function rest(form) {
    front.isDone = true;
    form.inert = true;
    form.setAttribute("aria-busy", "true");
  }

  /* A step was sent: what follows need not wait. */
  function follow(form) {
    var at = stepOf(form);
    if (!at || !book || front || !facts() || (book.names !== facts().dataset.names && !isAway)) return;
    typed[at.hand] = Object.assign(onCard(at.hand), typed[at.hand], read(form));
    refusable = { form: form, at: at };
    if (isAway) whole = at.hand;
    if (isAway && isWhole(at)) leaveTo(at);
    else if (isAway || isSure(at)) drawNext(at);
  }

  /* Whether all of a plain hand is known by this step: then it can be kept as one. */
  function isWhole(at) {
    return at.step === "take" && Boolean(typed[at.hand]) && figures.sum(book, typed[at.hand]) !== null;
  }

  /* The green key of a cockpit that is ahead. */
  function tap(button) {
    var at = { hand: front.hand, step: front.step }, form = front.form;
    if (back) {
      showBack();
      return;
    }
    remember();
    if (isAway || waiting.holds()) whole = at.hand;
    if (whole === at.hand) {
      leaveOrGoOn(at);
      return;
    }
    var body = new URLSearchParams(new FormData(form));
    if (button && button.name) body.set(button.name, button.value);
    line.push({ hand: at.hand, step: at.step, url: form.getAttribute("action"), body: body, form: form });
    if (!isSure(at) || !drawNext(at)) rest(form);
    safeSave.afterPaint(flush);
  }

  /* The hand is whole, and nobody answers: it is kept as one (waiting.js), with the steps of it that wait. */
  function leaveTo(at) {
    refusable = null;
    if (!drawNext(at)) front = null;
    whole = front ? front.hand : 0;
    waiting.keep(at.hand, typed[at.hand]);
    delete typed[at.hand];
  }

  /* A cockpit that waited for an answer that does not come. */
  function leaveOrGoOn(at) {
    if (at.step === "take") leaveTo(at);
    else drawNext(at);
  }

  function flush() {
    if (!line.length || back || safeSave.isPending() || waiting.holds()) return;
    var step = line.shift();
    if (seen) step.body.set("seen", seen);
    refusable = { form: step.form, at: step };
    safeSave.enter(step.url, step.body.toString());
  }

  function remember() {
    if (!front) return;
    Object.assign(typed[front.hand], read(front.form));
    waiting.draft(front.hand, typed[front.hand]);
  }

  /* The server has answered, and #main is drawn anew: `isSaved` says of a step that was sent whether it was taken. */
  function meet(isSaved) {
    var fresh = open(), at = stepOf(fresh), entry = document.getElementById("entry"), isOwn = isAsked;
    isAsked = false;
    if (at) {
      seen = fresh.elements.seen.value;
      Object.keys(kept).forEach(function (name) { if (parseInt(name, 10) < at.hand) delete kept[name]; });
    }
    if (isSaved !== false && front && front.isDone && !line.length) end(); // all that was tapped is on the card
    if (!front) {
      typed = {};
      if (at && isSaved !== false) comeBack(fresh, at);
      return;
    }
    if (isSaved !== false && isSame(at, line[0] || front) && !fresh.querySelector("[aria-invalid], .told")) {
      if (line.length) putBack(entry);
      else confirm(fresh);
      flush();
    } else if (isSaved !== false && (waiting.holds() || whole === front.hand)) putBack(entry);
    else if (back && isSaved === undefined) putBack(entry); // news beside a question, which shows what was sent
    else if (front.isDone || isOwn || !entry) takeBack(fresh, at);
    else holdBack(entry, at, isSaved === false);
  }

  /* What came back is not put under the fingers that type the next step: it is told over the card, with the keys of its
     question where those are all that it asks. */
  function holdBack(entry, at, isRefused, words) {
    var asks = entry.querySelector(".save-say"), own = entry.querySelector("form");
    back = { entry: entry, at: at };
    putBack(entry);
    dropTold();
    var told = document.createElement("div"), said = document.createElement("p"), keys = document.createElement("p");
    told.className = "came-back";
    said.setAttribute("role", "alert");
    said.textContent = words || (isRefused ? titleOf(at || refusable.at) + " isn’t saved yet. " +
      (asks ? textOf(asks) : "There is a question to answer.") : "Another tablet changed this card.");
    keys.className = "button-row";
    if (asks) {
      entry.querySelectorAll("button[name=q_rare], button[name=q_meant]").forEach(function (key) {
        keys.append(keyOf(textOf(key.firstElementChild), function () { answerBack(own, at, key); }));
      });
    }
    keys.append(keyOf("See it", showBack));
    told.append(said, keys);
    over(front.form).append(told);
    safeSave.settle(told);
  }

  function dropTold() {
    front.form.querySelectorAll(".told, .came-back").forEach(function (said) { said.remove(); });
  }

  function titleOf(at) {
    return "The " + at.step + " of hand " + at.hand;
  }

  /* The words of a question, without its keys; or of a key, without what it comes to. */
  function textOf(asks) {
    var words = asks.cloneNode(true);
    words.querySelectorAll(".button").forEach(function (key) { key.remove(); });
    return words.textContent.trim().replace(/\s+/g, " ");
  }

  function keyOf(words, tapped) {
    var key = document.createElement("button");
    key.type = "button";
    key.className = "button button-slim";
    key.textContent = words;
    key.addEventListener("click", tapped);
    return key;
  }

  /* The question is answered beside the step that is typed: it goes first, as it was sent. */
  function answerBack(form, at, key) {
    var body = new URLSearchParams(new FormData(form));
    body.set(key.name, key.value);
    dropTold();
    back = null;
    line.unshift({ hand: at.hand, step: at.step, url: form.getAttribute("action"), body: body, form: form });
    flush();
  }

  /* In the place of the step that was typed, which is kept for later. */
  function showBack() {
    var entry = back.entry, at = back.at, form = entry.querySelector("form");
    remember();
    dropTold();
    front.section.replaceWith(entry);
    if (form) safeSave.release(form);
    htmx.process(entry);
    takeBack(entry.querySelector(".entry-form"), at);
    document.dispatchEvent(new CustomEvent("htmx:afterSettle", { detail: { elt: entry, target: entry } }));
    safeSave.goOn(entry);
    safeSave.settle(entry);
  }

  /* The cockpit that people type into stays, with its figures, its active box and the focus. */
  function putBack(entry) {
    var now = document.activeElement;
    var had = now === document.body || (entry && entry.contains(now)) ? front.focused : null;
    if (entry) entry.replaceWith(front.section);
    else document.getElementById("main").append(front.section);
    if (!had || !front.section.contains(had)) return;
    // Nobody has tapped a box, which would be to type it anew.
    window.addEventListener("focusin", halt, true);
    had.focus({ preventScroll: true });
    window.removeEventListener("focusin", halt, true);
  }

  function halt(event) {
    event.stopImmediatePropagation();
  }

  function confirm(fresh) {
    var own = front.form;
    var isAlike = fresh.querySelectorAll("[data-keypad-input]").length === own.querySelectorAll("[data-keypad-input]").length;
    var section = fresh.closest("#entry");
    dropTold(); // what was told of the step before is over with it
    if (isAlike) {
      own.elements.seen.value = fresh.elements.seen.value;
      trade(section, front.section, ".steps");
      trade(fresh, own, ".say");
      trade(fresh, own, ".side-keys [data-key^='=']");
      delete own.dataset.ahead;
      own.querySelectorAll(".save-line").forEach(function (said) { said.remove(); });
      putBack(section);
      htmx.process(front.section);
    } else write(fresh, typed[front.hand]);
    var form = isAlike ? own : fresh, wanted = front.wanted;
    end();
    if ("dirty" in form.dataset) form.dispatchEvent(new Event("input", { bubbles: true })); // what it comes to is asked now
    if (wanted && isAlike) wanted.click();
  }

  /* Nothing is ahead of the server any more. */
  function end() {
    waiting.draft(front.hand, null);
    line = [];
    typed = {};
    whole = 0;
    front = refusable = back = null;
    document.dispatchEvent(new CustomEvent("ahead:drawn"));
  }

  /* Puts the server's words in the place of ours. */
  function trade(from, to, what) {
    var theirs = from.querySelectorAll(what), ours = to.querySelectorAll(what);
    if (theirs.length && !ours.length && what === ".say") to.prepend(theirs[0]);
    Array.prototype.forEach.call(ours, function (each, number) {
      if (theirs[number]) each.replaceWith(theirs[number]);
      else each.remove();
    });
  }

  /* What was drawn ahead did not come so. What was typed in it waits for its step. */
  function takeBack(fresh, at) {
    var told = [];
    line.concat(front).forEach(function (step) {
      var values = read(step.form);
      var isTyped = Object.keys(values).some(function (name) { return TYPED.test(name) && values[name]; });
      if (!isTyped) return;
      kept[step.hand + "/" + step.step] = values;
      if (!isSame(step, at)) told.push("the " + step.step + (at && step.hand !== at.hand ? " of hand " + step.hand : ""));
    });
    end();
    if (at) comeBack(fresh, at);
    if (told.length) tell("What you typed for " + told.join(" and ") + " is kept for later.");
  }

  function comeBack(form, at) {
    var values = kept[at.hand + "/" + at.step];
    if (!values) return;
    delete kept[at.hand + "/" + at.step];
    write(form, values);
    form.dataset.dirty = "";
  }

  /* A word over the card, beside the server's own where it has one. */
  function tell(words) {
    var form = document.querySelector("#entry form");
    if (!form) return;
    var told = form.querySelector(".told, .save-say") || over(form);
    var said = document.createElement("span");
    said.setAttribute("role", "status");
    said.textContent = words;
    told.append(" ", said);
  }

  function over(form) {
    var asked = form.querySelector(".boards:not(:has(:checked))");
    if (asked) return asked;
    var told = document.createElement("div");
    told.className = "layer told";
    form.prepend(told);
    return told;
  }

  function inWords(name, words) {
    return (/^(meld|take)_/.test(name) ? book.sides[name.slice(5)] + ": " : "") + words;
  }

  /* Figures that cannot be, said beside their boxes before the hand is kept. */
  function complain(form, faults) {
    form.querySelectorAll(".told, .save-line, .boards > .field-error").forEach(function (said) { said.remove(); });
    if (faults.board) form.querySelectorAll("[name=board]").forEach(function (each) { each.checked = false; });
    var told = over(form);
    Object.keys(faults).forEach(function (name, number) {
      var field = form.elements[name] || form.elements[Object.keys(typed[stepOf(form).hand] || {}).find(function (each) {
        return !each.indexOf(name);
      })];
      var fault = document.createElement("p");
      fault.className = "field-error";
      fault.setAttribute("role", "alert");
      fault.id = "id_" + name + "_error";
      fault.textContent = inWords(name, faults[name]);
      told[told.matches(".boards") ? "prepend" : "append"](fault);
      if (!field || field.length) return;
      field.setAttribute("aria-invalid", "true");
      field.setAttribute("aria-describedby", fault.id);
      if (!number) field.focus();
    });
  }

  /* What cannot be of a step; where nobody else asks about what can hardly be, that too, once. */
  function faultsOf(form, at) {
    var values = Object.assign(onCard(at.hand), typed[at.hand], read(form));
    var faults = figures.faults(book, at.step, values);
    if (wrongBoard(at, values)) faults.board = wrongBoard(at, values);
    var rare = isAway && !Object.keys(faults).length ? figures.asked(book, at.step, values) : [];
    var figureOf = function (name) { return at.step === "take" ? Object.values(figures.takes(book, values))[figures.takeSidesOf(book, values).findIndex(function (side) {
      return figures.boxOf(book, values, "take", side) === name;
    })] : values[name]; };
    if (rare.length && form.dataset.asked !== rare.map(figureOf).join()) {
      form.dataset.asked = rare.map(figureOf).join();
      rare.forEach(function (name) { faults[name] = book.isRare[at.step].replace("{}", figureOf(name)); });
    }
    return Object.keys(faults).length ? faults : null;
  }

  document.addEventListener("submit", function (event) {
    var at = stepOf(event.target), isFront = Boolean(front) && event.target === front.form;
    if (!at || !book || !(isFront || isAway)) return;
    var faults = back ? null : faultsOf(event.target, at);
    if (faults || isFront) event.preventDefault();
    if (faults) complain(event.target, faults);
    else if (isFront) tap(event.submitter);
  }, true);

  /* A wrong board is refused as it is tapped: by the time of the bid the cards would be on the table. */
  document.addEventListener("change", function (event) {
    var form = event.target.form, at = event.target.name === "board" && form && stepOf(form);
    var wrong = at && form.closest(".cockpit") && wrongBoard(at, { board: event.target.value });
    if (wrong) complain(form, { board: wrong });
  });

  document.addEventListener("input", function (event) {
    if (front && event.target.form === front.form) setTimeout(remember, 0); // after a box has filled itself
  });

  document.addEventListener("focusin", function (event) {
    if (front && front.form.contains(event.target)) front.focused = event.target;
  });

  /* What leads on from a cockpit that is ahead waits for the answer. Where none comes, only its own steps can be reached. */
  document.addEventListener("click", function (event) {
    var link = front && event.target.closest("a[href]:not([href^='#'])");
    if (!link || !front.section.contains(link)) return;
    event.preventDefault();
    if (back) showBack();
    else if (whole !== front.hand) front.wanted = link;
    else if (link.matches(".step")) {
      remember();
      safeSave.withdraw(base + "hands/" + front.hand + "/");
      draw({ hand: front.hand, step: link.getAttribute("href").replace(/.*=/, "") });
    } else tell("That needs the club’s computer, which isn’t answering.");
  });

  // Before the step is on the card the server could say nothing of what follows.
  document.addEventListener("htmx:beforeRequest", function (event) {
    if (front && front.section.contains(event.detail.elt)) event.preventDefault();
  });

  document.addEventListener("safesave:sent", function (event) {
    var beside = open(), at = stepOf(beside);
    isAsked = Boolean(front) && !stepOf(event.detail.form);
    if (!front && at && beside !== event.detail.form && "dirty" in beside.dataset) kept[at.hand + "/" + at.step] = read(beside);
    follow(event.detail.form);
  });

  // Before whoever prepares what was swapped in: the cockpit that stays is prepared.
  window.addEventListener("safesave:swapped", function (event) { meet(event.detail ? event.detail.isSaved : undefined); }, true);

  document.addEventListener("htmx:afterSwap", function (event) {
    if (event.detail.target && event.detail.target.id === "main") meet();
  });

  // It was not taken, and comes back as it was.
  document.addEventListener("safesave:refused", function (event) {
    if (!front || !refusable) return;
    var form = refusable.form, at = refusable.at;
    delete form.dataset.ahead;
    form.dataset.dirty = "";
    holdBack(form.closest("#entry"), at, true, event.detail.words);
    if (front.isDone) showBack();
  });

  document.addEventListener("safesave:away", function () {
    if (isAway) return;
    isAway = true;
    var held = open(), at = stepOf(held);
    if (!front && book && at && "pending" in held.dataset) {
      var faults = faultsOf(held, at);
      if (!faults) follow(held);
      else {
        safeSave.withdraw(base + "hands/" + at.hand + "/"); // while it waits, its boxes take no focus
        complain(held, faults);
        document.dispatchEvent(new CustomEvent("ahead:drawn"));
      }
    }
    if (!front || back) return;
    // What is in line is kept in whole hands from here on: those that are, and the one that is being written.
    whole = front.hand;
    var hands = line.filter(function (step) { return step.step === "take" && step.hand !== front.hand; });
    if (refusable && refusable.at.hand < front.hand && isWhole(refusable.at)) hands.unshift(refusable.at);
    line = [];
    hands.forEach(function (each) {
      waiting.keep(each.hand, typed[each.hand]);
      delete typed[each.hand];
    });
    if (front.isDone) leaveOrGoOn({ hand: front.hand, step: front.step });
  });

  document.addEventListener("safesave:back", function () {
    isAway = false;
    flush();
  });

  document.addEventListener("safesave:saved", flush);

  function fetchCockpits() {
    var mark = facts() ? facts().dataset.names : place.dataset.names;
    if (mark === names || front) return;
    names = mark;
    fetch(base + "ahead/", { credentials: "same-origin", cache: "no-store" }).then(function (answer) {
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.text();
    }).then(function (text) {
      var page = new DOMParser().parseFromString(text, "text/html");
      cockpits = Array.from(page.querySelectorAll("template[data-step]"));
      row = page.querySelector("template[data-line]").content.querySelector("tr");
      book = JSON.parse(page.querySelector("[data-ahead-facts]").dataset.aheadFacts);
      book.names = mark;
      document.dispatchEvent(new CustomEvent("ahead:ready"));
    }).catch(function () { names = ""; });
  }

  document.addEventListener("htmx:afterSettle", fetchCockpits);
  document.addEventListener("safesave:back", fetchCockpits);
  fetchCockpits();

  window.ahead = {
    facts: function () { return book; },
    /* A line of the card for a hand that waits; `totals` where it was summed up, with what came of it. */
    lineOf: function (number, values, sum, totals) {
      var made = row.cloneNode(true);
      made.innerHTML = made.innerHTML.replace(/\bhands\/0\b/, "hands/" + number);
      made.id = "waiting-hand-" + number;
      made.classList.add("is-kept");
      made.querySelector(".hand-no").lastChild.data = values.board || number;
      made.querySelector(".hand-link").append(Object.assign(document.createElement("span"), {
        className: "visually-hidden", textContent: ", waits on this tablet",
      }));
      made.querySelector(".dealer").textContent = book.players[values.dealer] + " deals";
      nameSuit(made.querySelector(".suit"), values.trump);
      var bidder = values.bidder === "stuck" ? book.lastToCall[values.dealer] : values.bidder, taken = figures.takes(book, values);
      var link = made.querySelector(".hand-link"), won = made.querySelector(".won"), cells = made.querySelectorAll("td");
      made.querySelector(".won-by").textContent = book.players[bidder] || "";
      made.querySelector(".won-bid").textContent = bidder ? figures.bidOf(book, values) : "";
      if (book.calls && values.partner) won.after(" ", part("along", values.partner === "alone" ? "alone" : "with " + book.players[values.partner]));
      if (sum && !sum.made) link.insertBefore(part("mark mark-set", "set"), link.querySelector(".dealer"));
      Object.keys(book.sides).forEach(function (side, place) {
        var own = figures.sidesOf(book, values).find(function (each) { return each.indexOf(side) >= 0 || side.indexOf(each) >= 0; });
        var took = taken[figures.takeSidesOf(book, values).find(function (each) { return own && each.indexOf(own.charAt(0)) >= 0; })];
        var meld = own && values[figures.boxOf(book, values, "meld", own)];
        if (side.indexOf(bidder) >= 0) cells[place].classList.add("is-bidder");
        else if (side === values.partner) cells[place].classList.add("is-with");
        var shown = cells[place].querySelector(".figures");
        if (book.calls && sum) shown.textContent = (sum.points[side] > 0 ? "+" : "") + String(sum.points[side]).replace("-", "−");
        else if (!book.calls && meld) shown.append(part("c-meld", meld), " + ", part("c-take", took === undefined ? "–" : took));
        cells[place].querySelector(".running").textContent = totals ? figures.shown(book, sum.points[side], totals[side]) : "?";
      });
      return made;
    },
    isWriting: function () { return Boolean(front); },
    /* Goes on with a hand that was kept half-written, at its first step that is not whole. */
    goOn: function (draft) {
      if (!book || !document.getElementById("entry")) return false;
      var values = Object.assign(onCard(draft.number), draft.values);
      var step = STEPS.find(function (each) { return Object.keys(figures.faults(book, each, values)).length; }) || "take";
      typed[draft.number] = values;
      whole = draft.number;
      draw({ hand: draft.number, step: step });
      return true;
    },
    remember: remember,
    /* What cannot be of a whole hand, in a sentence; nothing of what is only missing. */
    wrongIn: function (values) {
      var found = book ? Object.assign.apply(null, [{}].concat(STEPS.map(function (step) {
        return figures.faults(book, step, values);
      }))) : {};
      var name = Object.keys(found).find(function (each) { return values[each] || each === "take"; });
      return name ? inWords(name, found[name]) : "";
    },
  };
})();
