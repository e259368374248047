// Playing: clicks become steps of a move, complete moves are sent, unplayed pieces are arranged.

import { _ } from "../language.js";
import { listenToCarrying } from "./carrying.js";
import { describe } from "./choices.js";
import { say } from "./dom.js";
import { clickCell, forget, showEntry } from "./entering.js";
import { leadKeys, listenToGrid } from "./grid.js";
import { ask } from "./net.js";
import { claiming } from "./panels.js";
import { leadEyes } from "./picture.js";
import { listenToPointer } from "./pointer.js";
import { api, table } from "./table.js";
import { lag } from "./ticking.js";

// Let mouse, touch and keys enter moves; `attempt` runs one action at a time and shows its error.
export function listenToBoard(attempt) {
  const each = (action) => (...given) => attempt(() => action(...given));
  listenToGrid(each(click));
  listenToPointer({ begin: each(begin), click: each(click), drop: each(drop) });
  listenToCarrying({ lift: each(lift), put: each(click) });
}

// Send a complete move; the steps entered so far are cleared even if it fails.
export async function play(move) {
  try {
    if (table.plan) return await table.plan.play(move);
    if (table.claiming) return await claimWith(move);
    return await shown(await table.live.move({ move, ply: table.game.ply, ...lag() }));
  } finally {
    forget();
  }
}

// Claim a draw with a move; if it brings none about, nothing is played.
async function claimWith(move) {
  table.claiming = false;
  claiming();
  await ask(`${api}/claim`, { move });
}

// Wait until the page shows the move; request the state if no update arrives.
export async function shown({ ply }) {
  for (let waits = 0; table.game.ply < ply && table.live.isOpen && waits < 60; waits += 1) {
    await new Promise((go) => { setTimeout(go, 25); });
  }
  if (table.game.ply < ply) await table.live.refresh();
}

async function entered(move) {
  say("");
  if (move) await play(move);
  else showEntry();
  describe();
  if (move) return;
  leadEyes(table.entry.next.cells);
  leadKeys();
}

export async function enter([kind, text]) {
  await entered(await (kind === "word" ? table.entry.word(text) : table.entry.enter([kind, text])));
}

// Dragging a word is like clicking it, but does not complete a move.
export async function lift(part) {
  const { steps } = table.entry;
  const held = steps.length === 1 && steps[0][1] === part;
  if (!held && await table.entry.word(part)) await table.entry.back();
  showEntry();
}

export async function click(name) {
  if (table.arranging) return arrange(name);
  if (table.mayEnter) return entered(await clickCell(name));
  if (table.mayPrepare) return prepare(name);
  const { game, past } = table;
  if (past !== null) say(_("You are viewing an earlier position. Go to the latest one to play."));
  else if (!game.outcome && game.seats.some((seat) => seat.yours)) say(_("It is not your turn."));
  return undefined;
}

// A premove grows cell by cell; a click on one of its cells cancels it.
function prepare(name) {
  const cells = table.premove;
  table.premove = cells.includes(name) ? [] : [...cells, name];
  say(table.premove.length ? _("When it is your turn: %(moves)s. Press Esc to cancel.", { moves: table.premove.join(" ") }) : "", "news");
  showEntry();
}

// Play the premove if it is legal now.
export async function playPrepared() {
  const cells = table.premove;
  table.premove = [];
  try {
    for (const name of cells) {
      const move = await table.entry.enter(["cell", name]);
      if (move) return await play(move);
    }
  } catch (refusal) {
    table.entry.reset(table.game.next_parts);
    say(_("%(moves)s cannot be played now: %(reason)s", { moves: cells.join(" "), reason: refusal.message }));
  }
  return showEntry();
}

// Lifting a piece to drag it is like clicking it; a piece that was lifted before is put back.
export async function begin(name) {
  const { lifts } = table.game.game;
  if (table.arranging || (lifts && !table.mayEnter)) return;
  if (lifts) table.entry.reset(table.entry.first);
  const last = table.mayPrepare ? table.premove.at(-1) : table.chosen.at(-1);
  if (last !== name) await click(name);
}

export async function drop(from, to) {
  await (table.arranging ? moveAbout(from, to) : click(to));
}

// Rearranging unplayed pieces: a piece, then its new cell.
async function arrange(name) {
  const from = table.lifted;
  if (from === null || from === name) {
    table.lifted = from === name || !table.board.pieces(name).length ? null : name;
    say(table.lifted === null ? "" : _("Choose the new cell of %(piece)s.", { piece: table.board.text(name) }));
    return showEntry();
  }
  table.lifted = null;
  showEntry();
  return moveAbout(from, name);
}

async function moveAbout(from, to) {
  await ask(`${api}/arrange`, { piece: table.board.text(from), cell: to });
  say("");
  await table.live.refresh();
}
