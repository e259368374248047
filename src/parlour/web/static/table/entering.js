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
  table.entry.reset(table.game.next_parts);
  showEntry();
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
