// The clocks on the page, redrawn when their text changes.

import { _ } from "../language.js";
import { clockWords, isLow, LOW, nextChange, ServerTime, shownTime, standing } from "./clock.js";
import { $, speak } from "./dom.js";
import { ask } from "./net.js";
import { sound } from "./sound.js";
import { table } from "./table.js";

const server = new ServerTime();
const MEASURES = 3; // at the start; the best one counts
const AGAIN = 300_000; // ms until the server's time is measured again
let waiting = null;
const warned = new Set(); // seats with an announced low time

// A new state from the server.
export function hear(sent) {
  if (sent.now !== undefined) server.hear(sent.now, performance.now());
}

// Measure the server's time while a clock runs.
export async function measure(times = MEASURES) {
  if (!table.game.clock || table.game.outcome) return;
  const asked = performance.now();
  const { now } = await ask("/api/time").catch(() => ({}));
  if (now !== undefined) server.measure(now, asked, performance.now());
  if (times > 1) await measure(times - 1);
  else setTimeout(() => measure(1), AGAIN);
}

// The network delay of a move, for the server's lag compensation.
export const lag = () => (table.game.clock ? { lag: server.lag } : {});

export function clocks() {
  clearTimeout(waiting);
  const { clock, seats, outcome } = table.game;
  const words = outcome ? "" : clockWords(clock);
  $("clock-note").hidden = !words;
  $("clock-note").textContent = words;
  if (!clock) return;
  const now = server.at(performance.now());
  const stands = clock.legs.map((legs) => standing(legs, clock.falls, now));
  for (const made of document.querySelectorAll("[data-clock]")) fill(made, stands[made.dataset.clock]);
  stands.forEach((own, seat) => warn(own, seats[seat]));
  if (!outcome && stands.some(({ runs }) => runs) || clock.falls !== null) waiting = setTimeout(clocks, Math.min(...stands.map(nextChange)));
}

// All clocks in words.
export function clockReading() {
  const { clock, seats } = table.game;
  if (!clock) return _("This game has no clock.");
  const now = server.at(performance.now());
  return clock.legs.map((legs, seat) => `${seats[seat].name}: ${shownTime(standing(legs, clock.falls, now).left)}.`).join(" ");
}

function fill(made, own) {
  const first = table.game.clock.legs[made.dataset.clock][0][3];
  made.textContent = shownTime(own.left);
  const { flag } = table.game.clock;
  made.title = flag?.[0] === Number(made.dataset.clock) ? _("out of time at %(moment)s", { moment: new Date(flag[1]).toISOString() }) : own.name;
  made.classList.toggle("low", isLow(own));
  made.classList.toggle("runs", own.runs);
  made.classList.toggle("reserve", own.name !== "time" && own.name !== first);
}

function warn(own, seat) {
  if (!isLow(own)) {
    if (own.last >= LOW) warned.delete(seat.seat);
  } else if (!warned.has(seat.seat)) {
    warned.add(seat.seat);
    if (seat.yours) sound("low");
    speak(_("%(name)s: %(seconds)s seconds left.", { name: seat.name, seconds: Math.ceil(own.last / 1000) }));
  }
}
