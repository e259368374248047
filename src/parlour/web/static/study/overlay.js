// Drawings, as a layer over the picture of the board.

import { arrowOutline, points } from "../table/arrow_shapes.js";
import { shape } from "../table/dom.js";
import { svg } from "../table/picture.js";
import { table } from "../table/table.js";
import { LINE, SHAPES } from "./marks.js";

// Show marks, above the arrows of a bot's best lines.
export function drawMarks({ cells, arrows, labels }, advice = []) {
  svg()?.querySelector(".drawn-marks")?.remove();
  if (!svg()) return;
  const layer = shape("g", { class: "drawn-marks", "aria-hidden": "true" });
  for (const [cell, colour] of Object.entries(cells)) mark(layer, cell, colour);
  advice.forEach(([from, to], rank) => arrow(layer, from, to, `advised rank-${rank}`));
  for (const [from, to, colour] of arrows) arrow(layer, from, to, `arrow pen-${colour}`);
  for (const [cell, text] of Object.entries(labels)) label(layer, cell, text);
  svg().append(layer);
}

function mark(layer, cell, letter) {
  if (!SHAPES[letter]) return add(layer, "circle", cell, { r: 41, class: `mark pen-${letter}` });
  const place = table.board.place(cell);
  if (place) outlined(layer, SHAPES[letter], `shape shape-${letter}`, { transform: `translate(${place.join(" ")})` });
}

// A dark line with a light edge, visible on any piece.
function outlined(layer, d, style, more = {}) {
  for (const part of ["edge", "ink"]) layer.append(shape("path", { d, class: `${style} ${part}`, ...more }));
}

function add(layer, name, cell, more) {
  const place = table.board.place(cell);
  if (place) layer.append(shape(name, { cx: place[0], cy: place[1], ...more }));
}

function arrow(layer, from, to, style) {
  const places = [table.board.place(from), table.board.place(to)];
  if (!places.every(Boolean)) return;
  if (style.endsWith(`pen-${LINE}`)) outlined(layer, `M${places[0].join(" ")}L${places[1].join(" ")}`, "shape");
  else if (from === to) add(layer, "circle", from, { r: 36, class: `${style} spot` });
  else layer.append(shape("polygon", { points: points(arrowOutline(...places)), class: style }));
}

function label(layer, cell, text) {
  const place = table.board.place(cell);
  if (!place) return;
  const size = text.length > 2 ? 110 / text.length : 54;
  const made = shape("text", { x: place[0], y: place[1], class: "mark-label", "font-size": size, "text-anchor": "middle", dy: ".35em" });
  made.textContent = text;
  layer.append(made);
}
