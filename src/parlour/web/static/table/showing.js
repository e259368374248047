// Shows the state of the game: board, panels, earlier positions.

import { _ } from "../language.js";
import { advise, restore, wipe } from "./arrows.js";
import { oneAtATime } from "./doing.js";
import { $, alert, button, say, speak, write } from "./dom.js";
import { showEntry } from "./entering.js";
import { buildGrid } from "./grid.js";
import { notify } from "../notify.js";
import { ask } from "./net.js";
import { curtain, notes, panels } from "./panels.js";
import { animate, draw } from "./picture.js";
import { playPrepared } from "./play.js";
import { api, query, settings, table } from "./table.js";
import { sound } from "./sound.js";
import { hear } from "./ticking.js";
import { hideTip } from "./tip.js";
import { eventWords, lineTexts, moveWords } from "./words.js";
import { keepZoom, offerZoom } from "./zoom.js";

export const attempt = oneAtATime();

let glides = 0; // the end of the running animation, by performance.now()
let waiting = null;

// A new state from the server; it is shown after a running animation.
export function arrive(sent) {
  clearTimeout(waiting);
  const left = glides - performance.now();
  if (left > 0 && sent.ply > table.game.ply) waiting = setTimeout(show, left, sent);
  else show(sent);
}

function show(sent) {
  const before = table.game;
  hear(sent);
  const moved = sent.ply === before.ply + 1 && sent.id === before.id;
  const stays = sent.ply === before.ply && sent.turn === before.turn && sent.id === before.id;
  const same = stays && sent.picture === before.picture;
  table.game = sent;
  if (!stays) table.plan = null;
  if (table.plan) table.entry.reset(table.plan.next_parts);
  else if (!same || sent.may_move !== before.may_move) table.entry.reset(sent.next_parts);
  if (table.past === null && !table.plan) {
    if (!same) (stays ? drawBoard : showBoard)(sent);
    if (moved) glides = performance.now() + animate(sent.last_cells);
    if (sent.ply !== before.ply) say("");
  }
  announce(before, sent);
  const hint = sent.shared_hint?.move;
  if (hint && hint !== before.shared_hint?.move && table.past === null) showHint(sent.shared_hint);
  if (sent.ply > before.ply) sound(sent.outcome ? "end" : sent.captures ? "capture" : "move");
  if (sent.may_move && !before.may_move) notify(_("%(title)s: your move", sent.game), moveWords(sent, before.moves.length), sent.id);
  if (sent.outcome) table.premove = [];
  dispatchEvent(new Event("shown"));
  refreshPage();
  if (sent.may_move && table.premove.length) attempt.afterwards(playPrepared);
}

// A good move, with its arrows on the board.
export function showHint(sent) {
  table.hint = sent;
  const move = lineTexts(table.game, sent, settings.notation)[0];
  const words = sent.verdict ? `${move} – ${sent.verdict}` : move;
  say(_("Good move: %(words)s.", { words }), "news");
  if (sent.line.length > 1) $("said").append(" ", button(_("Show the line"), "line", "quiet small"));
  advise(sent.arrows);
}

// Say what happened: moves politely, all else at once and on the page.
function announce(before, sent) {
  if (sent.moves.length > before.moves.length && sent.id === before.id) speak(moveWords(sent, before.moves.length));
  const words = eventWords(before, sent, table.answered);
  if (!sent.offer) table.answered = false;
  if (!words) return;
  alert(words);
  if (!sent.outcome && !sent.offer) write(words, "news");
}

// A new position: hints and drawings of the last one go.
export function showBoard(sent) {
  wipe();
  advise([]);
  drawBoard(sent);
}

function drawBoard({ picture, board }) {
  hideTip();
  draw(picture, board);
  keepZoom();
  buildGrid();
  restore();
}

export function refreshPage() {
  panels();
  offerZoom();
  curtain(() => {
    table.viewed = null;
    table.live.connect();
  });
  showEntry();
}

export async function lookAt(ply) {
  const wanted = Math.max(0, Math.min(table.game.ply, ply));
  table.plan = null;
  if (wanted === table.game.ply) {
    table.past = null;
    showBoard(table.game);
  } else {
    const sent = await ask(`${api}/plies/${wanted}?${query()}`);
    table.past = wanted;
    table.entry.reset(table.game.next_parts);
    showBoard(sent);
    notes(sent.notes, sent.position);
  }
  refreshPage();
  history.replaceState(null, "", table.past === null ? location.pathname : `#${wanted}`);
}

export const now = () => table.past ?? table.game.ply;

export async function redraw() {
  table.live.connect();
  if (table.past !== null) await lookAt(table.past);
}
