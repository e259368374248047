// Moves on the live connection: answered in order, refused with words, posted where nothing answers.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { Live } from "../../../src/parlour/web/static/table/net.js";

class Socket {
  static OPEN = 1;
  readyState = 1;
  sent = [];
  constructor() { Socket.made = this; }
  send(text) { this.sent.push(JSON.parse(text)); }
  close() { this.readyState = 3; }
  hear(told) { this.onmessage({ data: JSON.stringify(told) }); }
}

let live, posted, shown;
mock.timers.enable({ apis: ["setTimeout"] }); // nothing is connected anew

beforeEach(() => {
  [posted, shown] = [[], []];
  globalThis.WebSocket = Socket;
  globalThis.location = { href: "http://here/games/g", protocol: "http:" };
  globalThis.fetch = async (path, { body }) => {
    posted.push([path, JSON.parse(body)]);
    return { ok: true, json: async () => ({ ply: 9 }) };
  };
  live = new Live("/api/games/g", () => "", (game) => shown.push(game), () => {});
  live.connect();
});

test("a move is sent and its answer awaited, whatever is shown meanwhile", async () => {
  const [one, two] = [live.move({ move: "a1", ply: 0 }), live.move({ move: "b1", ply: 1 })];
  assert.deepEqual(Socket.made.sent.map(({ move }) => move), ["a1", "b1"]);
  Socket.made.hear({ ply: 1, picture: ["<svg>"] });
  Socket.made.hear({ moved: { ply: 1 } });
  Socket.made.hear({ moved: { error: { code: "illegal-move", message: "Not there." } } });
  assert.deepEqual(await one, { ply: 1 });
  await assert.rejects(two, { message: "Not there." });
  assert.equal(shown.length, 1);
  assert.deepEqual(posted, []);
});

test("an answer comes with what is new", async () => {
  Socket.made.hear({ ply: 0, picture: ["<svg>"] });
  const move = live.move({ move: "a1", ply: 0 });
  Socket.made.hear({ moved: { ply: 1 }, set: { ply: 1 } });
  assert.deepEqual(await move, { ply: 1 });
  assert.deepEqual(shown.map(({ ply }) => ply), [0, 1]);
});

test("a move that is not answered before the connection ends is posted", async () => {
  const move = live.move({ move: "a1", ply: 0 });
  Socket.made.close();
  Socket.made.onclose();
  assert.deepEqual(await move, { ply: 9 });
  assert.deepEqual(await live.move({ move: "b1", ply: 9 }), { ply: 9 });
  assert.deepEqual(posted.map(([path, { move: text }]) => [path, text]),
    [["/api/games/g/moves", "a1"], ["/api/games/g/moves", "b1"]]);
});

test("a move is answered on its own connection though another has been made meanwhile", async () => {
  const first = Socket.made;
  const move = live.move({ move: "a1", ply: 0 });
  live.connect();
  assert.equal(first.readyState, Socket.OPEN);
  first.hear({ ply: 1, picture: ["<svg>"] });
  first.hear({ moved: { ply: 1 } });
  assert.deepEqual(await move, { ply: 1 });
  assert.notEqual(first.readyState, Socket.OPEN);
  assert.deepEqual([shown, posted], [[], []]);
});
