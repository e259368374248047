// The board as a grid of buttons, for keys and for screen readers.

import { _ } from "../language.js";
import { $, element, speak } from "./dom.js";
import { ring } from "./picture.js";
import { table } from "./table.js";
import { hideTip, tipSoon } from "./tip.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export const keys = [_("Arrow keys move"), _("Enter chooses"), _("N goes to the next legal cell")];

let focused = null;

const button = (name) => (name === null ? null : $("grid").querySelector(`button[data-cell="${CSS.escape(name)}"]`));

const cellButton = (name) => {
  const made = element("button", { type: "button", tabIndex: -1, role: "gridcell" });
  made.dataset.cell = name;
  return made;
};

// Build the grid for the current board.
export function buildGrid() {
  const had = $("grid").contains(document.activeElement);
  const rows = table.board.rows().map((names) => element("div", { role: "row" }, ...names.map(cellButton)));
  const grid = element("div", { role: "grid", ariaLabel: _("The board of %(title)s", table.game.game) }, ...rows);
  grid.setAttribute("aria-description", `${keys.join(", ")}.`);
  $("grid").replaceChildren(...(rows.length ? [grid] : []));
  const first = button(focused) ?? $("grid").querySelector("button");
  if (first) first.tabIndex = 0;
  labelGrid();
  if (had) first?.focus();
}

// The cells that may come next: where pieces are lifted from the board, first those of the pieces.
function possibleCells() {
  const { next, begun } = table.entry;
  if (!table.game.game.lifts || begun) return next.cells;
  const liftable = new Set(next.parts.map(({ text }) => text));
  return table.board.cells.filter(({ text }) => liftable.has(text)).map(({ name }) => name);
}

// Label each cell with its pieces and whether it is chosen or possible.
export function labelGrid() {
  const targets = new Set(table.mayEnter ? possibleCells() : []);
  const chosen = new Set(table.mayEnter ? table.chosen : []);
  for (const cell of $("grid").querySelectorAll("button")) {
    const name = cell.dataset.cell;
    const more = [chosen.has(name) && _("chosen"), targets.has(name) && _("legal")].filter(Boolean);
    cell.setAttribute("aria-label", [table.board.words(name), ...more].join(", "));
    cell.toggleAttribute("data-legal", targets.has(name));
  }
}

// Move the focus to the next legal cell, or to the one before; beyond the last the first follows.
function goToLegal(back) {
  const cells = [...$("grid").querySelectorAll("button")];
  const here = cells.indexOf(document.activeElement);
  const onward = [...cells.slice(here + 1), ...cells.slice(0, here)];
  const legal = (back ? onward.reverse() : onward).find((cell) => "legal" in cell.dataset);
  if (legal) legal.focus();
  else speak(_("There is no other legal cell."));
}

// Move the keyboard focus to the choices if no cell can follow.
export function leadKeys() {
  const here = document.activeElement;
  if (here !== document.body && !$("grid").contains(here)) return;
  const more = table.entry.next?.cells.length > 0;
  if (here !== document.body && more) return;
  const next = more ? button(focused) : null;
  (next ?? $("choices").querySelector("[aria-pressed=true], :not(.tile)[data-part]") ?? $("choices").querySelector("[data-part]"))?.focus({ preventScroll: true });
}

// Listen to the keyboard; calls `choose` with a cell's name.
export function listenToGrid(choose) {
  $("grid").addEventListener("focusin", (event) => {
    focused = event.target.dataset.cell ?? null;
    for (const cell of $("grid").querySelectorAll("button[tabindex='0']")) cell.tabIndex = -1;
    event.target.tabIndex = 0;
    ring(focused);
    tipSoon(focused, 300);
  });
  $("grid").addEventListener("focusout", () => {
    ring(null);
    hideTip();
  });
  $("grid").addEventListener("click", (event) => {
    if (event.target.dataset.cell) choose(event.target.dataset.cell);
  });
  $("grid").addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() === "n" && !event.ctrlKey && !event.metaKey && !event.altKey) goToLegal(event.shiftKey);
    const way = ARROWS[event.key];
    if (!way || focused === null) return;
    event.preventDefault();
    event.stopPropagation();
    button(table.board.neighbour(focused, way))?.focus();
  });
}
