// The position editor: choose a piece, click a cell; errors are shown at once.

import { listenToButtons, oneAfterAnother } from "../table/doing.js";
import { $, element, say, SVG } from "../table/dom.js";
import { buildGrid, listenToGrid } from "../table/grid.js";
import { ask } from "../table/net.js";
import { cellOf, draw } from "../table/picture.js";
import { listenToPointer } from "../table/pointer.js";
import { api, settings, table } from "../table/table.js";
import { PositionText } from "./position.js";

const { layout, start } = JSON.parse($("data").textContent);
const PAUSE = 250; // milliseconds without a change before the position is checked

const position = layout && new PositionText(layout, $("text").value);
const drawn = new Map((layout?.palette ?? []).map((token) => [token.text, token]));
let token = layout?.palette[0]?.text ?? ""; // what a click puts on a cell; "" clears it
let due = null;
let judged = "";

// -- the board ------------------------------------------------------------------------------------------

function piecesOf(text) {
  const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${drawn.get(text)?.drawn ?? ""}</svg>`, "image/svg+xml");
  return [...parsed.documentElement.children].map((child) => document.importNode(child, true));
}

// Show the text on the board, even if it is no valid position yet.
function showTokens() {
  if (!position) return;
  for (const cell of layout.rows.flat().filter(Boolean)) {
    const group = cellOf(cell);
    if (!group || group.dataset.token === position.at(cell)) continue;
    group.dataset.token = position.at(cell);
    group.querySelector(".pieces")?.remove();
    group.append(...piecesOf(position.at(cell)));
  }
}

function changed() {
  $("text").value = position.text;
  showTokens();
  showTurns();
  judgeSoon();
}

function click(cell) {
  if (!position) return;
  const wanted = token === position.at(cell) ? "" : token;
  position.put(cell, wanted);
  $("spoken").textContent = `${cell}: ${drawn.get(wanted)?.words ?? (wanted || "empty")}`;
  changed();
}

// -- judging --------------------------------------------------------------------------------------------

function judgeSoon() {
  clearTimeout(due);
  due = setTimeout(judge, PAUSE);
}

async function judge() {
  const text = $("text").value.trim().replaceAll(/\s+/g, " ");
  judged = text;
  try {
    const sent = await ask(`${api}?flip=${settings.flip}`, { text });
    if (judged !== text) return;
    $("verdict").textContent = sent.words;
    $("verdict").classList.toggle("wrong", !sent.fine);
    allow(sent.fine, sent.fine && !sent.over, text);
    if (sent.fine) show(sent);
  } catch (error) {
    say(error.message);
  }
}

function show(sent) {
  table.game = { ...table.game, ...sent };
  draw(sent.picture, sent.board);
  buildGrid();
  if (!position) return;
  for (const cell of layout.rows.flat().filter(Boolean)) {
    const group = cellOf(cell);
    if (group) group.dataset.token = position.at(cell);
  }
}

function allow(study, play, text) {
  document.querySelector("[data-do=study]").disabled = !study;
  $("play").toggleAttribute("hidden", !play);
  $("play").href = `/new/${table.game.game.id}?${new URLSearchParams({ position: text })}`;
}

// -- what may be put --------------------------------------------------------------------------------------

function radio(box, words, on, choose, inside) {
  const made = element("button", { type: "button", role: "radio", className: "choice", title: words });
  made.setAttribute("aria-checked", on);
  made.setAttribute("aria-label", words);
  made.append(inside);
  made.addEventListener("click", choose);
  box.append(made);
}

function showPalette() {
  $("palette").hidden = !layout;
  $("how").textContent = layout ? "Choose a piece, then click a cell. Click again to remove it." : "Edit the position text to change this board.";
  $("palette").replaceChildren();
  for (const each of layout?.palette ?? []) {
    const small = document.createElementNS(SVG, "svg");
    small.setAttribute("viewBox", "-52 -52 104 104");
    small.append(...piecesOf(each.text));
    radio($("palette"), each.words || each.text, token === each.text, () => choose(each.text), small);
  }
  if (layout) radio($("palette"), "empty the cell", token === "", () => choose(""), "✕");
}

function choose(text) {
  token = text;
  showPalette();
  $("palette").querySelector("[aria-checked=true]")?.focus();
}

function showTurns() {
  if (!layout?.turns.length) return;
  $("to-move").hidden = false;
  const { seats } = table.game;
  $("to-move").replaceChildren(element("span", { text: "To move" }));
  layout.turns.forEach((_, seat) => radio($("to-move"), `${seats?.[seat] ?? `player ${seat + 1}`} to move`, position.turn === seat, () => {
    position.turn = seat;
    changed();
  }, seats?.[seat] ?? `player ${seat + 1}`));
}

// -- together -----------------------------------------------------------------------------------------------

const actions = {
  clear() {
    if (!position) return;
    position.clear();
    changed();
  },
  start() {
    $("text").value = start;
    position?.read(start);
    showTurns();
    judge();
  },
  async flip() {
    settings.flip = settings.flip !== "true";
    await judge();
  },
  async study() {
    location.href = (await ask("/api/studies", { position: judged })).path;
  },
};

listenToButtons(oneAfterAnother(), actions);
$("text").addEventListener("input", () => {
  position?.read($("text").value);
  showTokens();
  showTurns();
  judgeSoon();
});
listenToGrid(click);
listenToPointer({ begin: () => {}, click, drop: (from, to) => click(to) });

draw(table.game.picture, table.game.board);
buildGrid();
showPalette();
showTurns();
judge();
document.querySelector(".table").classList.add("shown");
