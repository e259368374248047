// Drawings on a board: coloured cells, arrows, labels. The values are immutable.

export const COLOURS = { G: "green", R: "red", Y: "yellow", B: "blue" };

// Marks as in go, around a cell's centre; other letters are colours.
export const SHAPES = { X: "M-24-24L24 24M-24 24L24-24", T: "M0-32L29 19H-29Z", Q: "M-25-25H25V25H-25Z", S: "M-36-36H36V36H-36Z" };
export const LINE = "L"; // the letter of an arrow without a head

export const marksOf = (node) => ({ cells: node.cells ?? {}, arrows: node.arrows ?? [], labels: node.labels ?? {} });

// The marks after a stroke between two cells, or on one cell; repeating it removes it.
export function stroked(marks, from, to, pen) {
  return from === to ? coloured(marks, from, pen) : pointed(marks, from, to, pen in SHAPES ? LINE : pen);
}

function coloured(marks, cell, colour) {
  const cells = { ...marks.cells };
  if (cells[cell] === colour) delete cells[cell];
  else cells[cell] = colour;
  return { ...marks, cells };
}

function pointed(marks, from, to, colour) {
  const others = marks.arrows.filter(([a, b]) => a !== from || b !== to);
  const there = marks.arrows.some(([a, b, c]) => a === from && b === to && c === colour);
  return { ...marks, arrows: there ? others : [...others, [from, to, colour]] };
}

// Set a cell's label; an empty one removes it.
export function labelled(marks, cell, text) {
  const labels = { ...marks.labels };
  if (text) labels[cell] = text;
  else delete labels[cell];
  return { ...marks, labels };
}

// The next unused letter for a label.
export function nextLetter(marks) {
  const used = new Set(Object.values(marks.labels));
  return [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].find((letter) => !used.has(letter)) ?? "";
}

// The pen colour by modifier keys: none green, Shift red, Alt blue, both yellow.
export const penOf = ({ shiftKey, altKey }) => (shiftKey ? (altKey ? "Y" : "R") : altKey ? "B" : "G");
