// Entering a move: steps are kept only when the server takes them.

import assert from "node:assert/strict";
import test from "node:test";
import { Entry } from "../../../src/parlour/web/static/table/entry.js";

const FIRST = { cells: ["a1", "b1"], parts: [] };
const TREE = {
  a1: { cells: ["a2", "a3"], parts: [{ text: "", label: "stop here" }], move: null, beginning: "a1" },
  b1: { cells: [], parts: [{ text: "=Q", label: "queen" }], move: null, beginning: "b1" },
  "a1 a2": { cells: [], parts: [], move: "a1-a2" },
  "a1 ": { cells: [], parts: [], move: "a1" },
  "b1 =Q": { cells: [], parts: [], move: "b1=Q" },
};

const server = () => {
  const asked = [];
  const ask = async (steps) => {
    const key = steps.map(([, text]) => text).join(" ");
    asked.push(key);
    if (!(key in TREE)) throw new Error(`refused: ${key}`);
    return TREE[key];
  };
  return { ask, asked };
};

test("two clicks make a move", async () => {
  const entry = new Entry(server().ask, FIRST);
  assert.equal(await entry.click("a1"), null);
  assert.deepEqual(entry.chosen, ["a1"]);
  assert.equal(await entry.click("a2"), "a1-a2");
});

test("a word completes a move", async () => {
  const entry = new Entry(server().ask, FIRST);
  await entry.click("b1");
  assert.equal(await entry.enter(["word", "=Q"]), "b1=Q");
});

test("a word of another move starts over, the same one is let go", async () => {
  const tree = { S: { cells: ["a1"], parts: [], move: null }, A: { cells: ["a1"], parts: [], move: null } };
  const entry = new Entry(async (steps) => tree[steps.map(([, text]) => text).join(" ")], { cells: [], parts: [{ text: "S" }, { text: "A" }] });
  await entry.word("S");
  await entry.word("A");
  assert.deepEqual(entry.steps, [["word", "A"]]);
  assert.equal(await entry.word("A"), null);
  assert.equal(entry.begun, false);
});

test("a click on the last cell stops there where one may, else takes it back", async () => {
  const entry = new Entry(server().ask, FIRST);
  await entry.click("a1");
  assert.equal(await entry.click("a1"), "a1");
  entry.reset(FIRST);
  await entry.click("b1");
  assert.equal(await entry.click("b1"), null);
  assert.equal(entry.begun, false);
  assert.equal(entry.next, FIRST);
});

test("a click on another piece begins anew", async () => {
  const { ask, asked } = server();
  const entry = new Entry(ask, FIRST);
  await entry.click("a1");
  assert.equal(await entry.click("b1"), null);
  assert.deepEqual(entry.chosen, ["b1"]);
  assert.deepEqual(asked, ["a1", "a1 b1", "b1"]);
});

test("what is refused leaves everything as it was", async () => {
  const entry = new Entry(server().ask, FIRST);
  await entry.click("a1");
  const before = entry.next;
  await assert.rejects(entry.click("c3"), /refused: a1 c3/);
  assert.deepEqual(entry.chosen, ["a1"]);
  assert.equal(entry.next, before);
});
