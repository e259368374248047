// The pattern search: choose a piece, then the cells that contain it.

import { _ } from "../language.js";
import { element, shape, SVG } from "../table/dom.js";

const ANYTHING = "";

const { empty, palette } = JSON.parse(document.getElementById("choices").textContent);
const drawn = new Map(palette.map((token) => [token.text, token]));
const input = document.getElementById("pattern-text");
const choices = document.getElementById("palette");
const board = document.getElementById("pattern-board");
let token = palette[0]?.text ?? empty; // the content that a click sets

const wordsOf = (text) => (text === ANYTHING ? _("anything") : text === empty ? _("nothing") : drawn.get(text)?.words || text);

const piecesOf = (text) => {
  if (text === empty) return [shape("path", { d: "M-18-18L18 18M-18 18L18-18", class: "nothing" })];
  const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${drawn.get(text)?.drawn ?? ""}</svg>`, "image/svg+xml");
  return [...parsed.documentElement.children].map((child) => document.importNode(child, true));
};

// The pattern in the input: tokens by cell.
const asked = () => new Map(input.value.split(/\s+/).filter(Boolean).map((word) => [word.slice(0, word.indexOf(":")), word.slice(word.indexOf(":") + 1)]));

function showBoard() {
  const wanted = asked();
  for (const cell of board.querySelectorAll("g[data-cell]")) {
    const text = wanted.get(cell.dataset.cell) ?? ANYTHING;
    cell.querySelector(".pieces")?.remove();
    if (text !== ANYTHING) {
      const pieces = shape("g", { class: "pieces" });
      pieces.append(...piecesOf(text));
      cell.append(pieces);
    }
    cell.setAttribute("aria-label", `${cell.dataset.cell}: ${wordsOf(text)}`);
  }
}

function put(cell) {
  const wanted = asked();
  if (token === ANYTHING || wanted.get(cell) === token) wanted.delete(cell);
  else wanted.set(cell, token);
  input.value = [...wanted].map(([name, text]) => `${name}:${text}`).join(" ");
  showBoard();
}

function showPalette() {
  const radio = (text, inside) => {
    const made = element("button", { type: "button", role: "radio", className: "choice", title: wordsOf(text) });
    made.setAttribute("aria-checked", token === text);
    made.setAttribute("aria-label", wordsOf(text));
    made.append(inside);
    made.addEventListener("click", () => {
      token = text;
      showPalette();
      choices.querySelector("[aria-checked=true]").focus();
    });
    return made;
  };
  const small = (text) => {
    const made = shape("svg", { viewBox: "-52 -52 104 104" });
    made.append(...piecesOf(text));
    return made;
  };
  choices.replaceChildren(...palette.map(({ text }) => radio(text, small(text))), radio(empty, small(empty)), radio(ANYTHING, _("any")));
}

// The page's board without pieces.
function begin() {
  const made = document.querySelector(".small-board svg").cloneNode(true);
  for (const piece of made.querySelectorAll(".pieces, .last, g[data-cell] > title")) piece.remove();
  made.setAttribute("role", "group"); // no longer a picture: its cells are buttons
  made.setAttribute("aria-label", _("Pattern cells"));
  for (const cell of made.querySelectorAll("g[data-cell]")) {
    cell.setAttribute("role", "button");
    cell.setAttribute("tabindex", "0");
  }
  board.replaceChildren(made);
  board.addEventListener("click", (event) => {
    const cell = event.target.closest("g[data-cell]");
    if (cell) put(cell.dataset.cell);
  });
  board.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    put(event.target.closest("g[data-cell]").dataset.cell);
  });
  input.addEventListener("input", showBoard);
  showPalette();
  showBoard();
}

begin();
