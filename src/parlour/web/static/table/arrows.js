// Arrows and rings on the board: what is advised, and what a person draws while thinking.

import { arrowShape, points } from "./arrow_shapes.js";
import { shape } from "./dom.js";
import { svg } from "./picture.js";
import { table } from "./table.js";

const drawn = new Map(); // what the person drew: cells joined by a space -> its kind
let advised = []; // the rows of cells that were advised last

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

// An arrow for each row of cells, a ring for each row of one; they stay until the position changes.
export function advise(rows) {
  advised = rows;
  layer("advised").replaceChildren();
  for (const names of rows) put(layer("advised"), names, "advice");
}

// The person draws an arrow or a ring; the same once more takes it away.
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

// Put all that was on the board onto a new picture of the same position.
export function restore() {
  advise(advised);
  showDrawn();
}

// What was drawn is gone; whether there was anything.
export function wipe() {
  const had = drawn.size > 0;
  drawn.clear();
  svg().querySelector(".arrows.scribbled")?.remove();
  return had;
}
