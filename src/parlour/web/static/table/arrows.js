// Arrows and rings on the board: hints, and drawings by the player.

import { arrowShape, points } from "./arrow_shapes.js";
import { shape } from "./dom.js";
import { svg } from "./picture.js";
import { table } from "./table.js";

const drawn = new Map(); // the player's drawings: cells joined by a space -> kind
let advised = []; // the cells of the last hint

function layer(name) {
  const found = svg().querySelector(`.arrows.${name}`);
  if (found) return found;
  const made = shape("g", { class: `arrows ${name}` });
  svg().append(made);
  return made;
}

function put(into, names, kind) {
  const places = names.map((name) => table.board.place(name)).filter(Boolean);
  if (!places.length) return;
  if (places.length === 1) {
    const [cx, cy] = places[0];
    into.append(shape("circle", { cx, cy, r: 42, class: `round ${kind}` }));
    return;
  }
  const { shaft, head } = arrowShape(places);
  into.append(shape("polyline", { points: points(shaft), class: `shaft ${kind}` }));
  into.append(shape("polygon", { points: points(head), class: `head ${kind}` }));
}

// Show an arrow for each row of cells, a ring for a single cell, until the position changes.
export function advise(rows) {
  advised = rows;
  layer("advised").replaceChildren();
  for (const names of rows) put(layer("advised"), names, "advice");
}

// Draw an arrow or a ring; repeating it removes it.
export function scribble(from, to, kind) {
  const key = from === to ? from : `${from} ${to}`;
  if (drawn.get(key) === kind) drawn.delete(key);
  else drawn.set(key, kind);
  showDrawn();
}

function showDrawn() {
  layer("scribbled").replaceChildren();
  for (const [names, of] of drawn) put(layer("scribbled"), names.split(" "), of);
}

// Redraw everything on a new picture of the same position.
export function restore() {
  advise(advised);
  showDrawn();
}

// Clear the drawings; returns whether there were any.
export function wipe() {
  const had = drawn.size > 0;
  drawn.clear();
  svg().querySelector(".arrows.scribbled")?.remove();
  return had;
}
