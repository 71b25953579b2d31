/* The desk, the clock on every screen, and the projector.

   [data-clock][data-ends|data-began][data-now]   ticks: .data-ends counts down to that moment and over it, .data-began up
       from it (milliseconds since 1970, by the server's clock, which data-now tells); empty both: it stands still
       [data-clock-figures] [data-clock-label] [data-clock-sign]
       data-warns (seconds), data-little-left, data-time-is-up: the words of the signs
   [data-since]                                    a moment; its text becomes "4 min"
   [data-sound]                                    a key: signs are heard too, and that a desk that was cut off is back
       (cut_off.js). Browsers allow it after a tap only.
   #desk[data-calls]                              the calls that are open: a new one shakes the device, and is heard
   [data-pages] > [data-page] > ol > li            on a wide screen, which nobody scrolls: a page in letters as large as it
       can carry (--letters), on several screens that follow each other every ten seconds where it must be, of which
       [data-page-count] says which; [data-page-aid] only where the page before it needs that

   details[data-stays-open][id]                    stays open while it is used, until a hand closes it

   What else is open and where the page stands are the address's business; after a swap only the ticking goes on. */
(function () {
  "use strict";

  var SOUND = "pinochle.sound";
  var PAGE_SECONDS = 10;
  /* Letters of the projector, in hundredths of its width, each a step smaller than the one before; never fewer pixels.
     The least are read from ten meters on a wall three wide: rather more screens than smaller ones. */
  var LETTERS = { most: 7, least: 1.9, step: 0.96, pixels: 20 };
  var audio = null;
  var offset = 0; // server's clock less ours
  var said = {}; // which signs of which clock were heard
  var calls = null; // those that were open when we last looked
  var pageAt = 0;
  var pageSince = Date.now();
  var screensOf = {}; // the screens of what is there now, at this size

  function now() {
    return Date.now() + offset;
  }

  function figures(seconds) {
    var all = Math.abs(seconds);
    var hours = Math.floor(all / 3600);
    var minutes = Math.floor((all % 3600) / 60);
    var rest = String(all % 60).padStart(2, "0");
    return hours ? hours + ":" + String(minutes).padStart(2, "0") + ":" + rest : minutes + ":" + rest;
  }

  function write(element, text) {
    if (element && element.textContent !== text) element.textContent = text;
  }

  /* Clocks */
  function tick(clock) {
    var ends = Number(clock.dataset.ends);
    var began = Number(clock.dataset.began);
    if (began) write(clock.querySelector("[data-clock-figures]"), figures(Math.floor((now() - began) / 1000)));
    if (!ends) return;
    var left = Math.ceil((ends - now()) / 1000);
    write(clock.querySelector("[data-clock-figures]"), figures(left));
    if (!clock.dataset.warns) {
      if (left <= 0) warn(clock, "bad", clock.dataset.timeIsUp);
      return;
    }
    write(clock.querySelector("[data-clock-label]"), left > 0 ? "left" : "over time");
    if (left <= 0) warn(clock, "bad", clock.dataset.timeIsUp);
    else if (left <= Number(clock.dataset.warns)) warn(clock, "now", clock.dataset.littleLeft);
    else warn(clock, "plain", "");
  }

  function warn(clock, tone, words) {
    write(clock.querySelector("[data-clock-sign]"), words);
    ["plain", "now", "bad"].forEach(function (name) { clock.classList.toggle("is-" + name, name === tone); });
    var key = clock.dataset.ends + tone;
    if (tone === "plain" || said[key]) return;
    said[key] = true;
    // A page that is opened late does not shout what happened long ago.
    var left = Number(clock.dataset.ends) - now();
    var isFresh = tone === "bad" ? left > -10000 : left > (Number(clock.dataset.warns) - 10) * 1000;
    if (isFresh) ring(tone === "bad" ? 3 : 1);
  }

  /* Sound: some beats of a plain tone */
  function ring(beats) {
    if (!audio) return;
    for (var beat = 0; beat < beats; beat += 1) {
      var tone = audio.createOscillator();
      var volume = audio.createGain();
      var at = audio.currentTime + beat * 0.6;
      tone.frequency.value = 880;
      volume.gain.setValueAtTime(0.0001, at);
      volume.gain.exponentialRampToValueAtTime(0.5, at + 0.03);
      volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.45);
      tone.connect(volume);
      volume.connect(audio.destination);
      tone.start(at);
      tone.stop(at + 0.5);
    }
  }

  function showSound() {
    document.querySelectorAll("[data-sound]").forEach(function (button) {
      button.setAttribute("aria-pressed", String(Boolean(audio)));
      write(button, audio ? "Sound is on" : "Sound is off");
    });
  }

  function switchSound() {
    var Audio = window.AudioContext || window.webkitAudioContext;
    if (audio || !Audio) {
      if (audio) audio.close();
      audio = null;
    } else {
      audio = new Audio();
      if (audio.resume) audio.resume();
      ring(1);
    }
    try { localStorage.setItem(SOUND, audio ? "on" : ""); } catch { /* only until the page is left */ }
    showSound();
  }

  document.addEventListener("click", function (event) {
    var button = event.target.closest("[data-sound]");
    if (button) switchSound();
    else if (!audio && wantsSound()) switchSound(); // any tap allows it again after a reload
  });

  document.addEventListener("live:back", function () { ring(2); });

  function wantsSound() {
    try { return localStorage.getItem(SOUND) === "on"; } catch { return false; }
  }

  /* Minutes, and pages that follow each other */
  function since(element) {
    var at = Number(element.dataset.since);
    if (at) write(element, Math.max(0, Math.floor((now() - at) / 60000)) + " min");
  }

  function turnPages() {
    var holder = document.querySelector("[data-pages]");
    if (!holder) return;
    var size = innerWidth + "x" + innerHeight;
    var isNew = holder !== screensOf.holder || size !== screensOf.size;
    if (isNew) screensOf = { holder: holder, size: size, screens: screensIn(holder) };
    var screens = screensOf.screens;
    if (!screens.length) return;
    if (Date.now() - pageSince >= PAGE_SECONDS * 1000) {
      pageAt += 1;
      pageSince = Date.now();
    } else if (!isNew) return;
    pageAt %= screens.length;
    show(holder, screens[pageAt]);
    write(document.querySelector("[data-page-count]"), screens.length > 1 ? " · page " + (pageAt + 1) + " of " + screens.length : "");
  }

  /* What stands on one screen: a page, which of its lines, and how large. Where people scroll, all of it. */
  function screensIn(holder) {
    var pages = Array.prototype.slice.call(holder.querySelectorAll("[data-page]"));
    if (!matchMedia("(min-width: 43.75em)").matches) {
      pages.forEach(function (page) {
        page.hidden = false;
        page.style.removeProperty("--letters");
        page.querySelectorAll("li").forEach(function (line) { line.hidden = false; });
      });
      return [];
    }
    return pages.reduce(function (screens, page) {
      var isNoHelp = page.hasAttribute("data-page-aid") && screens.length === 1;
      return isNoHelp ? screens : screens.concat(filled(holder, page));
    }, []);
  }

  /* As few screens as there can be, each about as full as the others, in the largest letters that all of them take. */
  function filled(holder, page) {
    var lines = page.querySelectorAll("li").length;
    var least = Math.max(LETTERS.least, 100 * LETTERS.pixels / innerWidth);
    for (var number = 1; ; number += 1) {
      var most = Math.ceil(lines / number);
      var screens = [];
      for (var from = 0; from < lines; from += most) screens.push({ page: page, from: from, to: Math.min(from + most, lines) });
      if (most > 1 && !fits(holder, screens, least)) continue;
      var letters = LETTERS.most;
      while (letters > least && !fits(holder, screens, letters)) letters *= LETTERS.step;
      screens.forEach(function (screen) { screen.letters = Math.max(letters, least); });
      return screens;
    }
  }

  function fits(holder, screens, letters) {
    return screens.every(function (screen) {
      screen.letters = letters;
      show(holder, screen);
      var root = document.documentElement;
      return root.scrollHeight <= innerHeight && root.scrollWidth <= innerWidth;
    });
  }

  function show(holder, screen) {
    holder.querySelectorAll("[data-page]").forEach(function (page) { page.hidden = page !== screen.page; });
    screen.page.style.setProperty("--letters", screen.letters + "vw");
    screen.page.querySelectorAll("li").forEach(function (line, at) { line.hidden = at < screen.from || at >= screen.to; });
  }

  /* Who carries the desk around feels a call. What was open before the page was, is no news. */
  function hearCalls() {
    var desk = document.getElementById("desk");
    var open = desk ? desk.dataset.calls.split(" ").filter(Boolean) : [];
    var isNews = calls && open.some(function (call) { return calls.indexOf(call) < 0; });
    calls = open;
    if (!isNews) return;
    if (navigator.vibrate) navigator.vibrate([300, 150, 300]);
    ring(2);
  }

  function measure() {
    var clock = document.querySelector("[data-clock][data-now]");
    if (clock && clock.dataset.now && !clock.dataset.read) {
      offset = Number(clock.dataset.now) - Date.now();
      clock.dataset.read = "yes";
    }
  }

  function all() {
    measure();
    document.querySelectorAll("[data-clock]").forEach(tick);
    document.querySelectorAll("[data-since]").forEach(since);
    hearCalls();
    turnPages();
  }

  /* A drawer that is open stays so over the answers to its own keys. */
  var drawers = {};

  document.addEventListener("toggle", function (event) {
    if (event.target.matches("[data-stays-open]")) drawers[event.target.id] = event.target.open;
  }, true);

  document.addEventListener("safesave:swapped", function () {
    document.querySelectorAll("[data-stays-open]").forEach(function (drawer) {
      if (drawers[drawer.id]) drawer.open = true;
    });
  });

  function start() {
    all();
    showSound();
  }

  document.addEventListener("htmx:afterSettle", start);
  setInterval(all, 500);
  addEventListener("resize", turnPages);
  start();
  // Letters that come later are of another width.
  if (document.fonts) document.fonts.ready.then(function () { screensOf = {}; all(); });

  /* Asked for by its number, a table comes into view. */
  var asked = /[?&]open=(\d+)/.exec(location.search);
  var table = asked && !location.hash && document.getElementById("table-" + asked[1]);
  if (table) table.scrollIntoView({ block: "start" });
})();
