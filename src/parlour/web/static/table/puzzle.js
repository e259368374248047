// Help with a puzzle: a hint, its solution, and why a wrong move fails, played on the board.

import { _ } from "../language.js";
import { advise } from "./arrows.js";
import { $, button, element, renew, say } from "./dom.js";
import { buildGrid } from "./grid.js";
import { actions, attempt, played, show, where } from "./lesson.js";
import { ask } from "./net.js";
import { animate, draw } from "./picture.js";
import { table } from "./table.js";

const PAUSE = 1000; // milliseconds between two moves of a line

let wrong = null; // the last wrong move
let line = null; // the line on display: the moves `before` it, its `moves`, as players write them, and how many are `shown`
let next = null; // the timer of the next move

const helped = () => dispatchEvent(new Event("helped"));

function offerWhy(move) {
  wrong = move;
  $("why").hidden = !move;
}

// Show the board after a number of the line's moves.
async function showAt(number) {
  clearTimeout(next);
  const { before, moves } = line;
  const sent = await ask(where("/board"), { played: [...before, ...moves.slice(0, number)] });
  line.shown = number;
  table.game = { ...table.game, may_move: false, next_parts: null };
  table.entry.reset(null);
  draw(sent.picture, sent.board);
  buildGrid();
  $("choices").hidden = true;
  animate(sent.last_cells);
  showLine();
}

function showLine() {
  const { written, shown } = line;
  const items = written.map((text, index) => {
    const made = button(text, "at", "quiet small", { to: index + 1 });
    if (index + 1 === shown) made.setAttribute("aria-current", "true");
    return element("li", {}, made);
  });
  renew($("line"), element("ol", {}, ...items), button(_("Back to the puzzle"), "leave", "main"));
  $("line").hidden = false;
}

async function playOn() {
  await showAt(line.shown + 1);
  if (line.shown < line.moves.length) next = setTimeout(() => attempt(playOn), PAUSE);
}

function begin(before, moves, written) {
  line = { before, moves, written, shown: 0 };
  return playOn();
}

Object.assign(actions, {
  async hint() {
    if (line) await actions.leave();
    helped();
    const { words, cells } = await ask(where("/hint"), played());
    say(words, "hint");
    advise(cells.map((cell) => [cell]));
  },
  async solution() {
    if (line) await actions.leave();
    helped();
    const { played: before, line: moves, written } = await ask(where("/solution"), played());
    if (!moves.length) return say(_("Nothing is left to do."), "hint");
    say(_("The solution:"), "hint");
    return begin(before, moves, written);
  },
  async why() {
    say(_("Looking for the answer to %(move)s…", { move: wrong }), "hint");
    const found = await ask(where("/refutation"), { ...played(), move: wrong });
    const move = wrong;
    offerWhy(null);
    say(found.words, "wrong");
    return begin(table.game.played, [move, ...found.line], found.written);
  },
  at: (made) => showAt(Number(made.dataset.to)),
  async leave() {
    clearTimeout(next);
    line = null;
    $("line").hidden = true;
    say("", "");
    show(await ask(where(""), played()));
  },
});

const { again } = actions;
actions.again = () => {
  clearTimeout(next);
  line = null;
  $("line").hidden = true;
  offerWhy(null);
  return again();
};

addEventListener("failed", ({ detail }) => offerWhy(detail ?? null));
addEventListener("done", () => offerWhy(null));
