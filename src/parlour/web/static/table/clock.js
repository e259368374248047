// Clocks: the server sends how they will run, and the page draws them without further requests.

import { _, locale } from "../language.js";

export const LOW = 20_000; // ms; below it a clock is marked and announced once

// A time such as 1:02:03, 4:05 or 2 d 1:02:03; with tenths below ten seconds; rounded up.
export function shownTime(ms) {
  if (ms <= 9_900) return `0:0${(Math.ceil(ms / 100) / 10).toFixed(1)}`;
  const all = Math.ceil(ms / 1000);
  const [days, hours, minutes, seconds] = [Math.floor(all / 86_400), Math.floor(all / 3600) % 24, Math.floor(all / 60) % 60, all % 60];
  const two = (number) => String(number).padStart(2, "0");
  if (days) return `${_("%(days)s d", { days })} ${hours}:${two(minutes)}`;
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

// A clock at a moment; `legs` are rows of moment, ms, change for each ms, balance.
// `last` is the time until the flag falls.
export function standing(legs, falls, now) {
  const at = falls === null ? now : Math.min(now, falls);
  const [from, ms, slope, name] = legs.findLast(([begins]) => begins <= at) ?? legs[0];
  const left = Math.max(0, ms + slope * Math.max(0, at - from));
  return { left, name, runs: slope < 0, last: falls === null ? left : falls - at };
}

// Whether to mark a running clock.
export const isLow = ({ last, runs }) => runs && last < LOW;

// Milliseconds until the text of a clock changes.
export const nextChange = ({ left }) => (left <= 10_000 ? left % 100 : left % 1000) + 1;

// The server's time. A request measures it to half the round trip; until then, the message with the
// shortest delay is the best estimate.
export class ServerTime {
  #ahead = -Infinity;
  #measured = null;
  trip = Infinity; // ms of the shortest round trip

  hear(server, own) {
    this.#ahead = Math.max(this.#ahead, server - own);
  }

  measure(server, asked, answered) {
    const trip = answered - asked;
    if (trip > this.trip + 20) return; // clocks may drift: accept similar round trips
    this.trip = trip;
    this.#measured = server - (asked + answered) / 2;
  }

  at(own) {
    return Math.round(own + (this.#measured ?? this.#ahead));
  }

  // The network delay of a move in ms.
  get lag() {
    return Number.isFinite(this.trip) ? Math.round(this.trip) : 0;
  }
}

const OUT = {
  deploy: _("Deployment time is over. Pieces on the board stay where they are."),
  redeploy: _("Redeployment time is over."),
  primary: _("A player has used up the time for the primary engagement and acts next in the secondary."),
};

// The message about a clock.
export function clockWords(clock) {
  if (!clock) return "";
  if (clock.given_back) return _("The server was down; %(time)s were added to the clock.", { time: shownTime(clock.given_back) });
  if (clock.out?.length) return clock.out.map((name) => OUT[name.split(" ").at(-1)]).join(" ");
  if (!clock.begun) return _("The clock starts when everybody has joined.");
  const absent = clock.absent ? `${_("The player to move has a day off: the clock is stopped.")} ` : "";
  return clock.deadline ? `${absent}${_("Move by %(deadline)s.", { deadline: deadlineWords(clock.deadline) })}` : absent.trim();
}

const DATE = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", timeZoneName: "short" };

// A deadline in this machine's time zone and in UTC.
export function deadlineWords(t, zone = Intl.DateTimeFormat().resolvedOptions().timeZone) {
  const inZone = (timeZone) => new Intl.DateTimeFormat(locale, { ...DATE, timeZone }).format(t);
  return [...new Set([inZone(zone), inZone("UTC")])].join(" · ");
}
