// Numeric annotation glyphs: their signs and their names, as PGN numbers them.

export const GLYPHS = new Map([
  [1, ["!", "good move"]], [2, ["?", "mistake"]], [3, ["!!", "brilliant move"]], [4, ["??", "blunder"]],
  [5, ["!?", "interesting move"]], [6, ["?!", "doubtful move"]], [7, ["□", "only move"]],
  [10, ["=", "even"]], [13, ["∞", "unclear"]],
  [14, ["+=", "the first seat is slightly better"]], [15, ["=+", "the second seat is slightly better"]],
  [16, ["±", "the first seat is better"]], [17, ["∓", "the second seat is better"]],
  [18, ["+−", "the first seat is winning"]], [19, ["−+", "the second seat is winning"]],
  [22, ["zz", "zugzwang"]], [32, ["dev", "ahead in development"]], [36, ["→", "initiative"]], [40, ["↑", "attack"]],
  [44, ["=∞", "compensation"]], [132, ["↔", "counterplay"]], [138, ["time", "short of time"]], [146, ["N", "novelty"]],
]);

export const JUDGING = [1, 2, 3, 4, 5, 6]; // of these a move has one
export const STANDING = [10, 13, 14, 15, 16, 17, 18, 19]; // and of these
export const OFFERED = [1, 3, 5, 6, 2, 4, 7, 10, 13, 14, 15, 16, 17, 18, 19];

export const sign = (number) => GLYPHS.get(number)?.[0] ?? `$${number}`;

export const called = (number) => GLYPHS.get(number)?.[1] ?? `glyph ${number}`;

// The glyphs of a move after one was switched on or off: of a kind that excludes others, that one alone.
export function toggled(glyphs, number) {
  if (glyphs.includes(number)) return glyphs.filter((glyph) => glyph !== number);
  const kind = [JUDGING, STANDING].find((numbers) => numbers.includes(number)) ?? [];
  return [...glyphs.filter((glyph) => !kind.includes(glyph)), number].sort((a, b) => a - b);
}
