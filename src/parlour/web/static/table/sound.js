// Sounds from short tones: a knock for a move, two for a capture, a chord at the end.

import { settings } from "./table.js";

const KINDS = { // tones: start in seconds, pitch in Hz, duration, volume
  low: [[0, 660, 0.16, 0.2], [0.22, 660, 0.16, 0.2]],
  move: [[0, 320, 0.07, 0.25]],
  capture: [[0, 320, 0.06, 0.25], [0.07, 210, 0.1, 0.3]],
  end: [[0, 392, 0.5, 0.12], [0.12, 494, 0.5, 0.12], [0.24, 587, 0.6, 0.12]],
};

let player = null;

export function sound(kind) {
  if (settings.sound !== "true") return;
  player ??= new AudioContext();
  player.resume(); // browsers are silent until the first click
  for (const [after, pitch, length, volume] of KINDS[kind]) tone(player.currentTime + after, pitch, length, volume);
}

function tone(at, pitch, length, loud) {
  const [source, volume] = [player.createOscillator(), player.createGain()];
  source.frequency.value = pitch;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loud, at + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.001, at + length);
  source.connect(volume).connect(player.destination);
  source.start(at);
  source.stop(at + length);
}
