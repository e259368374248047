// Sentences about the state of the game.

import { _, ngettext } from "../language.js";

export function turnWords(game) {
  const seat = game.seats[game.turn];
  const mine = game.seats.filter((s) => s.yours).length;
  if (game.may_move) return mine > 1 ? _("%(name)s to move.", seat) : _("Your move, %(name)s.", seat);
  if (!seat.taken) return _("Waiting for %(name)s to join.", seat);
  return _("%(name)s to move (%(who)s).", seat);
}

export function statusWords(game, past, notation) {
  if (past === 0) return _("Viewing the first position.");
  if (past !== null) return _("Viewing the position after %(move)s.", { move: numberedMove(game, past - 1, notation) });
  if (game.outcome) return game.outcome.words;
  if (game.trouble) return _("The game is paused: %(reason)s", { reason: game.trouble });
  if (game.turn === -1) return _("Chance decides…");
  return `${lastMoveWords(game)}${turnWords(game)}`;
}

export function thinkingWords(bot) {
  if (bot.compiled) return ngettext("Preparing the bot for its first game: %(num)s part compiled, %(seconds)s s.", "Preparing the bot for its first game: %(num)s parts compiled, %(seconds)s s.", bot.compiled, { seconds: Math.round(bot.seconds) });
  return bot.part > 0.02 ? _("thinking, %(part)s%%", { part: Math.round(bot.part * 100) }) : _("thinking…");
}

const saidMove = (game, seat, move) => _("%(name)s: %(move)s.", { name: game.seats[seat]?.name ?? _("Chance"), move });

// The last move as a sentence with a trailing space; empty before the first move.
export function lastMoveWords(game) {
  const [seat] = game.moves.at(-1) ?? [-1];
  if (!game.told) return "";
  return `${saidMove(game, seat, game.told)} `;
}

// A note that says who is in check: it belongs to the move.
const checkWords = ({ notes = [] }) => notes.filter((note) => note.endsWith("is in check.")).map((note) => `${note} `).join("");

// The moves after the first `known` as sentences; an end has an announcement of its own.
export function moveWords(game, known) {
  const earlier = game.moves.slice(known, -1).filter(([, text]) => text !== "-").map(([seat, text]) => `${saidMove(game, seat, text)} `);
  return `${earlier.join("")}${lastMoveWords(game)}${checkWords(game)}${game.may_move ? _("Your move.") : ""}`.trim();
}

// What happened beside moves from one state of the game to the next; empty if nothing did.
// `here`: whether this page withdrew or declined the last offer.
export function eventWords(before, after, here) {
  if (after.id !== before.id) return "";
  if (after.outcome && !before.outcome) return [after.outcome.words, after.outcome.details.join(", ")].join(" ").trim();
  if (after.moves.length < before.moves.length) return _("A move was undone.");
  if (after.offer && JSON.stringify(after.offer) !== JSON.stringify(before.offer)) return offerWords(after);
  if (after.shared_hint) return "";
  if (!after.offer && before.offer && after.ply === before.ply) return answerWords(before.offer, here);
  return "";
}

// An offer that is gone without a draw or an undo.
function answerWords({ kind, yours }, here) {
  const words = ENDED[kind] ?? ENDED.undo;
  return words[yours ? 0 : 1][here ? 0 : 1];
}

// What became of my offer and of another's, each by this page or by the other player.
const ENDED = {
  draw: [
    [_("You withdrew your draw offer."), _("Your draw offer was declined.")],
    [_("You declined the draw offer."), _("The draw offer was withdrawn.")],
  ],
  hint: [
    [_("You withdrew your request for a hint."), _("Your request for a hint was declined.")],
    [_("You declined the request for a hint."), _("The request for a hint was withdrawn.")],
  ],
  undo: [
    [_("You withdrew your request to undo a move."), _("Your request to undo a move was declined.")],
    [_("You declined the request to undo a move."), _("The request to undo a move was withdrawn.")],
  ],
};

const ASKED = {
  draw: _("You offered a draw."),
  undo: _("You asked to undo a move."),
  hint: _("You asked for a hint, which all of you would see."),
};

export function offerWords(game) {
  const { kind, by, yours, for_you: forYou, opened } = game.offer;
  if (yours && !forYou) return `${ASKED[kind]} ${_("Waiting for a reply…")}`;
  const seat = game.seats[by];
  if (kind === "draw") return _("%(name)s offers a draw.", seat);
  if (kind === "hint") return _("%(name)s would like a hint, which all of you would see.", seat);
  if (opened) return _("%(name)s would like to continue, although hidden information has been revealed.", seat);
  return _("%(name)s would like to undo a move.", seat);
}

// The text of a move in the reader's notation; `index` is its place in the list of moves.
export function moveText(game, index, notation) {
  return inNotation(game, game.moves[index][1], game.familiar?.[index], notation);
}

// A hint's moves in the reader's notation, the hint first.
export const lineTexts = (game, { move, line, familiar }, notation) => (
  (line.length ? line : [move]).map((text, index) => inNotation(game, text, familiar[index], notation))
);

function inNotation(game, text, own, notation) {
  if (!own || notation === "rulebook") return text;
  const { figures } = game.game;
  return notation === "figures" ? own.replace(/^[A-Z]|(?<==)[A-Z]/, (letter) => figures[letter] ?? letter) : own;
}

// The number of each move, as records write it: a round ends when the turn comes back. Chance has none.
export function moveNumbers({ moves, seats }) {
  let [round, last] = [0, seats.length];
  return moves.map(([seat]) => {
    if (seat === -1) return "";
    const begins = seat < last || seats.length === 1;
    if (begins) round += 1;
    last = seat;
    return `${round}${begins && (round > 1 || seat === 0) ? "." : "…"}`;
  });
}

export function numberedMove(game, index, notation) {
  return `${moveNumbers(game)[index]} ${shortened(moveText(game, index, notation))}`.trim();
}

export const shortened = (text) => (text.length > 60 ? `${text.slice(0, 57)}…` : text);
