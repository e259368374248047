// Boards whose cells are too small for a finger: they can be zoomed and moved about, and a tap is asked about.

import { $, button, say } from "./dom.js";
import { ring, scale, svg } from "./picture.js";
import { table } from "./table.js";

const FINGER = 32; // pixels that a cell should have
const NEAR = 60; // cells of which the nearest two are looked for
let zoomed = false;
let asked = null; // the cell that was tapped once

const gap = () => table.board.narrowest(table.board.cells.slice(0, NEAR).map(({ name }) => name));

// Whether a finger would often touch another cell than it means.
export const isCramped = () => gap() * scale() < FINGER;

export function zoom() {
  zoomed = !zoomed;
  keepZoom();
  offerZoom();
}

// A board that was drawn anew is as large as it was.
export function keepZoom() {
  $("board").classList.toggle("zoomed", zoomed);
  svg().style.width = zoomed ? `${Math.ceil((FINGER / gap()) * svg().viewBox.baseVal.width)}px` : "";
}

// The button, where there is something to zoom.
export function offerZoom() {
  const made = document.querySelector("[data-do=zoom]");
  made.hidden = !zoomed && !isCramped();
  made.setAttribute("aria-pressed", zoomed);
}

// Whether a tap on a cell counts: where cells are small the second one does, or the button that the first one brings.
export function isMeant(name) {
  const meant = asked === name || !isCramped();
  asked = meant ? null : name;
  ring(asked);
  if (meant) return true;
  say(`${table.board.words(name)}. Tap it again to choose it.`, "news");
  if (table.mayEnter) $("said").append(" ", button("Choose it", "cell", "quiet small", { choice: name }));
  return false;
}
