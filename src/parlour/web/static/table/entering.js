// The steps of a move entered so far: show, undo, cancel.

import { choices } from "./choices.js";
import { say } from "./dom.js";
import { labelGrid } from "./grid.js";
import { mark } from "./picture.js";
import { table } from "./table.js";

export function showEntry() {
  mark();
  labelGrid();
  choices();
}

// Cancel the entered steps.
export function forget() {
  table.entry.reset(table.firstSteps);
  showEntry();
}

// A click on a cell. Where unplayed pieces lie on the board, it first lifts a piece, which may then go to
// any cell where it fits, its own among them.
export function clickCell(name) {
  const { entry } = table;
  if (!table.game.game.lifts) return entry.click(name);
  if (entry.begun && entry.next.cells.includes(name)) return entry.enter(["cell", name]);
  entry.reset(entry.first);
  return entry.enter(["word", table.board.text(name)]);
}

// Undo the last step, or the premove.
export async function back() {
  const { entry, premove } = table;
  if (!entry.begun && !premove.length) return;
  table.premove = [];
  if (entry.begun) await entry.back();
  say("");
  showEntry();
}
