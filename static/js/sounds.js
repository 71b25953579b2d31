/* Soft sounds at the table, for whoever switched them on: made here, no file is played.

   "table:heard" on document tells what to hear: card (one is laid), trick (gathered), turn (the player's). Browsers
   let a page be heard only after a tap on it: what comes before that is silent. */
(function () {
  "use strict";

  var Context = window.AudioContext || window.webkitAudioContext;
  var context = null;

  function wake() {
    if (Context && !context) context = new Context();
    if (context && context.state === "suspended") context.resume();
  }

  /* A tap of paper: a breath of noise through a narrow filter. */
  function tap(pitch, length, loud) {
    var noise = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
    var wave = noise.getChannelData(0);
    for (var at = 0; at < wave.length; at += 1) wave[at] = (Math.random() * 2 - 1) * Math.pow(1 - at / wave.length, 3);
    var source = context.createBufferSource(), filter = context.createBiquadFilter();
    source.buffer = noise;
    filter.type = "bandpass";
    filter.frequency.value = pitch;
    source.connect(filter);
    filter.connect(volume(loud, length));
    source.start();
  }

  function tone(pitch, after, loud) {
    var source = context.createOscillator();
    source.frequency.value = pitch;
    source.connect(volume(loud, after + 0.35));
    source.start(context.currentTime + after);
    source.stop(context.currentTime + after + 0.35);
  }

  function volume(loud, length) {
    var gain = context.createGain();
    gain.gain.setValueAtTime(loud, context.currentTime);
    gain.gain.exponentialRampToValueAtTime(0.001, context.currentTime + length);
    gain.connect(context.destination);
    return gain;
  }

  var SOUNDS = {
    card: function () { tap(1800, 0.07, 0.35); },
    trick: function () { tap(700, 0.16, 0.3); },
    turn: function () {
      tone(523, 0, 0.06);
      tone(659, 0.12, 0.06);
    },
  };

  document.addEventListener("pointerdown", wake, true);
  document.addEventListener("keydown", wake, true);
  document.addEventListener("table:heard", function (event) {
    if (context && context.state === "running") SOUNDS[event.detail]();
  });
})();
