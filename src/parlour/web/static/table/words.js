// Sentences about the state of the game.

export function turnWords(game) {
  const seat = game.seats[game.turn];
  const mine = game.seats.filter((s) => s.yours).length;
  if (game.may_move) return mine > 1 ? `${seat.name} to move.` : `Your move, ${seat.name}.`;
  if (!seat.taken) return `Waiting for ${seat.name} to join.`;
  return `${seat.name} to move (${seat.who}).`;
}

export function statusWords(game, past, notation) {
  if (past === 0) return "Viewing the first position.";
  if (past !== null) return `Viewing the position after ${numberedMove(game, past - 1, notation)}.`;
  if (game.outcome) return game.outcome.words;
  if (game.trouble) return `The game is paused: ${game.trouble}`;
  if (game.turn === -1) return "Chance decides…";
  return `${lastMoveWords(game)}${turnWords(game)}`;
}

export function thinkingWords(bot) {
  if (bot.compiled) return `Preparing the bot for its first game: ${bot.compiled} ${bot.compiled === 1 ? "part" : "parts"} compiled, ${Math.round(bot.seconds)} s.`;
  return bot.part > 0.02 ? `thinking, ${Math.round(bot.part * 100)}%` : "thinking…";
}

// The last move as a sentence with a trailing space; empty before the first move.
export function lastMoveWords(game) {
  const [seat] = game.moves.at(-1) ?? [-1];
  if (!game.told) return "";
  return `${game.seats[seat]?.name ?? "Chance"}: ${game.told}. `;
}

// A note that says who is in check: it belongs to the move.
const checkWords = ({ notes = [] }) => notes.filter((note) => note.endsWith("is in check.")).map((note) => `${note} `).join("");

// The moves after the first `known` as sentences; an end has an announcement of its own.
export function moveWords(game, known) {
  const earlier = game.moves.slice(known, -1).filter(([, text]) => text !== "-").map(([seat, text]) => `${game.seats[seat]?.name ?? "Chance"}: ${text}. `);
  return `${earlier.join("")}${lastMoveWords(game)}${checkWords(game)}${game.may_move ? "Your move." : ""}`.trim();
}

// What happened beside moves from one state of the game to the next; empty if nothing did.
// `here`: whether this page withdrew or declined the last offer.
export function eventWords(before, after, here) {
  if (after.id !== before.id) return "";
  if (after.outcome && !before.outcome) return [after.outcome.words, after.outcome.details.join(", ")].join(" ").trim();
  if (after.moves.length < before.moves.length) return "A move was undone.";
  if (after.offer && JSON.stringify(after.offer) !== JSON.stringify(before.offer)) return offerWords(after);
  if (after.shared_hint) return "";
  if (!after.offer && before.offer && after.ply === before.ply) return answerWords(before.offer, here);
  return "";
}

// An offer that is gone without a draw or an undo.
function answerWords({ kind, yours }, here) {
  const name = { draw: "draw offer", hint: "request for a hint" }[kind] ?? "request to undo a move";
  if (yours) return here ? `You withdrew your ${name}.` : `Your ${name} was declined.`;
  return here ? `You declined the ${name}.` : `The ${name} was withdrawn.`;
}

const ASKED = {
  draw: "You offered a draw.",
  undo: "You asked to undo a move.",
  hint: "You asked for a hint, which all of you would see.",
};

export function offerWords(game) {
  const { kind, by, yours, for_you: forYou, opened } = game.offer;
  if (yours && !forYou) return `${ASKED[kind]} Waiting for a reply…`;
  const back = opened ? "would like to continue, although hidden information has been revealed" : "would like to undo a move";
  const asks = { draw: "offers a draw", hint: "would like a hint, which all of you would see" };
  return `${game.seats[by].name} ${asks[kind] ?? back}.`;
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
