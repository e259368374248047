// The one sound of the page: two short tones, made here.

let player = null;

export function beep() {
  player ??= new AudioContext();
  [0, 0.22].forEach((after) => tone(player.currentTime + after));
}

function tone(at) {
  const [source, volume] = [player.createOscillator(), player.createGain()];
  source.frequency.value = 660;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(0.2, at + 0.02);
  volume.gain.linearRampToValueAtTime(0, at + 0.15);
  source.connect(volume).connect(player.destination);
  source.start(at);
  source.stop(at + 0.16);
}
