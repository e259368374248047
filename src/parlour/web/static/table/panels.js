// The panels beside the board: players, turn, moves, notes, offers, result.

import { _ } from "../language.js";
import { $, button, element, enable, link, renew } from "./dom.js";
import { chat } from "./chat.js";
import { showReview } from "./review.js";
import { settings, table } from "./table.js";
import { clocks } from "./ticking.js";
import { moveNumbers, moveText, offerWords, shortened, statusWords, thinkingWords } from "./words.js";

const EARLIEST_CLAIM = 7; // plies before a move that can bring about a third repetition

export function panels() {
  const { game, past } = table;
  renew($("status"), ...status());
  $("status").hidden = Boolean(table.game.outcome) && past === null; // the result is shown below
  cast();
  seats();
  usedLinks();
  clocks();
  moveList();
  ending();
  offer();
  chat();
  if (past === null) notes(game.notes, game.position);
  ready();
  arranging();
  for (const name of ["hint", "draw"]) enable(name, game.may_move && past === null);
  claiming();
  enable("resign", game.outcome === null);
  if (game.outcome) $("sure")?.setAttribute("hidden", "");
  for (const made of document.querySelectorAll(".actions :is([data-do=hint], [data-do=draw], [data-do=resign])")) made.hidden = Boolean(game.outcome);
  showReview();
  enable("undo", game.moves.some(([seat]) => game.seats[seat]?.yours));
  if ($("move")) $("move").readOnly = !game.may_move; // a disabled field would lose the focus
  document.title = `${game.may_move ? `● ${_("Your move")} – ` : ""}${game.game.title} – Parlour`;
}

function status() {
  const { game, past } = table;
  const words = statusWords(game, past, settings.notation);
  const bot = game.thinking;
  if (!bot || past !== null || game.outcome || !(bot.due || bot.compiled)) return [words];
  return [words, " ", element("span", { className: "thinking", text: thinkingWords(bot) })];
}

// The last throw of dice or stones, shown for two moves.
function cast() {
  const numbers = table.past === null ? table.game.cast : [];
  $("cast").hidden = !numbers.length;
  renew($("cast"), ...numbers.map((text) => element("span", { text })));
}

function seats() {
  renew($("seats"), ...table.game.seats.map(seatItem));
}

// A link that somebody has used disappears.
function usedLinks() {
  for (const { seat, taken } of table.game.seats) {
    if (taken) document.querySelector(`[data-for-seat="${seat}"]`)?.remove();
  }
  const links = document.querySelector(".links");
  if (links && !links.querySelector("[data-for-seat]")) links.remove();
}

function seatItem(seat) {
  const { turn, outcome } = table.game;
  const item = element("li");
  item.classList.toggle("to-move", seat.seat === turn && !outcome);
  item.classList.toggle("yours", seat.yours);
  item.classList.add(seat.seat === table.near ? "near" : "far");
  const swatch = element("span", { className: "swatch" });
  swatch.style.background = seat.fill;
  swatch.hidden = !seat.fill;
  item.append(swatch, element("strong", { text: seat.name }), element("span", { className: "who", text: seat.who }));
  if (seat.away && !seat.yours && !outcome) item.append(element("small", { text: _("away") }));
  if (table.game.clock) item.append(clockOf(seat));
  if (seat.plays) item.append(element("small", { text: colourWords(seat) }));
  if (outcome) item.append(element("span", { className: "score", text: outcome.scores[seat.seat] }));
  return item;
}

// Who plays which colour; where all have the same one it is not settled yet.
function colourWords({ colour, plays }) {
  const seated = table.game.seats;
  return seated.length > 1 && seated.every((seat) => seat.colour === colour) ? _("places %(plays)s for now", { plays }) : _("plays %(plays)s", { plays });
}

function clockOf(seat) {
  const made = element("time", { className: "clock" });
  made.dataset.clock = seat.seat;
  return made;
}

const resized = new ResizeObserver(showNewest); // moves wrap, or the result needs space

function moveList() {
  const { game, past } = table;
  $("moves").className = `moves ${["", "alone", "paired"][game.seats.length] ?? "named"}`;
  const numbers = moveNumbers(game);
  const items = numbers.map((number, index) => moveItem(game, index, number, past ?? game.ply));
  const first = numbers.findIndex(Boolean); // perhaps in mid-round
  items.forEach((item, index) => {
    if (index === first || numbers[index].endsWith(".")) item.dataset.round = numbers[index];
  });
  if (!renew($("moves"), ...items)) return; // do not scroll away from an earlier move
  showNewest();
  resized.observe($("moves"));
}

function showNewest() {
  const now = $("moves").querySelector("[aria-current]");
  if (!now) return;
  const [box, shown] = [$("moves").getBoundingClientRect(), now.getBoundingClientRect()];
  $("moves").scrollTop += shown.top - box.top - box.height / 2;
  $("moves").scrollLeft += shown.left + shown.width / 2 - box.left - box.width / 2; // one line on a phone
}

function moveItem(game, index, number, shown) {
  const [seat, text] = game.moves[index];
  const name = game.seats[seat]?.name ?? "";
  const made = element("button", { type: "button", tabIndex: -1, text: shortened(moveText(game, index, settings.notation)) });
  made.title = `${number} ${name || _("Chance")}: ${text}`.trim();
  made.className = seat === -1 ? "chance" : `seat-${seat}`;
  made.dataset.ply = index + 1;
  if (index + 1 === shown) made.setAttribute("aria-current", "true");
  const item = element("li", { className: seat === -1 ? "between" : "" }, made);
  if (seat !== -1) item.dataset.seat = seat;
  if (game.seats.length > 2) item.dataset.name = name;
  return item;
}

export function notes(texts, position) {
  const { game, outcome } = table.game;
  renew($("notes"), ...texts.map((text) => element("p", { text })));
  $("position").value = position;
  $("from").hidden = game.hidden; // a player's view is no complete position
  $("from").href = `/new/${game.id}?${new URLSearchParams({ position })}`;
  $("record").hidden = game.hidden && !outcome;
}

// Who carries marks to the next table of a linked series.
const NEXT_TABLES = { all: _("Next table, all keep their marks"), winner: _("Next table, the winner keeps the winnings") };

function ending() {
  const { game, outcome, rematch, seats: seated } = table.game;
  $("ending").hidden = !outcome || table.aside;
  if (!outcome) return renew($("ending"));
  const row = element("p");
  const mine = seated.some((seat) => seat.yours);
  if (rematch) row.append(link(`/games/${rematch}`, game.keeps.length ? _("Go to the next game") : _("Go to the rematch")));
  else if (mine && game.keeps.length) row.append(...game.keeps.map((keep) => button(NEXT_TABLES[keep], `table-${keep}`, "main")), button(_("New game"), "rematch", "quiet"));
  else if (mine) row.append(button(seated.length > 1 ? _("Play again, switch sides") : _("Play again"), "rematch", "main"));
  if (mine && table.game.reviewable && !table.review) row.append(button(_("Review my game"), "review", "quiet"));
  row.append(button(_("Replay"), "first", "quiet"), button(_("Analysis board"), "analyse", "quiet"));
  const noted = new Set(table.game.notes);
  const details = outcome.details.filter((detail) => !noted.has(detail));
  const more = details.length ? [element("p", { text: details.join(" · ") })] : [];
  const aside = button("✕", "aside", "quiet small aside");
  aside.setAttribute("aria-label", _("Look at the board"));
  return renew($("ending"), element("strong", { text: outcome.words }), ...more, row, aside);
}

function offer() {
  const made = table.game.offer;
  $("offer").hidden = !made;
  if (!made) return renew($("offer"));
  const row = element("p");
  if (made.for_you && !made.yours) row.append(button(_("Agree"), "agree", "main"), button(_("Decline"), "decline", "quiet"));
  else if (made.yours) row.append(button(_("Withdraw"), "decline", "quiet"));
  return renew($("offer"), element("p", { text: offerWords(table.game) }), row);
}

// Suggested rows of moves, such as a deployment.
function ready() {
  const names = table.past === null ? table.game.ready : [];
  $("ready").hidden = !names.length;
  const made = names.map((name) => button(name, "take", "quiet", { name }));
  renew($("ready"), element("span", { text: _("Ready-made:") }), ...made);
}

// A draw is claimed here, or with a move that a third repetition or a count needs.
export function claiming() {
  const { game, past } = table;
  if (!game.may_move) table.claiming = false;
  for (const made of document.querySelectorAll('[data-do="claim"]')) made.hidden = !game.claimable || past !== null;
  for (const made of document.querySelectorAll('[data-do="announce"]')) {
    made.hidden = !game.may_move || past !== null || Boolean(game.claimable) || game.ply < EARLIEST_CLAIM;
    made.setAttribute("aria-pressed", table.claiming);
  }
}

export function arranging() {
  const made = document.querySelector("[data-do=arrange]");
  if (!made) return;
  made.hidden = !table.game.arrangeable;
  if (!table.game.arrangeable || table.past !== null) table.arranging = false;
  made.disabled = table.past !== null;
  made.setAttribute("aria-pressed", table.arranging);
}

// Hidden information on a shared screen: cover the board until the next player is ready.
// Calls `turn` when another player is to move.
export function curtain(turn) {
  const { game, past, viewed } = table;
  const mine = game.seats.filter((seat) => seat.yours);
  const covers = game.game.hidden && mine.length > 1 && !game.outcome && past === null;
  const due = covers && game.seats[game.turn]?.yours;
  if (due && viewed !== null && viewed !== game.turn) turn();
  $("curtain").hidden = !due || game.view === game.turn;
  if ($("curtain").hidden) return renew($("curtain"));
  const { name } = game.seats[game.turn];
  return renew($("curtain"), element("p", { text: _("Pass the screen to %(name)s.", { name }) }), button(_("I am %(name)s", { name }), "look", "main"));
}
