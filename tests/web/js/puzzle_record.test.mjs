// A solver's rating and streak.

import assert from "node:assert/strict";
import test from "node:test";
import { FRESH, counted, recordWords } from "../../../src/parlour/web/static/puzzle_record.js";

const puzzle = (name, difficulty) => ({ game: "hex", puzzle: name, difficulty });

test("a solved puzzle raises rating and streak, a failed one ends the streak", () => {
  const one = counted(FRESH, puzzle("a", 4), true);
  assert.ok(one.rating > FRESH.rating);
  assert.deepEqual([one.streak, one.best], [1, 1]);
  const two = counted(one, puzzle("b", 4), false);
  assert.ok(two.rating < one.rating);
  assert.deepEqual([two.streak, two.best], [0, 1]);
  assert.equal(recordWords(two), `your puzzle rating ${two.rating}, streak 0, best 1`);
});

test("each puzzle counts once, in its own game", () => {
  const one = counted(FRESH, puzzle("a", 4), false);
  assert.equal(counted(one, puzzle("a", 4), true), one);
  assert.notEqual(counted(one, { ...puzzle("a", 4), game: "y" }, true), one);
});

test("a harder puzzle moves the rating more", () => {
  const gain = (difficulty) => counted(FRESH, puzzle("a", difficulty), true).rating - FRESH.rating;
  assert.ok(gain(9) > gain(5) && gain(5) > gain(1) && gain(1) >= 0);
});
