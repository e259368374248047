// Zoom for boards with cells too small to touch; a tap needs confirmation there.

import { _ } from "../language.js";
import { $, button, say } from "./dom.js";
import { gap, ring, scale, svg } from "./picture.js";
import { table } from "./table.js";

const FINGER = 32; // pixels that a cell should have
let zoomed = false;
let asked = null; // the cell of the first tap

// Whether cells are too small to touch reliably.
export const isCramped = () => gap() * scale() < FINGER;

export function zoom() {
  zoomed = !zoomed;
  keepZoom();
  offerZoom();
}

// Keep the zoom of a redrawn board.
export function keepZoom() {
  $("board").classList.toggle("zoomed", zoomed);
  svg().style.width = zoomed ? `${Math.ceil((FINGER / gap()) * svg().viewBox.baseVal.width)}px` : "";
}

// Show the zoom button if needed.
export function offerZoom() {
  const made = document.querySelector("[data-do=zoom]");
  made.hidden = !zoomed && !isCramped();
  made.setAttribute("aria-pressed", zoomed);
}

// Whether a tap counts: on small cells only the second one, or the button after the first.
export function isMeant(name) {
  const meant = asked === name || !isCramped();
  asked = meant ? null : name;
  ring(asked);
  if (meant) return true;
  say(_("%(cell)s. Tap again to select it.", { cell: table.board.words(name) }), "news");
  if (table.mayEnter) $("said").append(" ", button(_("Select"), "cell", "quiet small", { choice: name }));
  return false;
}
