/* Writing on while the server is away: whole hands, as on paper, kept on this device and sent in order when it is back.

   section[data-waiting="card id"]       stands outside <main>; data-address, -columns, -seats, -names,
                                         -ends, -to, -later, -out (pages/waiting.py, card.html)
     [data-waiting-strip] > [data-waiting-says], [data-waiting-hands], [data-waiting-keys]
     [data-waiting-sheet]                where the form of a hand opens, from the <template> or from an answer
     [data-waiting-code]                 the code by which another device takes the hands over
   [data-open-hand][data-last-hand][data-typed][data-names][data-boards]   in <main>, with every answer: which hand is
                                       open, what the card has of it, a mark of the names, and the boards from it on
   form[data-carries-hash]               on the page that the code opens: takes the hands along to the card

   What is kept, by the card's id: { hands: [{ number, id, values, held }], draft: { number, values } or null }.
   `values` are the fields of the form, `held` hands came by a code and wait for a tap. A hand keeps its id while it says
   the same, so that two tabs, two devices and an answer that was lost enter it once. Nothing is judged here: the server is
   asked when it is back, and stops at the first hand that it has to ask about. saving.js carries, and says who answers. */
(function () {
  "use strict";

  var MARK = "#hands=1;"; // with the number of this notation
  var carrying = document.querySelector("form[data-carries-hash]");
  if (carrying) carrying.setAttribute("action", carrying.getAttribute("action") + location.hash);

  var section = document.querySelector("[data-waiting]");
  if (!section) return;

  var PREFIX = "pinochle.waiting:";
  var KEY = PREFIX + section.dataset.waiting;
  var base = section.dataset.address;
  var columns = section.dataset.columns.split(" ");
  var seats = section.dataset.seats.split(" ");
  var sheet = part("sheet");
  var code = part("code");
  var blank = section.querySelector("template").content;

  // The page is a kept one (worker.js), and more was saved since: which hand comes next, nobody knows here.
  var isStale = "keptStale" in document.documentElement.dataset;

  var canKeep = true;
  var state = load() || { hands: [], draft: null };
  var isAway = false;
  var trouble = ""; // why it can't save, where it says so
  var sending = 0; // the number of the hand that is on its way
  var open = null; // the hand whose form is open
  var asked = null; // { number, html }: what the server asks about a hand
  var refused = 0; // the status by which it took no hand at all
  var reached = 0; // the hand after the last one that came to the card
  var sent = 0; // hands of this run that are on the card
  var said = []; // what the server had to say of them
  var wasWriting = null; // in the cockpit, where the hands that wait are told on the card, and in words when asked
  var closedAt = -Infinity;

  function part(name) {
    return section.querySelector("[data-waiting-" + name + "]");
  }

  /* What is kept; null where storage is full or forbidden. */
  function load() {
    try {
      localStorage.setItem(PREFIX + "try", "1");
      localStorage.removeItem(PREFIX + "try");
      return JSON.parse(localStorage.getItem(KEY)) || { hands: [], draft: null };
    } catch {
      canKeep = false;
      return null;
    }
  }

  /* Another tab may have written meanwhile, so each change is made to what is kept now. */
  function change(make) {
    state = load() || state;
    make(state);
    state.hands.sort(function (a, b) { return a.number - b.number; });
    try {
      if (state.hands.length || state.draft) localStorage.setItem(KEY, JSON.stringify(state));
      else localStorage.removeItem(KEY);
    } catch {
      canKeep = false;
    }
  }

  /* Cards of this device other than this one, for which hands wait: a round was closed, and the tablet led on. */
  function otherCards() {
    try {
      return Object.keys(localStorage).filter(function (key) {
        return key.indexOf(PREFIX) === 0 && key !== KEY && JSON.parse(localStorage.getItem(key)).hands.length;
      }).map(function (key) { return key.slice(PREFIX.length); });
    } catch {
      return [];
    }
  }

  function find(hands, number) {
    return hands.find(function (hand) { return hand.number === number; });
  }

  function newId() {
    var bytes = crypto.getRandomValues(new Uint8Array(12));
    return btoa(String.fromCharCode.apply(null, bytes)).replace(/\+/g, "-").replace(/\//g, "_");
  }

  /* Which hand comes next */
  function facts() {
    var found = !isStale && document.querySelector("[data-open-hand]");
    return found ? {
      number: Number(found.dataset.openHand), last: Number(found.dataset.lastHand),
      typed: Object.fromEntries(new URLSearchParams(found.dataset.typed)),
      boards: (found.dataset.boards || "").split(" ").filter(Boolean),
    } : null;
  }

  /* The boards from this hand on; none where cards are dealt at the table. */
  function boardsFrom(number) {
    var known = facts();
    return known ? known.boards.slice(number - known.number) : [];
  }

  /* Who deals a hand: whom its board says, else the player after the dealer before. */
  function dealerOf(number, before, order) {
    var board = boardsFrom(number)[0];
    return order[(board ? board - 1 : order.indexOf(before) + 1) % order.length];
  }

  function nextNumber() {
    var known = facts();
    var last = state.hands[state.hands.length - 1];
    var number = Math.max(known ? known.number : 0, last ? last.number + 1 : 0);
    return known && number <= known.last ? number : null;
  }

  function nextHand(number) {
    var known = facts();
    if (known.number === number) return { number: number, values: Object.assign(known.typed, typedBeside()) };
    var before = find(state.hands, number - 1);
    var dealer = before || boardsFrom(number)[0] ? dealerOf(number, before && before.values.dealer, seats) : "";
    return { number: number, values: { dealer: dealer } };
  }

  /* What is typed in the step beside the card, sent or not, goes along. */
  function typedBeside() {
    var form = document.querySelector("#main .entry-form");
    var values = {};
    if (form) {
      new FormData(form).forEach(function (value, name) {
        if (columns.indexOf(name) >= 0 && value !== "") values[name] = value;
      });
    }
    return values;
  }

  function isAsked(hand) {
    return Boolean(asked) && asked.number === hand.number;
  }

  /* The form of a hand */
  function showForm(hand, html) {
    if (html) sheet.innerHTML = html;
    else sheet.replaceChildren(document.importNode(blank, true));
    sheet.querySelector("[data-waiting-number]").textContent = hand.number;
    fill(form(), hand.values);
    open = hand;
    part("list").open = false;
    sheet.hidden = false;
    code.hidden = true;
    render();
    var first = sheet.querySelector('[aria-invalid="true"], [role="alert"]:not(:empty)') || sheet.querySelector("h2");
    first.scrollIntoView({ block: "nearest" });
    sheet.querySelector("h2").focus({ preventScroll: true });
  }

  function form() {
    return sheet.querySelector("[data-waiting-form]");
  }

  function close() {
    open = null;
    closedAt = performance.now();
    sheet.hidden = true;
    sheet.replaceChildren();
    if (window.ahead) ahead.remember();
  }

  /* A half-written hand that nobody is writing on. */
  function leftOver() {
    return state.draft && !isWriting() ? state.draft : null;
  }

  function isWriting() {
    return Boolean(window.ahead) && ahead.isWriting();
  }

  /* Nothing comes under the fingers that type a hand: a question about another one waits until that is done. */
  function isTyping() {
    return isWriting() && Boolean(document.querySelector("form[data-ahead][data-dirty]"));
  }

  /* In the cockpit, as ever; in the long form where there is none. */
  function goOn(hand) {
    if (!window.ahead || !ahead.goOn(hand)) showForm(hand);
  }

  function hasCockpit() {
    return Boolean(document.querySelector("#main .cockpit form:not([data-pending])"));
  }

  /* Whether what waits stands in the place of the cockpit, which is for a hand before (waiting.css). */
  function isCovered() {
    return Boolean(state.hands.length && !state.hands[0].held && !isWriting());
  }

  /* The next hand, where this one waits already. */
  function goOnWriting() {
    var next = nextNumber();
    if (!window.ahead || isWriting() || open || earlier() || !state.hands.length || state.hands[0].held || !next) return;
    ahead.goOn(state.draft || nextHand(next));
    render();
  }

  /* What the hands that wait come to, one after the other: as far as they are plain. */
  function sums() {
    var known = document.querySelector("[data-open-hand]"), book = window.ahead && ahead.facts();
    var isNext = known && book && state.hands.length && Number(known.dataset.openHand) === state.hands[0].number;
    var totals = isNext ? Object.fromEntries(new URLSearchParams(known.dataset.totals)) : null;
    return state.hands.map(function (hand) {
      var sum = totals && figures.sum(book, hand.values), after = sum ? {} : null;
      if (sum) {
        Object.keys(totals).forEach(function (side) { after[side] = Number(totals[side]) + (sum.points[side] || 0); });
      }
      totals = after;
      return { sum: sum, totals: after };
    });
  }

  /* `Made. Ann & Carl +27 → 67, Bea & Dom −20 → 18.` */
  function inPoints(sum, totals) {
    var minus = function (number) { return String(number).replace("-", "−"); };
    return (!ahead.facts().isBid ? "" : sum.made ? "Made. " : "Set. ") + Object.keys(sum.points).map(function (side) {
      return ahead.facts().sides[side] + " " + (sum.points[side] > 0 ? "+" : "") + minus(sum.points[side]) +
        (ahead.facts().hasBoards ? "" : " → " + minus(totals[side]));
    }).join(", ") + ".";
  }

  /* The hands that wait stand on the card, as what they are. */
  function drawLines(found) {
    document.querySelectorAll("tr.is-kept").forEach(function (line) { line.remove(); });
    var body = document.querySelector("#main .hands tbody");
    if (!body || !window.ahead || !ahead.facts()) return;
    state.hands.forEach(function (hand, place) {
      if (hand.held) return;
      var begun = document.getElementById("hand-" + hand.number);
      var line = ahead.lineOf(hand.number, hand.values, found[place].sum, found[place].totals);
      if (begun) begun.hidden = true;
      body.append(line);
    });
  }

  /* The heads say what the lines come to, marked as they are; "?" where a line does. */
  function drawHeads(found) {
    var book = window.ahead && ahead.facts(), known = facts(), shown = state.hands.filter(function (hand) { return !hand.held; });
    var last = found[shown.length - 1];
    if (!book || !known) return;
    document.querySelectorAll("#main .hands .side").forEach(function (head, place) {
      var total = head.querySelector(".side-total"), toGo = head.querySelector(".side-to-go");
      var told = JSON.parse(head.dataset.told || "null") || [total.textContent, toGo.textContent];
      var now = last && figures.headOf(book, last.totals, place, known.number - 1 + shown.length);
      head.classList.toggle("is-kept", Boolean(now));
      head.dataset.told = JSON.stringify(told);
      total.textContent = now ? now[0] : told[0];
      toGo.textContent = now ? now[1] : told[1];
      if (now) toGo.append(Object.assign(document.createElement("span"), {
        className: "visually-hidden", textContent: ", with what waits on this tablet",
      }));
      total.classList.toggle("is-minus", total.textContent.charAt(0) === "−");
    });
  }

  function fill(form, values) {
    Array.prototype.forEach.call(form.elements, function (field) {
      if (!field.name || field.type === "hidden" || field.type === "submit") return;
      if (field.type === "radio") field.checked = (values[field.name] || "") === field.value;
      else if (field.type === "checkbox") field.checked = Boolean(values[field.name]);
      else field.value = values[field.name] || "";
    });
    document.dispatchEvent(new CustomEvent("waiting:filled"));
  }

  function read(form) {
    var values = {};
    new FormData(form).forEach(function (value, name) {
      if (String(value).trim() !== "") values[name] = String(value).trim();
    });
    return values;
  }

  /* Only what paper would lack too. The rest is for the rule book, when the hand is sent. */
  function missing(values) {
    var out = values[section.dataset.out];
    var empty = function (kind) {
      return columns.filter(function (name) {
        return !name.indexOf(kind) && !values[name] && name.slice(-1) !== out && !form().elements[name].closest("[hidden]");
      }).length;
    };
    if (columns.indexOf("board") >= 0 && !values.board) return "Which board was it?";
    var isBid = columns.indexOf("bidder") >= 0;
    if (isBid && !values.bidder) return "Who won the bid?";
    if (columns.indexOf("partner") >= 0 && !values.partner) return "Who played with the bidder?";
    if (isBid && !values.bid && values.bidder !== "stuck") return "The bid is missing.";
    if (!values.trump && !values.no_marriage) return "Trump is missing.";
    if (empty("meld_") && !values.no_marriage) return "A meld is missing. Enter 0 if there was none.";
    if (empty("take_") > 1 && !values.thrown_in && !values.renege) return "The take is missing.";
    return "";
  }

  function notNumber(values) {
    return columns.some(function (name) {
      return /^(bid|meld_\w+|take_\w+)$/.test(name) && values[name] && !/^\d{1,4}$/.test(values[name]);
    });
  }

  function complain(words) {
    var line = sheet.querySelector("[data-waiting-missing]");
    if (line) line.textContent = words;
  }

  function keepHand(button) {
    var hand = { number: open.number, id: newId(), values: read(form()) };
    var lacks = missing(hand.values);
    if (notNumber(hand.values)) {
      complain("Enter " + (columns.indexOf("bid") >= 0 ? "bid, " : "") + "meld and take as whole numbers, such as 14.");
      return;
    }
    var wrong = window.ahead && ahead.wrongIn(hand.values);
    if (wrong) {
      complain(wrong);
      return;
    }
    if (lacks && !isAsked(hand) && form().dataset.lacks !== lacks) {
      form().dataset.lacks = lacks;
      complain(lacks + " Or tap again, and the card will ask when the hand is sent.");
      return;
    }
    if (button && button.name) hand.values[button.name] = button.value;
    putAway(hand);
    if (isAsked(hand)) asked = null;
    close();
    render();
    send();
    var next = section.querySelector("[data-waiting-keys] button");
    if (next) next.focus({ preventScroll: true });
    part("strip").scrollIntoView({ block: "nearest" });
  }

  /* Who deals a board follows from it. */
  function withDealer(hand) {
    if (hand.values.board) hand.values.dealer = seats[(hand.values.board - 1) % seats.length];
    return hand;
  }

  function putAway(hand) {
    withDealer(hand);
    var before = find(state.hands, hand.number);
    if (before && JSON.stringify(before.values) === JSON.stringify(hand.values)) hand.id = before.id;
    change(function (kept) {
      kept.hands = kept.hands.filter(function (other) { return other.number !== hand.number; }).concat(hand);
      if (kept.draft && kept.draft.number === hand.number) kept.draft = null;
    });
    // The steps of this hand that wait by themselves are part of it now.
    safeSave.withdraw(base + "hands/" + hand.number + "/");
    sent = 0;
    said = [];
  }

  function dropHand(number) {
    change(function (kept) {
      kept.hands = kept.hands.filter(function (hand) { return hand.number !== number; });
      if (kept.draft && kept.draft.number === number) kept.draft = null;
    });
    asked = null;
    close();
    if (!state.hands.length) showCard();
    render();
    send();
  }

  /* The hand that is open on the card, where it comes before all that wait: a question about it is to be answered first. */
  function earlier() {
    var known = facts(), first = state.hands[0];
    return known && first && first.number > Math.max(known.number, reached) ? known.number : 0;
  }

  /* Sending, in order; a hand that is being written holds back what comes after it. */
  function send() {
    var first = state.hands[0];
    if (!first || first.held || asked || refused || sending || safeSave.isPending() || earlier()) return;
    if (Math.min(open ? open.number : Infinity, state.draft ? state.draft.number : Infinity) <= first.number) return;
    sending = first.number;
    var body = new URLSearchParams(first.values);
    body.set("client_id", first.id);
    safeSave.deliver(base + "hands/" + first.number + "/whole/", body.toString(), function (answer) {
      sending = 0;
      settle(first, answer);
    });
  }

  function settle(hand, answer) {
    if (answer.status === 200 && !answer.redirected) {
      change(function (kept) {
        kept.hands = kept.hands.filter(function (other) { return other.id !== hand.id; });
      });
      sent += 1;
      reached = hand.number + 1;
      if (answer.html) said.push(answer.html);
      if (!state.hands.length) showCard();
    } else if (answer.status === 409 || answer.status === 422) {
      asked = { number: hand.number, html: answer.html };
      if (!open && !isTyping()) answerHand();
      showCard();
    } else {
      refused = answer.status;
    }
    render();
    send();
  }

  function answerHand() {
    var hand = find(state.hands, asked.number);
    var isTyped = state.draft && state.draft.number === asked.number;
    showForm(isTyped ? state.draft : hand, asked.html);
    safeSave.settle(sheet);
  }

  function showCard() {
    htmx.ajax("GET", base, { target: "#main", swap: "innerHTML" }).then(function () {
      document.dispatchEvent(new CustomEvent("safesave:swapped"));
      render();
    }, function () { /* shown when there is contact again */ });
  }

  /* What people see */
  function words() {
    var number = state.hands.length;
    var wait = number === 1 ? "1 hand waits here" : number + " hands wait here";
    var isKept = !trouble && document.documentElement.dataset.kept;
    var why = trouble || isKept || "The club’s computer isn’t answering.";
    if (open && isAway && canKeep && !asked) {
      return why + " What you write here is kept on this tablet.";
    }
    if (!canKeep) {
      return isAway || number ? why + " And this tablet can’t keep anything by itself. " +
        "Leave this page open and write on paper for now." : "";
    }
    if (number && state.hands[0].held) return "These hands come from another tablet. Check them, then enter them.";
    if (refused) {
      return wait + ", but the club’s computer won’t take " + (number === 1 ? "it" : "them") + " from this tablet (" +
        refused + "). Nothing is lost. Hand " + (number === 1 ? "it" : "them") + " to " + section.dataset.to + ".";
    }
    if (asked) {
      return said.concat("Hand " + asked.number + " isn’t on the card yet. There is a question to answer.").join(" ");
    }
    if (isAway) {
      if (trouble && !number && nextNumber()) return trouble + " Write on; the hands wait here.";
      return [why, nextNumber() && "Keep going:", number ? wait + " until " + (trouble ? "it can save" : isKept ? "the line is back" : "it does") + ", and " +
        (number === 1 ? "is" : "are") + " counted then." :
        safeSave.isPending() ? "your last step is kept on this tablet." : !isStale && "what you enter is kept on this tablet.",
        isStale ? "Write on paper until the line is back." : outlook()].filter(Boolean).join(" ");
    }
    if (earlier()) return wait + ". Hand " + earlier() + " comes first: finish it, and " + (number === 1 ? "it is" : "they are") +
      " sent.";
    if (number) return wait + ", and " + (number === 1 ? "is" : "are") + " sent now.";
    if (open || leftOver()) return "The club’s computer is back" + (open ? ". Finish this hand and it will be sent." : " again.");
    if (!sent) return "";
    var all = sent === 2 ? "Both" : "All " + sent;
    return [sent === 1 ? "The hand is on the card." : all + " hands are on the card."].concat(said).join(" ");
  }

  function outlook() {
    return !open && !nextNumber() && facts() && state.hands.length ? section.dataset.ends : "";
  }

  function render() {
    var text = words();
    var number = state.hands.length;
    var isDone = !isAway && !number && !open && !leftOver();
    var tappable = keys();
    var isShown = Boolean(text || tappable.length);
    part("strip").className = isShown ? "notice " + (isDone ? "notice-good" : "notice-now") : "visually-hidden";
    if (part("says").textContent !== text) part("says").textContent = text;
    var found = sums();
    part("hands").replaceChildren.apply(part("hands"), state.hands.map(function (hand, place) {
      return lineOf(hand, place, found[place].sum && inPoints(found[place].sum, found[place].totals));
    }));
    drawLines(found);
    drawHeads(found);
    var list = part("list");
    list.hidden = !number;
    if (isWriting() !== wasWriting) list.open = !isWriting();
    wasWriting = isWriting();
    part("keys").replaceChildren.apply(part("keys"), tappable);
    if (!number) code.hidden = true;
    document.documentElement.toggleAttribute("data-writes-on", Boolean(open || isStale || isCovered() || !code.hidden));
  }

  function keys() {
    var found = [];
    var next = nextNumber();
    if (canKeep && !open) {
      if (asked) found.push(key("Answer hand " + asked.number, "button-go", answerHand));
      if (leftOver() && !asked) {
        found.push(key("Go on with hand " + state.draft.number, "button-go", function () { goOn(state.draft); }));
      } else if (isAway && next && (!hasCockpit() || isCovered())) {
        found.push(key("Write hand " + next + " here", "button-go", function () { goOn(nextHand(next)); }));
      }
    }
    if (state.hands.length && state.hands[0].held) {
      found.push(key("Enter these hands", "button-go", function () {
        change(function (kept) { kept.hands.forEach(function (hand) { delete hand.held; }); });
        goOnWriting();
        render();
        send();
      }));
    } else if (state.hands.length && code.hidden) {
      found.push(key("Hand over to " + section.dataset.to, "button-slim", showCode));
    }
    if (refused) {
      found.push(key("Try again", "", function () {
        refused = 0;
        render();
        send();
      }));
    }
    return found.concat(otherCards().map(linkTo));
  }

  function linkTo(card) {
    var link = document.createElement("a");
    link.className = "button";
    link.href = base.replace(section.dataset.waiting, card);
    link.textContent = "Hands for another card are waiting here too";
    return link;
  }

  function key(text, kind, tapped) {
    var button = document.createElement("button");
    button.type = "button";
    button.className = ("button " + kind).trim();
    button.textContent = text;
    button.addEventListener("click", tapped);
    return button;
  }

  function lineOf(hand, place, points) {
    var line = document.createElement("li");
    var text = document.createElement("span");
    text.textContent = inWords(hand);
    var comes = document.createElement("small");
    comes.textContent = points ? points + " The club hasn’t counted it yet." : "Figured when the club’s computer is back.";
    if (!hand.held) text.append(" ", comes);
    line.append(text);
    if (hand.held || open) return line;
    line.append(key("Change hand " + hand.number, "button-slim", function () {
      if (sending === hand.number) {
        safeSave.withdraw(base + "hands/" + hand.number + "/whole/");
        sending = 0;
      }
      if (isAsked(hand)) answerHand();
      else showForm(hand);
    }));
    if (place === state.hands.length - 1) {
      var remove = key("Delete", "button-slim", function () {
        if (remove.textContent === "Delete") remove.textContent = "Really delete hand " + hand.number + "?";
        else dropHand(hand.number);
      });
      line.append(remove);
    }
    return line;
  }

  /* `Hand 5 (Ann deals): Bea 52, hearts. Meld: Ann & Carl 12, Bea & Dom 8. Take: …`: to be read aloud, or typed. */
  function inWords(hand) {
    var values = hand.values;
    var isBid = columns.indexOf("bidder") >= 0, dealer = labelOf(values.board && isBid ? "bidder" : "dealer", values.dealer);
    var bidder = !isBid ? "" : values.bidder === "stuck" ? dealer + " stuck" : labelOf("bidder", values.bidder);
    if (values.partner) bidder += values.partner === "alone" ? " alone" : " with " + labelOf("partner", values.partner);
    var bid = [bidder, values.bid, labelOf("trump", values.trump).toLowerCase()].filter(Boolean);
    var declared = ["no_marriage", "moon", "thrown_in", "laid_stands", "laid_played"];
    var rare = declared.filter(function (name) { return values[name]; }).map(function (name) {
      return name.replace("_", " ");
    });
    if (values.renege) rare.push("renege " + labelOf("renege", values.renege));
    var which = "Hand " + hand.number + (values.board ? ", board " + values.board : " (" + dealer + " deals)");
    return which + (isBid ? ": bid " : ": trump ") + bid.join(", ") + "." +
      figuresOf(values, "Meld") + figuresOf(values, "Take") + (rare.length ? " " + rare.join(", ") + "." : "");
  }

  function figuresOf(values, title) {
    var start = title.toLowerCase() + "_";
    var each = columns.filter(function (name) { return name.indexOf(start) === 0 && values[name]; }).map(function (name) {
      return labelOf("renege", name.slice(start.length)) + " " + values[name];
    });
    return each.length ? " " + title + ": " + each.join(", ") + "." : "";
  }

  function labelOf(name, value) {
    var field = value && blank.querySelector('input[name="' + name + '"][value="' + value + '"]');
    return field ? field.closest("label").textContent.trim() : value || "";
  }

  /* The code: an address of this card with the hands behind its #, which no browser sends and no log holds. */
  function notation(hands) {
    return MARK + hands.map(function (hand) {
      return [hand.number, hand.id].concat(columns.map(function (name) { return hand.values[name] || ""; })).join(".");
    }).join(";");
  }

  function handsIn(hash) {
    if (hash.indexOf(MARK) !== 0) return [];
    return hash.slice(MARK.length).split(";").map(function (line) {
      var cells = line.split(".");
      var hand = { number: Number(cells[0]), id: cells[1], values: {}, held: true };
      cells.slice(2).forEach(function (cell, place) { if (cell) hand.values[columns[place]] = cell; });
      var isWhole = cells.length === columns.length + 2 && hand.number > 0 && hand.number <= 100;
      return isWhole && cells.slice(1).every(function (cell) { return /^[\w-]{0,40}$/.test(cell); }) ? withDealer(hand) : null;
    }).filter(Boolean);
  }

  function takeOver() {
    var come = handsIn(location.hash);
    if (location.hash.indexOf(MARK) === 0) history.replaceState(null, "", location.pathname + location.search);
    if (!come.length) return;
    change(function (kept) {
      come.forEach(function (hand) {
        if (!find(kept.hands, hand.number)) kept.hands.push(hand);
      });
    });
  }

  function showCode() {
    var title = document.createElement("h2");
    title.textContent = "Hand over to " + section.dataset.to;
    title.tabIndex = -1;
    var how = document.createElement("p");
    how.textContent = "Scan this with a tablet that keeps this card and can reach the club’s computer. The hands are " +
      "listed there and entered with one tap. They stay here until they are on the card. No camera? Read out the " +
      "lines above. They are all you need to type a paper card.";
    var picture = document.createElement("div");
    picture.className = "qr";
    if (window.qrcode) {
      var drawn = qrcode(0, "L");
      drawn.addData(location.origin + base + "waiting/" + notation(state.hands), "Byte");
      drawn.make();
      picture.innerHTML = drawn.createSvgTag({ scalable: true, margin: 4, alt: "Code with the hands waiting here" });
    }
    code.replaceChildren(title, picture, how, key("Close", "", function () {
      code.hidden = true;
      render();
    }));
    code.hidden = false;
    render();
    title.focus();
  }

  /* Names may be others than when the page was loaded: a card begins without any, and somebody plays for another. */
  function learnNames() {
    var known = document.querySelector("[data-open-hand]");
    if (!known || known.dataset.names === section.dataset.names || open) return;
    fetch(base, { credentials: "same-origin", cache: "no-store" }).then(function (answer) {
      return answer.text();
    }).then(function (text) {
      var fresh = new DOMParser().parseFromString(text, "text/html").querySelector("[data-waiting]");
      if (!fresh) return;
      section.dataset.names = fresh.dataset.names;
      section.querySelector("template").innerHTML = fresh.querySelector("template").innerHTML;
      render();
    }, function () { /* with the next change */ });
  }

  /* What happens */
  sheet.addEventListener("input", function () {
    var typed = { number: open.number, values: read(form()) };
    change(function (kept) { kept.draft = typed; });
    open = typed;
    complain("");
    if (!canKeep) render();
  });

  sheet.addEventListener("submit", function (event) {
    event.preventDefault();
    keepHand(event.submitter);
  });

  sheet.addEventListener("click", function (event) {
    if (event.target.closest("[data-waiting-drop]")) dropHand(open.number);
    if (event.target.closest("[data-waiting-close]")) {
      close();
      render();
      send();
    }
  });

  // A line of a hand that waits opens it: the server has no page of it yet.
  document.addEventListener("click", function (event) {
    var line = event.target.closest("tr.is-kept");
    if (!line) return;
    event.preventDefault();
    event.stopPropagation();
    showForm(find(state.hands, Number(line.id.replace(/\D+/, ""))));
  }, true);

  // The second half of a double tap on a key that is gone must not open what came up in its place.
  document.addEventListener("click", function (event) {
    if (event.detail > 1 && performance.now() - closedAt < 600) {
      event.preventDefault();
      event.stopPropagation();
    }
  }, true);

  document.addEventListener("safesave:away", function () {
    if (isAway && trouble === safeSave.trouble()) return; // told at every attempt: keys must not change under a finger
    isAway = true;
    trouble = safeSave.trouble();
    render();
  });

  document.addEventListener("safesave:back", function () {
    if (isStale) location.reload();
    isAway = false;
    if (open && !state.draft && !find(state.hands, open.number)) close();
    render();
    send();
  });

  document.addEventListener("safesave:saved", function () {
    if (!sending && !state.hands.length) {
      sent = 0;
      said = [];
    }
    send();
  });

  // A tablet that was cut off, or whose table plays another card by now, is led on when nothing waits here any more.
  document.addEventListener("htmx:beforeOnLoad", function (event) {
    var headers = event.detail.xhr.getAllResponseHeaders().toLowerCase();
    if (state.hands.length && /^hx-re(fresh|direct):/m.test(headers)) event.preventDefault();
  });

  document.addEventListener("safesave:swapped", render);
  document.addEventListener("ahead:drawn", render);
  document.addEventListener("ahead:ready", function () {
    goOnWriting();
    render();
  });
  document.addEventListener("htmx:afterSettle", learnNames);

  window.waitingHands = {
    newId: newId,
    boardsFrom: boardsFrom,
    dealerOf: dealerOf,
    holds: function () { return state.hands.length > 0; },
    mayWrite: function (number) { return Boolean(facts()) && number <= facts().last && canKeep; },
    draft: function (number, values) {
      if (!values && !(state.draft && state.draft.number === number)) return;
      change(function (kept) { kept.draft = values && { number: number, values: values }; });
    },
    keep: function (number, values) {
      putAway({ number: number, id: newId(), values: values });
      if (asked && !open) answerHand();
      render();
      send();
    },
  };

  window.addEventListener("storage", function (event) {
    if (event.key !== KEY || open) return;
    state = load() || state;
    render();
    send();
  });

  window.addEventListener("beforeunload", function (event) {
    if (!state.hands.length && !state.draft) return;
    event.preventDefault();
    event.returnValue = "";
  });

  window.addEventListener("pageshow", function () {
    takeOver();
    render();
    send();
  });

  // What stands below the strip begins where it ends (waiting.css).
  if (window.ResizeObserver) {
    new ResizeObserver(function () {
      var strip = part("strip"), gap = parseFloat(getComputedStyle(strip).marginBottom) || 0;
      var height = strip.classList.contains("notice") ? strip.offsetHeight + gap : 0;
      document.documentElement.style.setProperty("--strip", height + "px");
    }).observe(part("strip"));
  }

  // Needed when nothing can be fetched any more, and nobody waits for it before.
  window.addEventListener("load", function () {
    section.dataset.later.split(" ").forEach(function (address) {
      var script = document.createElement("script");
      script.src = address;
      script.async = false; // one after the other
      document.head.append(script);
    });
  });
})();
