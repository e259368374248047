// Dragging a word from its button onto the board, for example to deploy a ship.

import { $ } from "./dom.js";
import { showEntry } from "./entering.js";
import { nameOf } from "./picture.js";

const FAR = 8; // pixels before a press becomes a drag
let carried = null;

// Calls `lift(part)` when a button is dragged, `put(name)` with the cell where it is dropped.
export function listenToCarrying({ lift, put }) {
  $("choices").addEventListener("pointerdown", (event) => {
    const made = event.button === 0 ? event.target.closest("[data-part]") : null;
    if (made) carried = { made, x: event.clientX, y: event.clientY, id: event.pointerId, ghost: null };
  });

  addEventListener("pointermove", (event) => {
    if (carried?.id !== event.pointerId) return;
    if (!carried.ghost) {
      if (Math.hypot(event.clientX - carried.x, event.clientY - carried.y) <= FAR) return;
      carried.ghost = ghostOf(carried.made);
      carried.lifted = lift(carried.made.dataset.part);
    }
    carried.ghost.style.left = `${event.clientX}px`;
    carried.ghost.style.top = `${event.clientY}px`;
  });

  addEventListener("pointerup", async (event) => {
    if (carried?.id !== event.pointerId) return;
    const { ghost, lifted } = letGo();
    const name = ghost ? nameOf(document.elementFromPoint(event.clientX, event.clientY)) : null;
    await lifted;
    if (name !== null) put(name);
    else if (ghost) showEntry();
  });

  addEventListener("pointercancel", (event) => {
    if (carried?.id === event.pointerId) letGo();
  });
}

function letGo() {
  const ended = carried;
  carried = null;
  ended.ghost?.remove();
  return ended;
}

function ghostOf(made) {
  const ghost = made.cloneNode(true);
  ghost.classList.add("carried");
  document.body.append(ghost);
  return ghost;
}
