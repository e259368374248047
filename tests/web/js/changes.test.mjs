// What is new is put into what was told before.

import assert from "node:assert/strict";
import test from "node:test";
import { changed, whole } from "../../../src/parlour/web/static/table/changes.js";

const FIRST = { ply: 1, picture: ["<svg>", "a", "b", "</svg>"], moves: [[0, "a1"]], now: 5 };

test("values are set, lists are changed in places, the rest stays", () => {
  const after = changed(FIRST, {
    set: { ply: 2 }, lists: { picture: [4, [[1, "c"]]], moves: [2, [[1, [1, "b2"]]]] }, now: 9,
  });
  const expected = {
    ply: 2, picture: ["<svg>", "c", "b", "</svg>"], moves: [[0, "a1"], [1, "b2"]], now: 9,
  };
  assert.deepEqual(after, expected);
  assert.equal(FIRST.picture[1], "a");
  assert.equal(whole(after).picture, "<svg>cb</svg>");
});

test("a list becomes shorter", () => {
  assert.deepEqual(changed(FIRST, { lists: { moves: [0, []] } }).moves, []);
});

test("nothing but the time is new", () => {
  assert.deepEqual(changed(FIRST, { now: 7 }), { ...FIRST, now: 7 });
});
