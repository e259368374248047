// A solver's rating and streak. Each puzzle counts once: solved at the first try without help, or not.

import { _ } from "./language.js";

export const FRESH = { rating: 1000, streak: 0, best: 0, tried: {} };

const [FIRST, NEW, USUAL] = [20, 48, 24]; // how far a puzzle moves the rating, at first and later

export const strength = (difficulty) => 500 + 150 * difficulty;

export const count = ({ tried }) => Object.values(tried).reduce((sum, names) => sum + names.length, 0);

// The record after a puzzle; the same if the puzzle has been tried before.
export function counted(record, { game, puzzle, difficulty }, solved) {
  const names = record.tried[game] ?? [];
  if (names.includes(puzzle)) return record;
  const expected = 1 / (1 + 10 ** ((strength(difficulty) - record.rating) / 400));
  const step = count(record) < FIRST ? NEW : USUAL;
  const streak = solved ? record.streak + 1 : 0;
  return {
    rating: Math.round(record.rating + step * (Number(solved) - expected)),
    streak,
    best: Math.max(record.best, streak),
    tried: { ...record.tried, [game]: [...names, puzzle] },
  };
}

export function recordWords(record) {
  const words = _("your puzzle rating %(rating)s, streak %(streak)s", record);
  return record.best > record.streak ? `${words}, ${_("best %(best)s", record)}` : words;
}
