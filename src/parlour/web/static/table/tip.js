// The tooltip: the pieces of a cell from the top, and the preview of a move that would end
// there.

import { ngettext } from "../language.js";
import { advise } from "./arrows.js";
import { $, element } from "./dom.js";
import { cellOf, drawAhead } from "./picture.js";
import { table } from "./table.js";

let due = null;
let asked = 0; // counts requests for a tooltip

export function hideTip() {
  clearTimeout(due);
  asked += 1;
  $("tip").hidden = true;
  if (drawAhead("")) advise([]);
}

// Show a cell's pieces, or the preview of a click, after a delay in ms.
export function tipSoon(name, after) {
  hideTip();
  if (name === null) return;
  if (isNext("cells", name) || table.board.pieces(name).length) due = setTimeout(showTip, after, name);
}

// Show the preview of a word's button.
export function wordSoon(made, after) {
  hideTip();
  if (isNext("parts", made.dataset.part)) due = setTimeout(showAhead, after, ["word", made.dataset.part], made);
}

const isNext = (kind, name) =>
  Boolean(table.foresee) && table.mayEnter && table.entry.next[kind].some((next) => (next.text ?? next) === name);

async function showTip(name) {
  const cell = cellOf(name);
  if (!cell || isNext("cells", name) && await showAhead(["cell", name], cell)) return;
  const pieces = table.board.pieces(name).toReversed();
  if (!pieces.length) return;
  show(pieces.length > 1 ? ngettext("%(name)s: %(num)s piece", "%(name)s: %(num)s pieces", pieces.length, { name }) : name, pieces, cell);
}

// Whether a step would complete a move; if so, show its preview.
async function showAhead(step, by) {
  const mine = asked;
  const ahead = await table.foresee([...table.entry.steps, step]).catch(() => ({ move: null }));
  if (mine !== asked) return true;
  if (ahead.move === null) return false;
  drawAhead(ahead.cells);
  advise(ahead.arrows);
  show(ahead.words, [...ahead.notes, ...ahead.chances], by);
  return true;
}

function show(title, lines, by) {
  const list = element("ul", {}, ...lines.map((text) => element("li", { text })));
  $("tip").replaceChildren(element("strong", { text: title }), list);
  $("tip").hidden = false;
  place($("tip"), $("board").getBoundingClientRect(), by.getBoundingClientRect());
}

function place(tip, board, cell) {
  const middle = cell.left + cell.width / 2 - board.left - tip.offsetWidth / 2;
  tip.style.left = `${Math.max(0, Math.min(board.width - tip.offsetWidth, middle))}px`;
  const above = cell.top - board.top - tip.offsetHeight - 6;
  tip.style.top = `${above < -40 ? cell.bottom - board.top + 6 : above}px`;
}
