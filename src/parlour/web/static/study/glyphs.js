// Numeric annotation glyphs (PGN): symbols and names.

import { _ } from "../language.js";

export const GLYPHS = new Map([
  [1, ["!", _("good move")]], [2, ["?", _("mistake")]], [3, ["!!", _("brilliant move")]], [4, ["??", _("blunder")]],
  [5, ["!?", _("interesting move")]], [6, ["?!", _("dubious move")]], [7, ["□", _("only move")]],
  [10, ["=", _("even")]], [13, ["∞", _("unclear")]],
  [14, ["+=", _("first player is slightly better")]], [15, ["=+", _("second player is slightly better")]],
  [16, ["±", _("first player is better")]], [17, ["∓", _("second player is better")]],
  [18, ["+−", _("first player is winning")]], [19, ["−+", _("second player is winning")]],
  [22, ["zz", _("zugzwang")]], [32, ["dev", _("lead in development")]], [36, ["→", _("initiative")]], [40, ["↑", _("attack")]],
  [44, ["=∞", _("compensation")]], [132, ["↔", _("counterplay")]], [138, ["time", _("time trouble")]], [146, ["N", _("novelty")]],
]);

export const JUDGING = [1, 2, 3, 4, 5, 6]; // a move has one of these
export const STANDING = [10, 13, 14, 15, 16, 17, 18, 19]; // and of these
export const OFFERED = [1, 3, 5, 6, 2, 4, 7, 10, 13, 14, 15, 16, 17, 18, 19];

export const sign = (number) => GLYPHS.get(number)?.[0] ?? `$${number}`;

export const called = (number) => GLYPHS.get(number)?.[1] ?? _("glyph %(number)s", { number });

// Toggle a glyph of a move; glyphs of the same group replace each other.
export function toggled(glyphs, number) {
  if (glyphs.includes(number)) return glyphs.filter((glyph) => glyph !== number);
  const kind = [JUDGING, STANDING].find((numbers) => numbers.includes(number)) ?? [];
  return [...glyphs.filter((glyph) => !kind.includes(glyph)), number].sort((a, b) => a - b);
}
