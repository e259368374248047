// The picture of the board: show, animate, mark.

import { Board } from "./board.js";
import { $, shape, SVG } from "./dom.js";
import { table } from "./table.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const GLIDE = 220; // milliseconds
const LEAST = 24; // pixels that a cell of a high board has on a phone
const NEAR = 60; // cells to compare for the smallest distance
const TALL = 1.6; // height to width; taller boards have the choices beside them

export const svg = () => $("board").querySelector("svg");

export const cellOf = (name) => svg().querySelector(`g[data-cell="${CSS.escape(name)}"]`);

// The name of an element's cell.
export const nameOf = (target) => target?.closest?.("#board g[data-cell]")?.dataset.cell ?? null;

export const piecesOn = (name) => cellOf(name)?.querySelector(".pieces") ?? null;

// Show a picture and its cells.
export function draw(picture, cells) {
  table.board = new Board(cells);
  const parsed = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
  const made = document.importNode(parsed, true);
  made.removeAttribute("width");
  made.removeAttribute("height");
  for (const title of made.querySelectorAll("g[data-cell] > title")) title.remove(); // the page shows its own
  svg()?.remove();
  $("board").prepend(made);
  const { width, height } = made.viewBox.baseVal;
  $("board").parentNode.classList.toggle("tall", height > TALL * width);
  $("board").style.setProperty("--least", `${Math.ceil((LEAST / gap()) * height)}px`);
}

// The smallest distance between two cells, in the picture's units.
export const gap = () => table.board.narrowest(table.board.cells.slice(0, NEAR).map(({ name }) => name));

// Scroll to a possible cell if none is in sight.
export function leadEyes(names) {
  const shown = names.map(cellOf).filter(Boolean);
  const inSight = (cell) => {
    const { top, bottom } = cell.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  };
  if (shown.length && !shown.some(inSight)) shown[Math.floor(shown.length / 2)].scrollIntoView({ block: "center" });
}

// Animate a moved piece between its last two cells; returns the duration in ms.
export function animate(names) {
  if (calm.matches || names.length < 2) return 0;
  const [from, to] = [table.board.place(names.at(-2)), table.board.place(names.at(-1))];
  const moving = piecesOn(names.at(-1));
  if (!from || !to || !moving) return 0;
  const target = cellOf(names.at(-1));
  target.parentNode.append(target); // on top
  moving.animate(
    [{ transform: `translate(${from[0] - to[0]}px, ${from[1] - to[1]}px)` }, { transform: "none" }],
    { duration: GLIDE, easing: "ease-out" },
  );
  return GLIDE;
}

// Mark the chosen cells and the possible next ones.
export function mark() {
  svg().querySelector(".hints")?.remove();
  const layer = document.createElementNS(SVG, "g");
  layer.setAttribute("class", "hints");
  svg().append(layer);
  if (table.arranging && table.lifted !== null) sign(table.lifted, "chosen");
  for (const name of table.premove) sign(name, "prepared");
  grabbable(table.mayEnter && !table.arranging ? movable() : []);
  if (!table.mayEnter || table.arranging) return;
  const { next, begun } = table.entry;
  if (table.game.game.lifts && !begun) return; // any piece of one's own can be lifted
  if (begun || next.cells.length <= 6) for (const name of next.cells) sign(name, "target");
  else for (const name of next.cells) if (table.board.pieces(name).length) sign(name, "movable");
  for (const name of table.chosen) sign(name, "chosen");
}

// The cells whose pieces can be dragged: those that begin a move.
function movable() {
  const { first } = table.entry;
  if (!table.game.game.lifts) return first.cells.filter((name) => table.board.pieces(name).length);
  const own = new Set(first.parts.map(({ text }) => text));
  return table.board.cells.filter(({ text }) => own.has(text)).map(({ name }) => name);
}

// A finger that moves on these cells drags the piece; elsewhere it scrolls the page.
function grabbable(names) {
  for (const cell of svg().querySelectorAll(".grab")) cell.classList.remove("grab");
  for (const name of names) cellOf(name)?.classList.add("grab");
}

export const isGrabbable = (name) => cellOf(name)?.classList.contains("grab");

// Draw the preview of a move over the board, or remove it; returns whether there was one.
export function drawAhead(cells) {
  const before = svg().querySelector(".ahead");
  before?.remove();
  if (!cells) return Boolean(before);
  const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}"><g class="ahead">${cells}</g></svg>`, "image/svg+xml");
  const layer = document.importNode(parsed.querySelector("g"), true);
  for (const cell of layer.querySelectorAll("[data-cell]")) delete cell.dataset.cell;
  svg().append(layer);
  return true;
}

// A ring around a cell; a dot on an empty target.
export function sign(name, kind) {
  const place = table.board.place(name);
  if (!place) return;
  const around = kind !== "target" || table.board.pieces(name).length > 0;
  const [cx, cy] = place;
  const ring = () => shape("circle", { cx, cy, r: 43, class: `${kind} ring` });
  const dot = () => shape("circle", { cx, cy, r: 15, class: kind });
  const drawn = around && svg().classList.contains("cards") ? cardSign(cx, cy, kind) : around ? ring() : dot();
  svg().querySelector(".hints").append(drawn);
}

// A frame around a chosen card; a dot above the edge that a card shows in a fan.
function cardSign(x, y, kind) {
  if (kind === "target" || kind === "movable") return shape("circle", { cx: x - 18, cy: y - 60, r: 9, class: "target" });
  return shape("rect", { x: x - 39, y: y - 52, width: 78, height: 104, rx: 9, class: `${kind} ring` });
}

// The ring around the cell with the keyboard focus.
export function ring(name) {
  svg().querySelector(".focus-ring")?.remove();
  const place = name === null ? null : table.board.place(name);
  if (place) svg().append(shape("circle", { cx: place[0], cy: place[1], r: 47, class: "focus-ring" }));
}

// A copy of a cell's pieces for dragging.
export function ghostOf(name) {
  const pieces = piecesOn(name);
  if (!pieces) return null;
  const ghost = shape("g", { class: "ghost" });
  ghost.append(pieces.cloneNode(true));
  svg().append(ghost);
  return ghost;
}

// Pixels for each unit of the picture.
export function scale() {
  const { width, height } = svg().viewBox.baseVal;
  return Math.min(svg().clientWidth / width, svg().clientHeight / height);
}
