// The state of the page: the game, the move being entered, display settings.

import { Board } from "./board.js";
import { Entry } from "./entry.js";
import { $ } from "./dom.js";
import { ask } from "./net.js";
import { cookie, setCookie } from "../cookies.js";
import { night } from "../scheme.js";

export const api = document.querySelector(".table").dataset.api;

const first = JSON.parse($("data").textContent);

export const table = {
  game: first, // the latest from the server
  board: new Board(first.board), // as currently drawn
  entry: new Entry((steps) => askSteps(steps), first.next_parts),
  past: null, // the number of plies of an earlier position on display, or null
  viewed: null, // the seat to view, for a browser with several
  claiming: false, // whether the next move is announced with the claim of a draw
  arranging: false, // whether clicks move unplayed pieces about
  plan: null, // a line of conditional moves that is being entered: its `moves`, `next_parts` and `play`
  premove: [], // the cells of a premove
  lifted: null, // the cell of the unplayed piece being moved
  answered: false, // whether this page withdrew or declined the offer
  hint: null, // the last hint
  review: null, // the review
  aside: false, // whether the player has put the words about the end aside
  live: null,
  foresee: null, // requests the preview of steps, if available

  // The seat whose pieces are at the lower side of the board: on a phone its clock is below the board.
  get near() {
    const { seats = [], view } = this.game;
    const mine = seats.filter((seat) => seat.yours);
    const near = mine.length === 1 ? mine[0].seat : view ?? 0;
    return settings.flip === "true" && seats.length === 2 ? 1 - near : near;
  },

  // The cells of the steps entered so far; a lifted piece is on its own cell.
  get chosen() {
    const { chosen, steps } = this.entry;
    const [kind, text] = steps[0] ?? [];
    if (!this.game.game.lifts || kind !== "word") return chosen;
    const from = this.board.cells.find((cell) => cell.text === text);
    return from ? [from.name, ...chosen] : chosen;
  },

  // The possible first steps of a move in the position on display.
  get firstSteps() {
    return (this.plan ?? this.game).next_parts;
  },

  get mayEnter() {
    if (this.plan) return this.entry.next !== null;
    return this.game.may_move && this.past === null && this.entry.next !== null;
  },

  // Whether a premove is possible: no hidden information, and one seat in this browser.
  get mayPrepare() {
    const { game, outcome, may_move: mine, seats, turn } = this.game;
    const own = seats?.filter((seat) => seat.yours).length === 1;
    return own && !game.hidden && !outcome && !mine && turn !== null && this.past === null && !this.arranging && !this.plan;
  },
};

function askSteps(steps) {
  if (table.plan) return ask(`${api}/conditions/steps`, { moves: table.plan.moves, steps });
  return ask(`${api}/steps`, { steps });
}

const kept = (name, usual) => ({
  get: () => localStorage.getItem(name()) ?? usual,
  set: (value) => localStorage.setItem(name(), value),
});

export const settings = Object.defineProperties({}, {
  flip: kept(() => `flip ${table.game.game.id}`, "false"),
  coordinates: kept(() => "coordinates", "true"),
  muted: kept(() => `muted ${table.game.id}`, "false"),
  sound: kept(() => "sound", String(!matchMedia("(pointer: coarse)").matches)), // off by default on phones
  notation: kept(() => "notation", "familiar"), // or "figures", or "rulebook"
  skin: { get: () => cookie("skin"), set: (name) => setCookie("skin", name) },
  view: kept(() => `view ${table.game.game.id}`, ""),
});

// A phone held upright; the server is told, so that its first picture fits.
const isNarrow = () => innerWidth < innerHeight && innerWidth <= 832;
export const misfits = Boolean(cookie("narrow")) !== isNarrow(); // whether this page's first picture does not
setCookie("narrow", isNarrow() ? "yes" : "");

// The display settings as query parameters. Boards are dark on dark pages, unless a skin is chosen.
export function query() {
  const { flip, coordinates, view, skin } = settings;
  const asked = new URLSearchParams({ flip, coordinates });
  const { views } = table.game.game;
  const tall = view ? `${view}-tall` : "tall"; // the same view for narrow windows
  const shown = views.includes(tall) && isNarrow() ? tall : view;
  if (views.includes(shown)) asked.set("view", shown);
  if (skin || night.matches) asked.set("skin", skin || "night");
  if (table.viewed !== null) asked.set("seat", table.viewed);
  return asked;
}
