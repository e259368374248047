// Conditional moves of a correspondence game, typed or entered on the board; only their player sees them.

import { _ } from "../language.js";
import { $, button, element, renew, say } from "./dom.js";
import { showEntry } from "./entering.js";
import { actions, closeDrawers } from "./main.js";
import { ask } from "./net.js";
import { animate } from "./picture.js";
import { refreshPage, showBoard } from "./showing.js";
import { api, query, table } from "./table.js";

const panel = $("conditions");
const form = panel.querySelector("form");
const field = form.querySelector("textarea");
let ply = -1;

async function refresh() {
  const { outcome, may_move } = table.game;
  panel.hidden = outcome !== null || may_move;
  $("plan").hidden = !table.plan;
  if (table.game.ply === ply || panel.hidden) return;
  ply = table.game.ply;
  show(await ask(`${api}/conditions`));
}

function show({ lines }) {
  field.value = lines.join("\n");
  panel.open = panel.open || lines.length > 0;
}

async function save(lines) {
  show(await ask(`${api}/conditions`, { lines }));
  say(field.value ? _("Saved. Matching replies will be played at once.") : _("Conditional moves removed."), "news");
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    await save(field.value);
  } catch (error) {
    say(error.message);
  }
});

// -- on the board -------------------------------------------------------------------------------------

// Show the board after a line; the next move that is entered there goes on with it.
async function showLine(moves) {
  const sent = await ask(`${api}/conditions/board?${query()}`, { moves });
  table.past = null;
  table.plan = { ...sent, play: (move) => showLine([...sent.moves, move]) };
  table.entry.reset(sent.next_parts);
  showBoard(sent);
  animate(sent.last_cells);
  showEntry();
  showPlan();
}

function showPlan() {
  const { written, complete } = table.plan;
  const pairs = written.map((move, index) => `${index % 2 ? _("then") : index ? _("if") : _("If")} ${move}`);
  const words = pairs.length ? pairs.join(" ") : _("If your opponent plays … – enter the move on the board.");
  const add = button(_("Add this line"), "addLine", "main");
  add.disabled = !complete;
  const back = button(_("Back"), "shorten", "quiet");
  back.disabled = !written.length;
  const row = element("p", {}, add, back, button(_("Close"), "unplan", "quiet"));
  renew($("plan"), element("strong", { text: words }), row);
  $("plan").hidden = false;
}

// The rows of lines with one more, without those that it goes on with.
function withLine(text, moves) {
  const line = moves.join(" ");
  const rows = text.split("\n").filter((row) => row && row !== line && !line.startsWith(`${row} `));
  return [...rows, line].join("\n");
}

Object.assign(actions, {
  plan() {
    closeDrawers();
    return showLine([]);
  },
  shorten: () => showLine(table.plan.moves.slice(0, -1)),
  addLine: () => save(withLine(field.value, table.plan.moves)),
  unplan() {
    table.plan = null;
    $("plan").hidden = true;
    table.entry.reset(table.game.next_parts);
    showBoard(table.game);
    refreshPage();
  },
});

addEventListener("shown", () => refresh().catch((error) => say(error.message)));
refresh().catch((error) => say(error.message));
