/* Soft sounds at the table, for whoever switched them on: made here, no file is played.

   "table:heard" on document tells what to hear: card (one is laid), trick (gathered), turn (the player's). None lasts
   150 milliseconds, and each waits until the one before has ended. Browsers let a page be heard only after a tap on it:
   what comes before that is silent. */
(function () {
  "use strict";

  var BEHIND = 0.25; // seconds: what would come later than this after what it belongs to is left out
  var Context = window.AudioContext || window.webkitAudioContext;
  var context = null;
  var free = 0; // when the last sound has ended, by the context's clock

  function wake() {
    if (Context && !context) context = new Context();
    if (context && context.state === "suspended") context.resume();
  }

  /* A tap of paper: a breath of noise through a narrow filter. */
  function tap(at, pitch, length, loud) {
    var noise = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
    var wave = noise.getChannelData(0);
    for (var each = 0; each < wave.length; each += 1) {
      wave[each] = (Math.random() * 2 - 1) * Math.pow(1 - each / wave.length, 3);
    }
    var source = context.createBufferSource(), filter = context.createBiquadFilter();
    source.buffer = noise;
    filter.type = "bandpass";
    filter.frequency.value = pitch;
    source.connect(filter);
    filter.connect(volume(at, loud, length));
    play(source, at, length);
  }

  /* A small bell of two notes, the second higher. */
  function bell(at, length, loud) {
    var source = context.createOscillator();
    source.frequency.setValueAtTime(523, at);
    source.frequency.setValueAtTime(659, at + length * 0.4);
    source.connect(volume(at, loud, length));
    play(source, at, length);
  }

  /* It comes up softly, so that nothing cracks, and dies away. */
  function volume(at, loud, length) {
    var gain = context.createGain();
    gain.gain.setValueAtTime(0.001, at);
    gain.gain.exponentialRampToValueAtTime(loud, at + 0.006);
    gain.gain.exponentialRampToValueAtTime(0.001, at + length);
    gain.connect(context.destination);
    return gain;
  }

  function play(source, at, length) {
    source.start(at);
    source.stop(at + length);
    free = at + length;
  }

  var SOUNDS = {
    card: function (at) { tap(at, 1800, 0.07, 1); },
    trick: function (at) { tap(at, 700, 0.14, 1); },
    turn: function (at) { bell(at, 0.145, 0.2); },
  };

  document.addEventListener("pointerdown", wake, true);
  document.addEventListener("keydown", wake, true);
  document.addEventListener("table:heard", function (event) {
    if (!context || context.state !== "running") return;
    var at = Math.max(free, context.currentTime);
    if (at - context.currentTime <= BEHIND) SOUNDS[event.detail](at);
  });
})();
