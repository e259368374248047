// Sentences about how a game stands.

import assert from "node:assert/strict";
import test from "node:test";
import { eventWords, lineTexts, moveNumbers, moveText, moveWords, offerWords, shortened, statusWords, thinkingWords } from "../../../src/parlour/web/static/table/words.js";

const seats = [
  { name: "Black", who: "you", yours: true, taken: true },
  { name: "White", who: "bot, level 2", yours: false, taken: true },
];
const game = { ply: 3, turn: 0, seats, may_move: true, outcome: null, trouble: "", moves: [[1, "a1-b2"]], told: "a1 to b2" };

test("whose turn it is", () => {
  assert.equal(statusWords(game, null), "White: a1 to b2. Your move, Black.");
  assert.equal(statusWords({ ...game, turn: 1, may_move: false }, null), "White: a1 to b2. White to move (bot, level 2).");
  assert.equal(statusWords({ ...game, turn: -1, may_move: false }, null), "Chance decides…");
  const empty = [seats[0], { ...seats[1], taken: false }];
  assert.equal(statusWords({ ...game, seats: empty, turn: 1, may_move: false }, null), "White: a1 to b2. Waiting for White to join.");
  assert.equal(statusWords({ ...game, seats: seats.map((s) => ({ ...s, yours: true })) }, null), "White: a1 to b2. Black to move.");
});

test("looking back and the end come before the turn", () => {
  const over = { ...game, outcome: { words: "White won: Black had no move left." } };
  assert.equal(statusWords(over, 0), "Viewing the first position.");
  assert.equal(statusWords(over, 1), "Viewing the position after 1… a1-b2.");
  assert.equal(statusWords(over, null), "White won: Black had no move left.");
});

test("moves are numbered as in records", () => {
  const numbers = (count, ...moves) => moveNumbers({ moves: moves.map((seat) => [seat, "a1"]), seats: Array(count) }).join(" ");
  assert.equal(numbers(2, 0, 1, 0, 1), "1. 1… 2. 2…");
  assert.equal(numbers(2, 1, 0, 1), "1… 2. 2…");
  assert.equal(numbers(2, -1, 0, 0, 1, -1, 0), " 1. 1… 1…  2.");
  assert.equal(numbers(1, 0, 0), "1. 2.");
  assert.equal(numbers(4, 2, 3, 0, 1), "1… 1… 2. 2…");
});

test("the last move is read out with its player", () => {
  assert.equal(moveWords(game, 0), "White: a1 to b2. Your move.");
  assert.equal(moveWords({ ...game, moves: [[-1, "3"]], told: "throws 3", may_move: false }, 0), "Chance: throws 3.");
  assert.equal(moveWords({ ...game, told: "", may_move: false }, 0), "");
  const notes = ["Black is in check.", "Moves: 3."];
  assert.equal(moveWords({ ...game, notes }, 0), "White: a1 to b2. Black is in check. Your move.");
});

test("bots that think, offers, long moves", () => {
  assert.equal(thinkingWords({ part: 0.5 }), "thinking, 50%");
  assert.match(thinkingWords({ compiled: 3, seconds: 1.6 }), /3 parts compiled, 2 s/);
  assert.equal(offerWords({ ...game, offer: { kind: "draw", by: 1, yours: false, for_you: true } }), "White offers a draw.");
  assert.equal(offerWords({ ...game, offer: { kind: "undo", by: 0, yours: true, for_you: false } }), "You asked to undo a move. Waiting for a reply…");
  assert.match(offerWords({ ...game, offer: { kind: "undo", by: 1, yours: false, for_you: true, opened: true } }), /hidden information has been revealed/);
  assert.equal(shortened("x".repeat(61)).length, 58);
});

test("a reply at once is read out with the move before it", () => {
  const moves = [[0, "b3-b4"], [1, "a1-b2"]];
  assert.equal(moveWords({ ...game, moves }, 0), "Black: b3-b4. White: a1 to b2. Your move.");
  assert.equal(moveWords({ ...game, moves: [[0, "-"], [1, "a1-b2"]] }, 0), "White: a1 to b2. Your move.");
});

test("ends, offers, their answers and undone moves are events", () => {
  const offer = { kind: "draw", by: 0, yours: true, for_you: false };
  const theirs = { kind: "undo", by: 1, yours: false, for_you: true };
  const over = { ...game, outcome: { words: "You won: White resigned.", details: [] } };
  assert.equal(eventWords(game, over), "You won: White resigned.");
  assert.equal(eventWords(over, over), "");
  assert.equal(eventWords(game, { ...game, offer: theirs }), "White would like to undo a move.");
  assert.equal(eventWords({ ...game, offer: theirs }, { ...game, offer: theirs }), "");
  assert.equal(eventWords({ ...game, offer }, game, false), "Your draw offer was declined.");
  assert.equal(eventWords({ ...game, offer }, game, true), "You withdrew your draw offer.");
  assert.equal(eventWords({ ...game, offer: theirs }, game, false), "The request to undo a move was withdrawn.");
  assert.equal(eventWords({ ...game, offer: theirs }, game, true), "You declined the request to undo a move.");
  assert.equal(eventWords(game, { ...game, moves: [] }), "A move was undone.");
  assert.equal(eventWords(game, { ...game, ply: 4, moves: [...game.moves, [0, "c1"]] }), "");
});

test("moves are written as players write them, with figures, or as in the rulebook", () => {
  const chess = {
    game: { figures: { N: "♘", Q: "♕" } }, moves: [[0, "g1-f3"], [1, "b2-b1=Q"], [0, "e1-g1"]], familiar: ["Nf3", "b1=Q", "O-O"],
  };
  assert.equal(moveText(chess, 0, "familiar"), "Nf3");
  assert.equal(moveText(chess, 0, "figures"), "♘f3");
  assert.equal(moveText(chess, 1, "figures"), "b1=♕");
  assert.equal(moveText(chess, 2, "figures"), "O-O");
  assert.equal(moveText(chess, 0, "rulebook"), "g1-f3");
  assert.equal(moveText({ ...chess, familiar: [] }, 0, "familiar"), "g1-f3");
  const hint = { move: "g1-f3", line: ["g1-f3", "g8-f6"], familiar: ["Nf3", "Nf6"] };
  assert.deepEqual(lineTexts(chess, hint, "figures"), ["♘f3", "♘f6"]);
  assert.deepEqual(lineTexts(chess, { ...hint, line: [], familiar: [] }, "figures"), ["g1-f3"]);
});
