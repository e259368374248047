// Sentences about how the game stands.

export function turnWords(game) {
  const seat = game.seats[game.turn];
  const mine = game.seats.filter((s) => s.yours).length;
  if (game.may_move) return mine > 1 ? `${seat.name} to move.` : `Your move, ${seat.name}.`;
  if (!seat.taken) return `Waiting for ${seat.name} to sit down.`;
  return `${seat.name} to move (${seat.who}).`;
}

export function statusWords(game, past) {
  if (past !== null) return `Looking back at move ${past} of ${game.ply}.`;
  if (game.outcome) return game.outcome.words;
  if (game.trouble) return `The game stands still: ${game.trouble}`;
  if (game.turn === -1) return "Chance decides…";
  return `${toldWords(game)}${turnWords(game)}`;
}

export function thinkingWords(bot) {
  if (bot.compiled) return `The bot gets ready for this game for the first time: ${bot.compiled} ${bot.compiled === 1 ? "part" : "parts"} compiled, ${Math.round(bot.seconds)} s. Look around meanwhile.`;
  return bot.part > 0.02 ? `thinking, ${Math.round(bot.part * 100)}%` : "thinking…";
}

// The last move in a sentence, with a space after it; nothing before the first.
export function toldWords(game) {
  const [seat] = game.moves.at(-1) ?? [-1];
  if (!game.told) return "";
  return `${game.seats[seat]?.name ?? "Chance"}: ${game.told}. `;
}

export function moveWords(game) {
  const end = game.outcome ? game.outcome.words : "";
  return `${toldWords(game)}${end}${game.may_move ? "Your move." : ""}`.trim();
}

export function offerWords(game) {
  const { kind, by, yours, for_you: forYou, opened } = game.offer;
  if (yours && !forYou) return "Waiting for the others to answer…";
  const back = opened ? "would like to play on, though what was hidden lies open now" : "would like to take a move back";
  return `${game.seats[by].name} ${kind === "draw" ? "offers a draw" : back}.`;
}

export const shortened = (text) => (text.length > 60 ? `${text.slice(0, 57)}…` : text);
