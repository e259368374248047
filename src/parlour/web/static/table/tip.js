// A card with the pieces of a cell, the topmost first, as one sees a stack from the side.

import { $, element } from "./dom.js";
import { cellOf } from "./picture.js";
import { table } from "./table.js";

let due = null;

export function hideTip() {
  clearTimeout(due);
  $("tip").hidden = true;
}

// Show a cell's pieces after some milliseconds.
export function tipSoon(name, after) {
  hideTip();
  if (name !== null && table.board.pieces(name).length) due = setTimeout(showTip, after, name);
}

function showTip(name) {
  const pieces = table.board.pieces(name).toReversed();
  const cell = cellOf(name);
  if (!cell || !pieces.length) return;
  const title = pieces.length > 1 ? `${name}: ${pieces.length} pieces` : name;
  const list = element("ul", {}, ...pieces.map((text) => element("li", { text })));
  $("tip").replaceChildren(element("strong", { text: title }), list);
  $("tip").hidden = false;
  place($("tip"), $("board").getBoundingClientRect(), cell.getBoundingClientRect());
}

function place(tip, board, cell) {
  const middle = cell.left + cell.width / 2 - board.left - tip.offsetWidth / 2;
  tip.style.left = `${Math.max(0, Math.min(board.width - tip.offsetWidth, middle))}px`;
  const above = cell.top - board.top - tip.offsetHeight - 6;
  tip.style.top = `${above < -40 ? cell.bottom - board.top + 6 : above}px`;
}
