// Clocks as the server says they will run: straight lines, which the page draws without asking.

export const LOW = 20_000; // ms; less than that is marked, and told once

// Hours, minutes and seconds, as 1:02:03 or 4:05; days; below ten seconds with tenths; rounded up.
export function shownTime(ms) {
  if (ms <= 9_900) return `0:0${(Math.ceil(ms / 100) / 10).toFixed(1)}`;
  const all = Math.ceil(ms / 1000);
  const [days, hours, minutes, seconds] = [Math.floor(all / 86_400), Math.floor(all / 3600) % 24, Math.floor(all / 60) % 60, all % 60];
  const two = (number) => String(number).padStart(2, "0");
  if (days) return `${days} d ${hours}:${two(minutes)}`;
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

// What a seat's clock shows at a moment: `legs` are rows of moment, ms, change for each ms, balance.
// `last` is what is left with all that follows, until the flag falls.
export function standing(legs, falls, now) {
  const at = falls === null ? now : Math.min(now, falls);
  const [from, ms, slope, name] = legs.findLast(([begins]) => begins <= at) ?? legs[0];
  const left = Math.max(0, ms + slope * Math.max(0, at - from));
  return { left, name, runs: slope < 0, last: falls === null ? left : falls - at };
}

// Whether a clock that runs should be marked.
export const isLow = ({ last, runs }) => runs && last < LOW;

// In how many ms the text of a clock changes next.
export const nextChange = ({ left }) => (left <= 10_000 ? left % 100 : left % 1000) + 1;

// The server's time by the page's own. What was asked for tells it to half its way there and back; until
// then, what came soonest after it was sent tells best.
export class ServerTime {
  #ahead = -Infinity;
  #measured = null;
  trip = Infinity; // ms of the shortest way there and back that is known

  hear(server, own) {
    this.#ahead = Math.max(this.#ahead, server - own);
  }

  measure(server, asked, answered) {
    const trip = answered - asked;
    if (trip > this.trip + 20) return; // the two clocks may drift: what is nearly as good is taken
    this.trip = trip;
    this.#measured = server - (asked + answered) / 2;
  }

  at(own) {
    return Math.round(own + (this.#measured ?? this.#ahead));
  }

  // How many ms a move is on its way after the news that it answers was.
  get lag() {
    return Number.isFinite(this.trip) ? Math.round(this.trip) : 0;
  }
}

const OUT = {
  deploy: "The time for deploying is out: what stands stays.",
  redeploy: "The time for redeploying is out.",
  primary: "A seat's time for the primary engagement is out: it acts no more before the secondary.",
};

// What is to be told of a clock beside its times.
export function clockWords(clock) {
  if (!clock) return "";
  if (clock.given_back) return `The server was away; ${shownTime(clock.given_back)} are given back to the clock.`;
  if (clock.out?.length) return clock.out.map((name) => OUT[name.split(" ").at(-1)]).join(" ");
  if (!clock.begun) return "The clock begins when everybody is here.";
  const absent = clock.absent ? "Whoever is to move has a day off: the clock stands. " : "";
  return clock.deadline ? `${absent}To move by ${deadlineWords(clock.deadline)}.` : absent.trim();
}

const DATE = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", timeZoneName: "short" };

// A deadline in the time zone of this machine and in UTC.
export function deadlineWords(t, zone = Intl.DateTimeFormat().resolvedOptions().timeZone) {
  const told = (timeZone) => new Intl.DateTimeFormat("en-GB", { ...DATE, timeZone }).format(t);
  return [...new Set([told(zone), told("UTC")])].join(" · ");
}
