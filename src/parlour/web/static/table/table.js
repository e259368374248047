// What the page knows: the game as the server sent it last, what is being entered, how one looks at it.

import { Board } from "./board.js";
import { Entry } from "./entry.js";
import { $ } from "./dom.js";
import { ask } from "./net.js";

export const api = document.querySelector(".table").dataset.api;

const first = JSON.parse($("data").textContent);

export const table = {
  game: first, // the newest that the server sent
  board: new Board(first.board), // as it is drawn now
  entry: new Entry((steps) => ask(`${api}/steps`, { steps }), first.next_parts),
  past: null, // the number of plies at which one looks back, or null
  viewed: null, // the seat whose view is asked for where one has several
  arranging: false, // whether clicks move unplayed pieces about
  premove: [], // the cells of a move that is to be played when it is one's turn
  lifted: null, // the cell of the unplayed piece that is to be moved
  hint: null, // what was advised last
  review: null, // what was found when one looked back
  live: null,
  foresee: null, // asks what steps would do, where that is told: a function of them

  get mayEnter() {
    return this.game.may_move && this.past === null && this.entry.next !== null;
  },

  // Whether a move may be prepared while another seat is to move: where all lies open, and one seat is one's own.
  get mayPrepare() {
    const { game, outcome, may_move: mine, seats, turn } = this.game;
    const own = seats?.filter((seat) => seat.yours).length === 1;
    return own && !game.hidden && !outcome && !mine && turn !== null && this.past === null && !this.arranging;
  },
};

const kept = (name, usual) => ({
  get: () => localStorage.getItem(name()) ?? usual,
  set: (value) => localStorage.setItem(name(), value),
});

export const settings = Object.defineProperties({}, {
  flip: kept(() => `flip ${table.game.game.id}`, "false"),
  coordinates: kept(() => "coordinates", "true"),
  muted: kept(() => `muted ${table.game.id}`, "false"),
  sound: kept(() => "sound", String(!matchMedia("(pointer: coarse)").matches)), // a telephone is silent at first
  skin: kept(() => "skin", ""),
  view: kept(() => `view ${table.game.game.id}`, ""),
});

// Boards are dark in dark mode, unless a look was chosen.
export const night = matchMedia("(prefers-color-scheme: dark)");

// How the game is to be shown, as part of an address.
export function query() {
  const { flip, coordinates, view, skin } = settings;
  const asked = new URLSearchParams({ flip, coordinates });
  if (table.game.game.views.includes(view)) asked.set("view", view);
  if (skin || night.matches) asked.set("skin", skin || "night");
  if (table.viewed !== null) asked.set("seat", table.viewed);
  return asked;
}
