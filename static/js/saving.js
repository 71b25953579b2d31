/* Saving over poor Wi-Fi: "Saved" is the server's word, never ours.

   form[data-safe-save]                   sent from here; a plain form where scripts do not run
     [data-save-target="#id"]             what the answer replaces (else the form itself)
     [data-save-swap="outerHTML"]         how (htmx's words)
     [data-save-row]                      one of many in a list, each with an address of its own
   [data-saved-state] .saved-state-text   the pill; states: saved, saving, retrying, refused, lost

   [data-focus-after-save]                gets the focus after a save whose form had it; else what is wrong, or
   [data-focus-next]                      the first field of what comes next, also on a page opened with ?step=

   A submission is written down (localStorage) as the exact body that is sent, with the form's client_id in it, and
   the same body is sent until the server answers: after 1, 2, 4, 8, 8… seconds, on a network error, after 8 seconds
   of silence, and on 5xx or 429. The server knows the client_id, so an answer lost on its way back does no harm.
   A reload, a closed browser or a flat battery resume from what was written down.

   Plain fetch and htmx.swap rather than hx-post: htmx would read the form again for every attempt, and has nothing
   to read after a reload. The answer is the same fragment that htmx would get (HX-Request is sent).

   Answers: 2xx, 409 and 422 are swapped in; HX-Redirect, HX-Refresh and a followed redirect are obeyed; on 403 the
   page's token is fetched anew, once (it may be older than the cookie); any other 4xx ends the attempts, says so and
   gives the form back. What came back or came late takes no taps until the fingers rest ([data-settling]).
   Events on document: "safesave:sent" with the form; "safesave:sending" (what knows more of the page adds its headers to
   `detail.headers`), "safesave:swapped" (`detail.isSaved`: whether it was taken), "safesave:saved", "safesave:refused" (with
   its `detail.words`), "safesave:taken" at each answer that took something; "safesave:away" when the server has not answered for three seconds (no contact, or 502 to 504), and
   "safesave:back". A 503 that says why in [data-trouble], such as a full disk, counts at once, and until something was
   saved: polls are answered all the while. Where a later step stands in the form's place meanwhile (ahead.js), it says
   there how things are. */
(function () {
  "use strict";

  var PREFIX = "pinochle.pending:";
  var TIMEOUT = 8000;
  var PLACES = ['[aria-invalid="true"], fieldset[aria-describedby]', "[data-focus-after-save]", "[data-focus-next]"];
  var WORDS = {
    saved: "Saved",
    saving: "Saving…",
    retrying: "Not saved yet, trying again",
    refused: "Not saved",
    lost: "No contact, trying again",
  };
  var pending = new Map(); // address -> what is being sent
  var AWAY = 3000;
  var SETTLES = 600; // how long fingers rest before what came unexpected takes taps
  var RESTLESS = 4000; // and how long that goes on at most
  // When the first thing was sent that has no answer; 0 while the server answers. A kept page (worker.js) had none.
  var silentSince = "kept" in document.documentElement.dataset ? -AWAY : 0;
  var trouble = ""; // why the server, which answers, can't save
  var lastButton = null; // Safari before 15.4 does not say which button submitted
  var lastClickSaved = false; // the address of the form whose key was clicked last

  /* What is written down. Storage may be full or forbidden: then the page itself must stay open. */
  function keep(entry) {
    try {
      localStorage.setItem(PREFIX + entry.url, JSON.stringify({
        url: entry.url, body: entry.body, page: entry.page, target: entry.target, swap: entry.swap,
      }));
    } catch { /* the warning before leaving still stands */ }
  }

  function forget(entry) {
    pending.delete(entry.url);
    try { localStorage.removeItem(PREFIX + entry.url); } catch { /* nothing was kept */ }
  }

  function kept() {
    try {
      return Object.keys(localStorage).filter(function (key) {
        return key.indexOf(PREFIX) === 0;
      }).map(function (key) {
        return JSON.parse(localStorage.getItem(key));
      });
    } catch {
      return [];
    }
  }

  /* What people see */
  function showState(state) {
    document.querySelectorAll("[data-saved-state]").forEach(function (pill) {
      if (pill.dataset.savedState === state) return;
      pill.dataset.savedState = state;
      var words = pill.querySelector(".saved-state-text");
      if (words) words.textContent = WORDS[state];
    });
  }

  /* Not form.action: a key named "action" would stand in its way. */
  function addressOf(form) {
    return new URL(form.getAttribute("action") || "", location.href).href;
  }

  function formOf(entry) {
    return Array.prototype.find.call(document.querySelectorAll("form[data-safe-save]"), function (form) {
      return addressOf(form) === entry.url;
    });
  }

  function placeOf(entry) {
    return formOf(entry) || document.querySelector("form[data-ahead]");
  }

  function hold(form) {
    form.dataset.pending = "";
    form.setAttribute("aria-busy", "true");
    form.inert = true; // where it is unknown, the listeners below keep the form still
  }

  function release(form) {
    delete form.dataset.pending;
    form.removeAttribute("aria-busy");
    form.inert = false;
  }

  function say(form, words, isRefused) {
    if (!form) return;
    var line = form.querySelector(".save-line");
    if (!words) {
      if (line) line.remove();
      return;
    }
    if (!line) {
      line = document.createElement("p");
      line.className = "save-line";
      line.setAttribute("role", "status");
      var bar = form.querySelector(".save-bar");
      form.insertBefore(line, bar && bar.parentNode === form ? bar : null);
    }
    line.classList.toggle("save-line-refused", Boolean(isRefused));
    line.textContent = words;
  }

  /* Sending */
  function token() {
    var meta = document.querySelector('meta[name="csrf-token"]');
    var field = document.querySelector('input[name="csrfmiddlewaretoken"]');
    return (meta && meta.content) || (field && field.value) || "";
  }

  function fetchToken() {
    return fetchInTime(location.href, { headers: { Accept: "text/html" } }).then(function (answer) {
      var token = 'meta[name="csrf-token"]', meta = document.querySelector(token);
      var fresh = new DOMParser().parseFromString(answer.html, "text/html").querySelector(token);
      if (fresh && meta) meta.content = fresh.content;
    });
  }

  function fetchInTime(url, options) {
    var controller = new AbortController();
    var timer = setTimeout(function () { controller.abort(); }, TIMEOUT);
    options.signal = controller.signal;
    options.credentials = "same-origin";
    options.cache = "no-store";
    return fetch(url, options).then(function (answer) {
      // The body may break off as well; it belongs to the same eight seconds.
      return answer.text().then(function (text) {
        clearTimeout(timer);
        return {
          status: answer.status, redirected: answer.redirected, url: answer.url, headers: answer.headers,
          html: text,
        };
      });
    }).catch(function (error) {
      clearTimeout(timer);
      throw error;
    });
  }

  /* Whether the server answers, as far as is known. By the time since the start: clocks of tablets are set anew. */
  function hear(isHeard, since) {
    if (!isHeard) {
      silentSince = silentSince || since || performance.now();
      if (isAway()) tell("away");
    } else if (silentSince) {
      silentSince = 0;
      tell("back");
    }
  }

  function isAway() {
    return Boolean(trouble) || (silentSince !== 0 && performance.now() - silentSince >= AWAY);
  }

  function troubleIn(answer) {
    if (answer.status !== 503) return "";
    var said = new DOMParser().parseFromString(answer.html, "text/html").querySelector("[data-trouble]");
    return said ? said.textContent : "";
  }

  function isAnswer(status) {
    return status > 0 && (status < 502 || status > 504);
  }

  function send(entry) {
    clearTimeout(entry.timer);
    if (entry.isSending) return;
    entry.isSending = true;
    var since = performance.now();
    entry.since = entry.since || since;
    var body = new URLSearchParams(entry.body);
    body.set("csrfmiddlewaretoken", token());
    var headers = {
      "HX-Request": "true",
      "HX-Current-URL": location.href,
      "HX-Target": (entry.target || "").replace(/^#/, ""),
      "X-CSRFToken": token(),
    };
    tell("sending", { headers: headers });
    fetchInTime(entry.url, { method: "POST", body: body, headers: headers }).then(function (answer) {
      entry.isSending = false;
      trouble = troubleIn(answer);
      if (pending.get(entry.url) === entry) receive(entry, answer);
      hear(isAnswer(answer.status), since);
    }, function () {
      entry.isSending = false;
      if (pending.get(entry.url) === entry) tryAgain(entry);
      hear(false, since);
    });
  }

  function tryAgain(entry, seconds) {
    var wait = seconds || Math.min(8, Math.pow(2, entry.attempts));
    entry.attempts += 1;
    showState("retrying");
    var form = formOf(entry);
    if (form) hold(form);
    // Once the server is away, the strip above the card says it (waiting.js), and the next step is not covered.
    say(placeOf(entry), form || !isAway() ? (trouble || "Not saved yet, trying again.") +
      " What you entered is kept. Leave this page open." : "");
    clearTimeout(entry.timer);
    entry.timer = setTimeout(function () { send(entry); }, wait * 1000);
  }

  function receive(entry, answer) {
    var status = answer.status;
    if (status < 400) tell("taken");
    if (status >= 500 || status === 429) {
      tryAgain(entry, Math.min(30, Number(answer.headers.get("Retry-After")) || 0));
    } else if (status === 403 && !entry.hasFreshToken) {
      entry.hasFreshToken = true;
      fetchToken().then(function () { send(entry); }, function () {
        entry.hasFreshToken = false;
        tryAgain(entry);
      });
    } else if (entry.settled) {
      pending.delete(entry.url);
      showState(pending.size ? "retrying" : status < 400 ? "saved" : "refused");
      entry.settled(answer);
    } else if (status < 400 || status === 409 || status === 422) {
      finish(entry, answer);
    } else {
      refuse(entry, status);
    }
  }

  function refuse(entry, status) {
    if (entry.page === location.pathname || status === 404 || status === 410) forget(entry);
    else pending.delete(entry.url);
    showState(pending.size ? "retrying" : "refused");
    var words = "Not saved: the club’s computer didn’t take this entry (" + status + "). What you entered is still here. " +
      "Reload the page and try again.";
    tell("refused", { words: words });
    var form = formOf(entry);
    if (!form) return;
    release(form);
    say(form, words, true);
  }

  function finish(entry, answer) {
    var isSaved = answer.status < 400;
    var isHere = entry.page === location.pathname;
    if (!isHere && !isSaved) {
      // Asked about on its own page, when that is opened again.
      pending.delete(entry.url);
      showState(pending.size ? "retrying" : "refused");
      return;
    }
    forget(entry);
    var form = formOf(entry);
    if (form) {
      release(form);
      say(form, "");
      delete form.dataset.dirty;
    }
    var goTo = answer.headers.get("HX-Redirect") || (answer.redirected ? answer.url : "");
    if (isHere && goTo) {
      location.assign(goTo);
      return;
    }
    // A row that a search has taken off the list meanwhile is shown nowhere; what its answer tells beside it still is.
    var target = isHere &&
      (document.querySelector(entry.target || "body") || (entry.isRow && isSaved && document.createElement("div")));
    if (isHere && (answer.headers.get("HX-Refresh") === "true" || !target || (!form && !entry.isFresh))) {
      location.reload();
      return;
    }
    if (isHere) swapIn(target, entry, answer);
    showState(pending.size ? "retrying" : isSaved ? "saved" : "refused");
    if (isSaved) tell("saved");
  }

  /* The focus goes on where the form that had it is gone: to what is wrong, to what is asked, or to the next field. */
  function goOn(fresh) {
    var isFree = document.activeElement === document.body || !document.activeElement;
    var place = isFree && PLACES.reduce(function (found, each) { return found || fresh.querySelector(each); }, null);
    if (!place) return;
    var field = place.matches("fieldset") ? place.querySelector("input:checked") || place.querySelector("input") : place;
    field.focus({ preventScroll: !place.matches(PLACES[0]) });
  }

  /* Of a whole page only what is in its middle: the rest is there. */
  function swapIn(target, entry, answer) {
    var isPage = /^\s*<!doctype/i.test(answer.html);
    htmx.swap(target, answer.html, { swapStyle: entry.swap || "outerHTML", swapDelay: 0, settleDelay: 0 }, {
      select: isPage ? "#main > *" : undefined,
      afterSwapCallback: function () {
        var fresh = document.querySelector(entry.target || "body");
        tell("swapped", { target: fresh, isSaved: answer.status < 400 });
        document.dispatchEvent(new CustomEvent("htmx:afterSettle", { detail: { elt: fresh, target: fresh } }));
        if (fresh) goOn(fresh);
        var isLate = performance.now() - entry.since > SETTLES;
        if (fresh && (isLate || answer.status >= 400) && !fresh.querySelector("form[data-ahead]")) settle(fresh);
      },
    });
  }

  /* What came late, or came back, takes no taps until the fingers rest for a moment: they tap for what stood there before. */
  function settle(fresh) {
    var end = performance.now() + RESTLESS, timer = 0;
    function wake() {
      delete fresh.dataset.settling;
      document.removeEventListener("pointerdown", wait, true);
    }
    function wait() {
      clearTimeout(timer);
      timer = setTimeout(wake, Math.min(SETTLES, end - performance.now()));
    }
    fresh.dataset.settling = "";
    document.addEventListener("pointerdown", wait, true);
    wait();
  }

  /* What the screen shows comes first. */
  function afterPaint(what) {
    requestAnimationFrame(function () { setTimeout(what); });
  }

  function tell(what, detail) {
    document.dispatchEvent(new CustomEvent("safesave:" + what, { detail: detail }));
  }

  function bodyOf(form, button) {
    var body = new URLSearchParams();
    new FormData(form).forEach(function (value, name) { body.append(name, value); });
    if (button && button.name) body.append(button.name, button.value);
    return body.toString();
  }

  /* The other way round: a form drawn anew shows what is being sent. */
  function fill(form, body) {
    var sent = new URLSearchParams(body);
    Array.prototype.forEach.call(form.elements, function (field) {
      if (!field.name || field.type === "hidden" || field.type === "submit") return;
      if (field.type === "radio" || field.type === "checkbox") {
        field.checked = sent.getAll(field.name).indexOf(field.value) >= 0;
      } else if (sent.has(field.name)) {
        field.value = sent.get(field.name);
      }
    });
  }

  document.addEventListener("click", function (event) {
    var held = event.target.closest("form[data-pending]");
    if (held) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    var button = event.target.closest("button, input[type=submit]");
    lastButton = button && button.form && button.type === "submit" ? button : null;
    // The second half of a double click must not press the next step's key, which stands in the same place. A quick
    // tap on a digit and then on the green key below it also counts as two clicks: that one is meant.
    // In a list (data-save-row) only the same row is the same place: two rows tapped quickly are two taps.
    var saves = Boolean(lastButton) && lastButton.form.matches("[data-safe-save]") && addressOf(lastButton.form);
    var isOtherRow = saves && lastButton.form.matches("[data-save-row]") && saves !== lastClickSaved;
    if (saves && event.detail > 1 && lastClickSaved && !isOtherRow) event.preventDefault();
    lastClickSaved = saves;
  }, true);

  document.addEventListener("keydown", function (event) {
    if (event.target.closest && event.target.closest("form[data-pending]") && event.key !== "Tab") {
      event.preventDefault();
      event.stopPropagation();
    }
  }, true);

  document.addEventListener("submit", function (event) {
    var form = event.target;
    if (!form.matches("form[data-safe-save]") || event.defaultPrevented) return;
    event.preventDefault();
    if ("pending" in form.dataset) return;
    var button = event.submitter || (lastButton && lastButton.form === form ? lastButton : null);
    var entry = {
      url: button && button.hasAttribute("formaction") ? button.formAction : addressOf(form),
      body: bodyOf(form, button),
      page: location.pathname,
      target: form.dataset.saveTarget || (form.id ? "#" + form.id : ""),
      swap: form.dataset.saveSwap || "outerHTML",
      attempts: 0,
      isFresh: true,
      isRow: form.matches("[data-save-row]"),
    };
    if (!entry.target) {
      form.id = "safe-save-form";
      entry.target = "#safe-save-form";
    }
    pending.set(entry.url, entry);
    keep(entry);
    tell("sent", { form: form }); // where the next step takes its place, what changes in this one is not drawn
    hold(form);
    say(form, "");
    showState("saving");
    if (form.isConnected) send(entry); // else the next step stands there (ahead.js)
    else afterPaint(function () { if (pending.get(entry.url) === entry) send(entry); });
  });

  window.addEventListener("beforeunload", function (event) {
    if (!pending.size) return;
    event.preventDefault();
    event.returnValue = "";
  });

  function hurry() {
    pending.forEach(function (entry) { if (entry.attempts) send(entry); });
  }

  function resume() {
    kept().forEach(function (entry) {
      if (!entry || pending.has(entry.url)) return;
      entry.attempts = 0;
      pending.set(entry.url, entry);
      var form = formOf(entry);
      entry.isFresh = Boolean(form);
      if (form) {
        fill(form, entry.body);
        hold(form);
        tell("sent", { form: form });
        say(placeOf(entry), "An earlier entry isn’t saved yet, trying again.");
      }
      showState("retrying");
      send(entry);
    });
  }

  window.addEventListener("load", function () {
    if (/[?&]step=/.test(location.search)) goOn(document);
  });
  window.addEventListener("online", hurry);
  document.addEventListener("visibilitychange", function () { if (!document.hidden) hurry(); });
  window.addEventListener("pageshow", resume);

  // For live.js and waiting.js, and for tests.
  window.safeSave = {
    hear: function (status) { if (!trouble) hear(isAnswer(status)); },
    trouble: function () { return trouble; },
    /* Sends what was tapped before this page had its form: a step, or a row of a list where `place` says so. */
    enter: function (url, body, place) {
      var entry = Object.assign({
        url: new URL(url, location.href).href, body: body, page: location.pathname, target: "#main", swap: "innerHTML",
        attempts: 0, isFresh: true,
      }, place);
      pending.set(entry.url, entry);
      keep(entry);
      showState("saving");
      send(entry);
    },
    /* Carries what is kept elsewhere; `settled` gets the answer that ends the attempts. */
    deliver: function (url, body, settled) {
      var entry = { url: new URL(url, location.href).href, body: body, settled: settled, attempts: 0 };
      pending.set(entry.url, entry);
      showState("saving");
      send(entry);
    },
    /* Ends the attempts for all addresses that begin like this one. */
    withdraw: function (start) {
      pending.forEach(function (entry) {
        if (entry.url.indexOf(new URL(start, location.href).href) !== 0) return;
        clearTimeout(entry.timer);
        forget(entry);
        if (formOf(entry)) release(formOf(entry));
      });
    },
    isPending: function () { return pending.size > 0; },
    afterPaint: afterPaint,
    goOn: goOn,
    release: release,
    settle: settle,
    showState: function (state) { if (!pending.size) showState(state); },
  };
})();
