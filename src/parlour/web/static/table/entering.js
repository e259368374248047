// The steps of a move that are entered so far: shown, taken back, given up.

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

// Give up what was entered.
export function forget() {
  table.entry.reset(table.game.next_parts);
  showEntry();
}

// Take back the last step, or what was prepared.
export async function back() {
  const { entry, premove } = table;
  if (!entry.begun && !premove.length) return;
  table.premove = [];
  if (entry.begun) await entry.back();
  say("");
  showEntry();
}
