// The position editor: choose a piece, click a cell; errors are shown at once.
//
// Where `layout` says how a text has its board as rows, the page edits it; where the game itself sets up its
// pieces, the server does, and draws the board of a wrong text too.

import { _ } from "../language.js";
import { listenToButtons, oneAfterAnother } from "../table/doing.js";
import { $, element, say, SVG } from "../table/dom.js";
import { buildGrid, listenToGrid } from "../table/grid.js";
import { ask } from "../table/net.js";
import { cellOf, draw } from "../table/picture.js";
import { listenToPointer } from "../table/pointer.js";
import { api, settings, table } from "../table/table.js";
import { PositionText } from "./position.js";

const { layout, palette: own, turns, turning, start } = JSON.parse($("data").textContent);
const PAUSE = 250; // milliseconds without a change before the position is checked

const position = layout && new PositionText(layout, $("text").value);
const palette = layout?.palette ?? own;
const drawn = new Map(palette.map((token) => [token.text, token]));
let token = palette[0]?.text ?? ""; // what a click puts on a cell; "" clears it
let due = null;
let judged = "";
let changes = Promise.resolve(); // by the server, one after another

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

// Have the server change the text: `put` a token on a cell, give a player the `turn`, or `clear` the board.
function change(wanted) {
  changes = changes.then(() => judge(wanted));
  return changes;
}

function click(cell) {
  if (own.length) {
    $("spoken").textContent = `${cell}: ${drawn.get(token)?.words ?? _("empty")}`;
    change({ put: [cell, token] });
  }
  if (!position) return;
  const wanted = token === position.at(cell) ? "" : token;
  position.put(cell, wanted);
  $("spoken").textContent = `${cell}: ${drawn.get(wanted)?.words ?? (wanted || _("empty"))}`;
  changed();
}

// -- judging --------------------------------------------------------------------------------------------

function judgeSoon() {
  clearTimeout(due);
  due = setTimeout(judge, PAUSE);
}

async function judge(wanted = {}) {
  const text = $("text").value.trim().replaceAll(/\s+/g, " ");
  judged = text;
  try {
    const sent = await ask(`${api}?flip=${settings.flip}`, { text, ...wanted });
    if (judged !== text) return;
    if (sent.text && Object.keys(wanted).length) $("text").value = judged = sent.text;
    $("verdict").textContent = sent.words;
    $("verdict").classList.toggle("wrong", !sent.fine);
    allow(sent.fine, sent.fine && !sent.over, judged);
    if (sent.picture) show(sent);
  } catch (error) {
    say(error.message);
  }
}

function show(sent) {
  table.game = { ...table.game, ...sent };
  draw(sent.picture, sent.board);
  buildGrid();
  if (turns) showTurns();
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
  $("palette").hidden = !palette.length;
  $("how").textContent = howTo();
  $("palette").replaceChildren();
  for (const each of palette) {
    const small = document.createElementNS(SVG, "svg");
    small.setAttribute("viewBox", "-52 -52 104 104");
    small.append(...piecesOf(each.text));
    radio($("palette"), each.words || each.text, token === each.text, () => choose(each.text), small);
  }
  if (palette.length) radio($("palette"), _("empty the cell"), token === "", () => choose(""), "✕");
}

function howTo() {
  if (!palette.length) return _("Edit the position text to change this board.");
  if (turning) return _("Choose a piece, then click a cell. Click again to turn it; ✕ removes it.");
  return _("Choose a piece, then click a cell. Click again to remove it.");
}

function choose(text) {
  token = text;
  showPalette();
  $("palette").querySelector("[aria-checked=true]")?.focus();
}

function showTurns() {
  if (!turns && !layout?.turns.length) return;
  $("to-move").hidden = false;
  const { seats, turn } = table.game;
  $("to-move").replaceChildren(element("span", { text: _("To move") }));
  const choose = (seat) => {
    if (turns) return change({ turn: seat });
    position.turn = seat;
    return changed();
  };
  (layout?.turns ?? seats).forEach((code, seat) => {
    const name = seats?.[seat] ?? _("player %(number)s", { number: seat + 1 });
    radio($("to-move"), _("%(name)s to move", { name }), (turns ? turn : position.turn) === seat, () => choose(seat), name);
  });
}

// -- together -----------------------------------------------------------------------------------------------

const actions = {
  clear() {
    if (own.length) return change({ clear: true });
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
