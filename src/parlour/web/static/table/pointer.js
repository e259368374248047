// Mouse and touch on the board: click, drag, hover; the right button draws arrows.

import { scribble, wipe } from "./arrows.js";
import { $ } from "./dom.js";
import { showEntry } from "./entering.js";
import { ghostOf, isGrabbable, nameOf, svg } from "./picture.js";
import { table } from "./table.js";
import { hideTip, tipSoon } from "./tip.js";
import { isMeant } from "./zoom.js";

const FAR = 8; // pixels before a press becomes a drag
const REST = 500; // milliseconds of touch before a cell's pieces are shown
const OVER = 450; // the same for a mouse

let drag = null;
let drawing = null; // the cell on which the right button was pressed

const cellAt = (x, y) => nameOf(document.elementFromPoint(x, y));

// Calls `begin(name)` when a piece is lifted, `click(name)` or `drop(from, to)` at the end.
export function listenToPointer({ begin, click, drop }) {
  $("board").addEventListener("pointerdown", (event) => {
    drawing = event.button === 2 ? nameOf(event.target) : null;
    if (event.button === 0) wipe();
    const name = event.button === 0 ? nameOf(event.target) : null;
    if (name === null) return;
    drag = { name, x: event.clientX, y: event.clientY, ghost: null, id: event.pointerId };
    if (event.pointerType === "mouse") hideTip();
    else tipSoon(name, REST);
  });

  // Not by touch-action, which browsers do not heed on parts of a picture.
  $("board").addEventListener("touchstart", (event) => {
    const name = event.touches.length === 1 ? nameOf(event.target) : null;
    if (name !== null && isGrabbable(name)) event.preventDefault();
  }, { passive: false });

  addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > FAR;
    const may = table.mayEnter || table.mayPrepare || table.game.arrangeable;
    if (!drag.ghost && far && may && (event.pointerType === "mouse" || isGrabbable(drag.name))) {
      hideTip();
      drag.ghost = ghostOf(drag.name);
      if (drag.ghost) drag.begun = begin(drag.name);
    }
    if (drag.ghost) follow(event);
  });

  addEventListener("pointerup", async (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const ended = drag;
    drag = null;
    if (event.pointerType !== "mouse") hideTip();
    ended.ghost?.remove();
    const name = cellAt(event.clientX, event.clientY);
    await ended.begun;
    if (name === null) return void (ended.ghost && showEntry());
    if (ended.ghost && name !== ended.name) drop(ended.name, name);
    else if (!ended.ghost && name === ended.name && (event.pointerType === "mouse" || isMeant(name))) click(name);
  });

  $("board").addEventListener("contextmenu", (event) => event.preventDefault());
  $("board").addEventListener("pointerup", (event) => {
    const to = event.button === 2 ? cellAt(event.clientX, event.clientY) : null;
    if (drawing !== null && to !== null) scribble(drawing, to, event.shiftKey || event.altKey ? "second" : "first");
    drawing = null;
  });

  addEventListener("pointercancel", () => {
    drag?.ghost?.remove();
    drag = null;
  });

  $("board").addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse" && !drag?.ghost) tipSoon(nameOf(event.target), OVER);
  });
  $("board").addEventListener("pointerleave", hideTip);
}

function follow(event) {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg().getScreenCTM().inverse());
  drag.ghost.setAttribute("transform", `translate(${at.x} ${at.y})`);
}
