// Numeric annotation glyphs (PGN): symbols and names.

export const GLYPHS = new Map([
  [1, ["!", "good move"]], [2, ["?", "mistake"]], [3, ["!!", "brilliant move"]], [4, ["??", "blunder"]],
  [5, ["!?", "interesting move"]], [6, ["?!", "dubious move"]], [7, ["□", "only move"]],
  [10, ["=", "even"]], [13, ["∞", "unclear"]],
  [14, ["+=", "first player is slightly better"]], [15, ["=+", "second player is slightly better"]],
  [16, ["±", "first player is better"]], [17, ["∓", "second player is better"]],
  [18, ["+−", "first player is winning"]], [19, ["−+", "second player is winning"]],
  [22, ["zz", "zugzwang"]], [32, ["dev", "lead in development"]], [36, ["→", "initiative"]], [40, ["↑", "attack"]],
  [44, ["=∞", "compensation"]], [132, ["↔", "counterplay"]], [138, ["time", "time trouble"]], [146, ["N", "novelty"]],
]);

export const JUDGING = [1, 2, 3, 4, 5, 6]; // a move has one of these
export const STANDING = [10, 13, 14, 15, 16, 17, 18, 19]; // and of these
export const OFFERED = [1, 3, 5, 6, 2, 4, 7, 10, 13, 14, 15, 16, 17, 18, 19];

export const sign = (number) => GLYPHS.get(number)?.[0] ?? `$${number}`;

export const called = (number) => GLYPHS.get(number)?.[1] ?? `glyph ${number}`;

// Toggle a glyph of a move; glyphs of the same group replace each other.
export function toggled(glyphs, number) {
  if (glyphs.includes(number)) return glyphs.filter((glyph) => glyph !== number);
  const kind = [JUDGING, STANDING].find((numbers) => numbers.includes(number)) ?? [];
  return [...glyphs.filter((glyph) => !kind.includes(glyph)), number].sort((a, b) => a - b);
}
