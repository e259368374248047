// The parts of a study's page that need no browser: the tree, glyphs, marks.

import assert from "node:assert/strict";
import test from "node:test";
import { toggled } from "../../../src/parlour/web/static/study/glyphs.js";
import { labelled, marksOf, nextLetter, penOf, stroked } from "../../../src/parlour/web/static/study/marks.js";
import { PositionText } from "../../../src/parlour/web/static/study/position.js";
import { excerpt, named, Tree } from "../../../src/parlour/web/static/study/tree.js";

const tree = new Tree([
  { key: "start", move: "", children: [1, 4] },
  { key: "a", move: "e4", number: "1.", children: [2, 3], after: "best by test" },
  { key: "b", move: "e5", number: "1..." },
  { key: "c", move: "c5", number: "1...", labels: { d4: "Hole" } },
  { key: "d", move: "d4", number: "1." },
]);

test("lines, paths and what lies beside", () => {
  const c = tree.at("c");
  assert.deepEqual(tree.path(c).map((node) => node.key), ["start", "a", "c"]);
  assert.deepEqual(tree.line(tree.root).map((node) => node.key), ["start", "a", "b"]);
  assert.deepEqual(tree.through(tree.at("a")).map((node) => node.key), ["start", "a", "b"]);
  assert.equal(tree.isMain(c), false);
  assert.equal(tree.beside(tree.at("b"), 1), c);
  assert.equal(tree.beside(c, 1), null);
  assert.equal(tree.beside(tree.at("a"), 1).key, "d");
  assert.equal(tree.size(tree.at("a")), 3);
  assert.equal(tree.at("nowhere"), tree.root);
  assert.deepEqual(["ply-0", "ply-1", "ply-2", "ply-99"].map((place) => tree.at(place).key), ["start", "a", "b", "b"]);
});

test("comments, labels and moves are searched for all words", () => {
  assert.deepEqual(tree.search("TEST best").map((node) => node.key), ["a"]);
  assert.deepEqual(tree.search("hole").map((node) => node.key), ["c"]);
  assert.deepEqual(tree.search("  "), []);
  assert.match(excerpt(tree.at("a"), "test"), /best by test/);
  assert.equal(named(tree.at("c")), "1... c5");
  assert.equal(named(tree.root), "The start");
});

test("a move has one judging glyph and one on how it stands", () => {
  assert.deepEqual(toggled([], 1), [1]);
  assert.deepEqual(toggled([1, 7, 14], 4), [4, 7, 14]);
  assert.deepEqual(toggled([1, 14], 18), [1, 18]);
  assert.deepEqual(toggled([1, 14], 14), [1]);
});

test("strokes colour cells and draw arrows, and the same again wipes them", () => {
  const none = marksOf({});
  const one = stroked(none, "e4", "e4", "G");
  assert.deepEqual(one.cells, { e4: "G" });
  assert.deepEqual(stroked(one, "e4", "e4", "R").cells, { e4: "R" });
  assert.deepEqual(stroked(one, "e4", "e4", "G").cells, {});
  const arrow = stroked(none, "e2", "e4", "B");
  assert.deepEqual(arrow.arrows, [["e2", "e4", "B"]]);
  assert.deepEqual(stroked(arrow, "e2", "e4", "B").arrows, []);
  assert.deepEqual(stroked(arrow, "e2", "e4", "R").arrows, [["e2", "e4", "R"]]);
  assert.deepEqual(stroked(none, "e2", "e4", "T").arrows, [["e2", "e4", "L"]]);
  assert.equal(nextLetter(labelled(none, "d4", "A")), "B");
  assert.deepEqual(labelled(labelled(none, "d4", "A"), "d4", "").labels, {});
  assert.deepEqual([{}, { shiftKey: true }, { altKey: true }, { shiftKey: true, altKey: true }].map(penOf), ["G", "R", "B", "Y"]);
});

test("a position text is taken apart by its layout and put together again", () => {
  const layout = { field: 1, style: "numbers", rows: [["a2", "b2", "c2"], ["a1", "b1", ""]], turn_field: 2, turns: ["w", "b"] };
  const text = new PositionText(layout, "toy +P1k/2# w 0");
  assert.equal(text.at("a2"), "+P");
  assert.equal(text.at("b1"), "");
  text.put("a2", "");
  text.put("b1", "Q");
  text.turn = 1;
  assert.equal(text.text, "toy 2k/1Q# b 0");
  text.clear();
  assert.equal(text.text, "toy 3/2# b 0");
  assert.equal(new PositionText({ ...layout, style: "commas" }, "toy .,GR,R/.,.,# b #draw:1/2,1/2").text, "toy .,GR,R/.,.,# b");
});
