// How the page does what is asked, and the shapes of arrows.

import assert from "node:assert/strict";
import test from "node:test";
import { arrowOutline, arrowShape, points } from "../../../src/parlour/web/static/table/arrow_shapes.js";
import { oneAfterAnother, oneAtATime } from "../../../src/parlour/web/static/table/doing.js";

globalThis.document = { body: { dataset: {} } };

function gate() {
  let open;
  const shut = new Promise((go) => { open = go; });
  return { open, shut };
}

test("of things done one at a time, what is asked meanwhile is left out", async () => {
  const { open, shut } = gate();
  const done = [];
  const attempt = oneAtATime();
  const first = attempt(async () => { await shut; done.push("first"); });
  assert.equal(document.body.dataset.busy, "yes");
  await attempt(() => done.push("meanwhile"));
  open();
  await first;
  assert.equal(document.body.dataset.busy, undefined);
  await attempt(() => done.push("then"));
  assert.deepEqual(done, ["first", "then"]);
});

test("what may not be left out waits until it can be done", async () => {
  const { open, shut } = gate();
  const done = [];
  const attempt = oneAtATime((words) => done.push(words));
  const first = attempt(async () => { await shut; throw new Error("the first went wrong"); });
  attempt.afterwards(() => done.push("night"));
  attempt.afterwards(() => done.push("skin"));
  attempt(() => done.push("meanwhile"));
  open();
  await first;
  await attempt.afterwards(() => done.push("then"));
  assert.deepEqual(done, ["the first went wrong", "night", "skin", "then"]);
});

test("of things done one after another nothing is left out, and what goes wrong is told", async () => {
  const { open, shut } = gate();
  const done = [];
  const attempt = oneAfterAnother((words) => done.push(words));
  attempt(async () => { await shut; throw new Error("the first went wrong"); });
  const second = attempt(() => done.push("second"));
  open();
  await second;
  assert.deepEqual(done, ["the first went wrong", "second"]);
});

test("arrows point from one place to another", () => {
  const { shaft, head } = arrowShape([[0, 0], [100, 0], [100, 100]]);
  assert.deepEqual(shaft, [[0, 0], [100, 0], [100, 49]]);
  assert.deepEqual(head[0], [100, 75]);
  assert.match(points(arrowOutline([0, 0], [100, 0])), /^24\.0,7\.0 56\.0,7\.0 .*92\.0,0\.0/);
});
