// The board as data: rows, neighbours on squares and hexagons, words.

import assert from "node:assert/strict";
import test from "node:test";
import { Board } from "../../../src/parlour/web/static/table/board.js";

const square = new Board(["a", "b", "c"].flatMap((file, x) => [1, 2, 3].map((rank) => (
  { name: `${file}${rank}`, x: 100 * x, y: -100 * rank, pieces: file === "a" ? ["White man", "Black king"] : [], text: "7" }
))));
const hexes = new Board([0, 1, 2].flatMap((row) => [1, 2, 3].map((n) => (
  { name: `${"abc"[row]}${n}`, x: 100 * n + 50 * row, y: -87 * row, pieces: [], text: "" }
))));

test("rows go from the top, each from the left", () => {
  assert.deepEqual(square.rows(), [["a3", "b3", "c3"], ["a2", "b2", "c2"], ["a1", "b1", "c1"]]);
  assert.deepEqual(hexes.rows()[0], ["c1", "c2", "c3"]);
});

test("arrow keys lead to the neighbour on squares, and nowhere from the edge", () => {
  assert.equal(square.neighbour("b2", [1, 0]), "c2");
  assert.equal(square.neighbour("b2", [0, -1]), "b3");
  assert.equal(square.neighbour("c2", [1, 0]), null);
  assert.equal(square.neighbour("nowhere", [1, 0]), null);
});

test("on hexagons the next row is a neighbour too", () => {
  assert.equal(hexes.neighbour("a2", [1, 0]), "a3");
  assert.ok(["b1", "b2"].includes(hexes.neighbour("a2", [0, -1])));
});

test("a cell's words name its pieces, the lowest first", () => {
  assert.equal(square.words("a1"), "a1: White man, Black king");
  assert.equal(square.words("b1"), "b1: empty");
  assert.deepEqual(square.pieces("z9"), []);
  assert.equal(square.text("a1"), "7");
});

test("the narrowest distance is that of the nearest two", () => {
  assert.equal(square.narrowest(["a1", "a3", "b1"]), 100);
  assert.equal(square.narrowest(["a1", "z9"]), Infinity);
});
