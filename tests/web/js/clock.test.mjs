// Clocks drawn from what the server has said.

import assert from "node:assert/strict";
import test from "node:test";
import { clockWords, deadlineWords, isLow, nextChange, ServerTime, shownTime, standing } from "../../../src/parlour/web/static/table/clock.js";

test("times are rounded up, with tenths at the end", () => {
  assert.equal(shownTime(0), "0:00.0");
  assert.equal(shownTime(1), "0:00.1");
  assert.equal(shownTime(9_900), "0:09.9");
  assert.equal(shownTime(9_901), "0:10");
  assert.equal(shownTime(61_000), "1:01");
  assert.equal(shownTime(3_723_000), "1:02:03");
  assert.equal(shownTime(90_000_000), "1 d 1:00");
});

// TigerSwing after its lag: a second that falls, then the reserve.
const legs = [[1000, 1000, 0, "time"], [2000, 1000, -1, "time"], [3001, 4999, -1, "reserve"]];

test("a clock stands, runs, and goes on with its reserve until the flag falls", () => {
  assert.deepEqual(standing(legs, 8000, 1500), { left: 1000, name: "time", runs: false, last: 6500 });
  assert.deepEqual(standing(legs, 8000, 2400), { left: 600, name: "time", runs: true, last: 5600 });
  assert.deepEqual(standing(legs, 8000, 4000), { left: 4000, name: "reserve", runs: true, last: 4000 });
  assert.equal(standing(legs, 8000, 99_000).left, 0);
  assert.equal(standing(legs, 8000, 0).left, 1000);
});

test("low time is marked while it runs", () => {
  assert.ok(isLow({ last: 19_999, runs: true }));
  assert.ok(!isLow({ last: 20_000, runs: true }));
  assert.ok(!isLow({ last: 5, runs: false }));
});

test("the text is drawn again when it changes", () => {
  for (const left of [61_500, 10_050, 9_950, 123]) {
    const soon = nextChange({ left });
    assert.notEqual(shownTime(left - soon), shownTime(left));
    assert.ok(soon <= 1001);
  }
});

test("the soonest answer tells the server's time best", () => {
  const time = new ServerTime();
  time.hear(10_000, 300);
  time.hear(10_900, 1000);
  time.hear(11_000, 1500);
  assert.equal(time.at(2000), 11_900);
});

test("what was asked for tells it to half the way there and back, and how long a move's way is", () => {
  const time = new ServerTime();
  assert.equal(time.lag, 0);
  time.hear(10_000, 300);
  time.measure(20_000, 1000, 1400); // within 200
  time.measure(20_060, 1500, 1560); // within 30
  time.measure(21_000, 2000, 2500); // worse
  assert.equal(time.at(2000), 20_060 + 470);
  assert.equal(time.lag, 60);
});

test("what is told of a clock", () => {
  assert.equal(clockWords(null), "");
  assert.equal(clockWords({ begun: true, given_back: 0 }), "");
  assert.match(clockWords({ begun: false, given_back: 0 }), /starts when everybody/);
  assert.match(clockWords({ begun: true, given_back: 65_000 }), /1:05 were added/);
});

test("what is used up without loss is told", () => {
  assert.match(clockWords({ begun: true, out: ["1 primary"] }), /time for the primary engagement/);
  assert.match(clockWords({ begun: true, out: ["deploy"] }), /stay where they are/);
  assert.equal(clockWords({ begun: true, out: [] }), "");
});

test("a deadline is told in the own zone and in UTC, and that the clock stands", () => {
  const deadline = Date.UTC(2026, 2, 13, 12);
  assert.equal(deadlineWords(deadline, "Asia/Kolkata"), "Fri 13 Mar, 17:30 GMT+5:30 · Fri 13 Mar, 12:00 UTC");
  assert.equal(deadlineWords(deadline, "UTC"), "Fri 13 Mar, 12:00 UTC");
  assert.match(clockWords({ begun: true, deadline }), /^Move by .*12:00 UTC\.$/);
  assert.match(clockWords({ begun: true, deadline, absent: true }), /^The player to move has a day off/);
});
