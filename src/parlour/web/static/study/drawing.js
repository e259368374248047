// Drawing on the board: with the right mouse button, or with a pen by mouse, touch or keyboard.

import { $ } from "../table/dom.js";
import { nameOf } from "../table/picture.js";
import { labelled, marksOf, nextLetter, penOf, stroked } from "./marks.js";
import { session } from "./session.js";

export const drawing = { pen: "" }; // a colour's letter, "label", or "" for none

let begun = null; // the cell and the colour of a stroke

// Select a pen, or deselect it.
export function choosePen(pen) {
  drawing.pen = drawing.pen === pen ? "" : pen;
  for (const each of document.querySelectorAll("[data-pen]")) each.setAttribute("aria-pressed", each.dataset.pen === drawing.pen);
  $("board").classList.toggle("drawn-on", drawing.pen !== "");
}

// The marks after the pen touched a cell.
export function penned(cell) {
  const marks = marksOf(session.node);
  return drawing.pen === "label" ? asked(marks, cell) : stroked(marks, cell, cell, drawing.pen);
}

function asked(marks, cell) {
  if (marks.labels[cell]) return labelled(marks, cell, "");
  const text = prompt(`Label for ${cell}`, nextLetter(marks));
  return text === null ? marks : labelled(marks, cell, text.trim().slice(0, 12));
}

// Listen to the board; calls `draw` with the new marks.
export function listenToPens(draw) {
  const board = $("board");
  board.addEventListener("contextmenu", (event) => event.preventDefault());
  board.addEventListener("pointerdown", (event) => {
    const right = event.button === 2;
    if (!session.study.yours || (!right && !drawing.pen)) return;
    event.stopPropagation();
    const cell = nameOf(event.target);
    if (cell !== null) begun = { cell, pen: right ? penOf(event) : drawing.pen, id: event.pointerId };
    if (cell !== null && event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
  }, { capture: true });
  addEventListener("pointerup", (event) => {
    if (!begun || event.pointerId !== begun.id) return;
    const { cell, pen } = begun;
    begun = null;
    const to = nameOf(document.elementFromPoint(event.clientX, event.clientY));
    if (to === null) return;
    const marks = marksOf(session.node);
    if (pen !== "label") draw(stroked(marks, cell, to, pen));
    else if (to === cell) draw(asked(marks, cell));
  });
  addEventListener("pointercancel", () => { begun = null; });
}
