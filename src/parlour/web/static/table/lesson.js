// A step of a lesson or puzzle, where moves are checked against the task; or a board to try, without a task.

import { _ } from "../language.js";
import { night } from "../scheme.js";
import { describe } from "./choices.js";
import { listenToButtons, oneAtATime } from "./doing.js";
import { $, element, renew, say, speak } from "./dom.js";
import { back, clickCell, forget, showEntry } from "./entering.js";
import { buildGrid, leadKeys, listenToGrid } from "./grid.js";
import { ask } from "./net.js";
import { animate, draw } from "./picture.js";
import { listenToPointer } from "./pointer.js";
import { api, misfits, query, settings, table } from "./table.js";
import { hideTip } from "./tip.js";

export const attempt = oneAtATime((words) => say(words, "wrong"));
const options = () => ("options" in table.game ? { options: table.game.options } : {});
export const played = () => ({ played: table.game.played, ...options() });
const begin = async (chosen = options()) => show(await ask(where(""), { played: [], ...chosen }));
export const where = (path) => `${api}${path}?${query()}`;

table.entry.ask = (steps) => ask(`${api}/steps`, { ...played(), steps });

// Show the state of the step.
export function show(stands) {
  const moved = stands.ply > table.game.ply;
  table.game = stands;
  table.entry.reset(stands.next_parts);
  hideTip();
  draw(stands.picture, stands.board);
  buildGrid();
  if (moved) animate(stands.last_cells);
  renew($("notes"), ...stands.notes.map((text) => element("p", { text })));
  $("task").hidden = !stands.task;
  $("task").textContent = stands.task;
  $("next")?.classList.toggle("main", stands.done);
  if (stands.done) {
    $("next").focus({ preventScroll: true });
    dispatchEvent(new Event("done"));
  } else if (!stands.may_move) dispatchEvent(new Event("failed"));
  showEntry();
}

async function play(move) {
  const { right, words, stands } = await ask(where("/moves"), { ...played(), move });
  say(words, right ? "right" : "wrong");
  if (!right) {
    forget();
    return dispatchEvent(new CustomEvent("failed", { detail: move }));
  }
  show(stands);
  if (stands.task) speak(`${words} ${stands.task}`);
  return undefined;
}

async function entered(move) {
  if (move) return play(move);
  say("");
  showEntry();
  describe();
  leadKeys();
  return undefined;
}

async function click(name) {
  if (!table.mayEnter) return;
  try {
    await entered(await clickCell(name));
  } catch (error) {
    forget();
    throw error;
  }
}

export const actions = {
  back,
  part: async (made) => entered(await table.entry.word(made.dataset.part)),
  cell: async (made) => entered(await table.entry.enter(["cell", made.dataset.choice])),
  hint: () => say(table.game.hint || _("No hint for this step."), "hint"),
  async again() {
    say("", "");
    await begin();
  },
  async flip() {
    settings.flip = settings.flip !== "true";
    await redraw();
  },
};

listenToButtons(attempt, actions);

addEventListener("keydown", (event) => {
  if (event.key === "Escape") attempt(back);
});

listenToGrid((name) => attempt(() => click(name)));
listenToPointer({
  begin: (name) => attempt(async () => {
    if (table.chosen.at(-1) !== name) await click(name);
  }),
  click: (name) => attempt(() => click(name)),
  drop: (from, to) => attempt(() => click(to)),
});

addEventListener("options", (event) => attempt.afterwards(() => begin({ options: event.detail })));
const redraw = async () => show(await ask(where(""), played()));
night.addEventListener("change", () => attempt.afterwards(redraw));
show(table.game);
if (settings.flip === "true" || settings.skin || night.matches || misfits || query().has("view")) attempt(redraw);
speak($("task").textContent);
