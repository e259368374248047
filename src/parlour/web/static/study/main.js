// The page of a study. The server knows the rules and says which moves are possible.

import { _ } from "../language.js";
import { choices, describe } from "../table/choices.js";
import { listenToClicks, oneAfterAnother } from "../table/doing.js";
import { $, button, enable, renew, element, say, speak } from "../table/dom.js";
import { buildGrid, labelGrid, leadKeys, listenToGrid } from "../table/grid.js";
import { ask } from "../table/net.js";
import { animate, draw, mark } from "../table/picture.js";
import { listenToPointer } from "../table/pointer.js";
import { api, settings, table } from "../table/table.js";
import { hideTip } from "../table/tip.js";
import { choosePen, drawing, listenToPens, penned } from "./drawing.js";
import { called } from "./glyphs.js";
import { listenToKeys } from "./keys.js";
import { Live } from "./live.js";
import { listenToLook } from "./look.js";
import { marksOf } from "./marks.js";
import { drawMarks } from "./overlay.js";
import { listenToRemarks, listenToTags, saveComment, showRemarks, showTags, toggleGlyph } from "./remarks.js";
import { command, edit, go, refresh, session, takeOver } from "./session.js";
import { listenToSharing, showSharing } from "./share.js";
import { advised, hearThought, listenToGraph, showThoughts, thinking, wanted } from "./thinking.js";
import { named } from "./tree.js";
import { drawTree, foldAll, markCurrent, showFound, showOthers, toggleFold } from "./view.js";

const attempt = oneAfterAnother();

// -- showing ------------------------------------------------------------------------------------------

session.shown = (stands, animated) => {
  const { node, study } = session;
  table.game = { ...stands, may_move: stands.may_move && study.yours };
  table.entry.reset(stands.next_parts);
  hideTip();
  if (stands.picture) {
    draw(stands.picture, stands.board);
    buildGrid();
    if (animated) animate(stands.last_cells);
  }
  $("status").textContent = stands.status;
  renew($("notes"), ...stands.notes.map((text) => element("p", { text })));
  showEntry();
  markCurrent();
  showRemarks();
  showSharing();
  showThoughts();
  live.tell(node.key, wanted());
  say("");
  history.replaceState(null, "", node.parent ? `#${node.key}` : location.pathname + location.search);
  speak([named(node), ...node.glyphs.map(called), node.after, stands.status].filter(Boolean).join(". "));
};

session.changed = () => {
  const { study } = session;
  $("title").textContent = study.title;
  const { Date: date, Result: result, Termination: reason, Annotator: by } = study.tags;
  const facts = [date, result !== "*" && result, reason?.replaceAll("-", " "), by && _("annotated by %(by)s", { by })];
  $("facts").textContent = facts.filter(Boolean).join(" · ");
  document.body.classList.toggle("only-looking", !study.yours);
  $("looking").hidden = study.yours;
  $("drawing").hidden = !study.yours;
  enable("undo", study.undo);
  enable("redo", study.redo);
  drawTree();
  showRemarks(); // at once, so that typing before the board arrives edits this move's comment
  showTags();
};

function showEntry() {
  if (!table.game.picture) return;
  mark();
  labelGrid();
  choices();
  if (table.game.chance && table.game.may_move) {
    $("choices").hidden = false;
    $("choices").prepend(element("p", {}, button(_("Let chance decide"), "draw", "main")));
  }
  drawMarks(marksOf(session.node), advised());
}

// -- playing ------------------------------------------------------------------------------------------

async function entered(move) {
  say("");
  if (move) return edit({ do: "add", at: session.node.key, moves: [move] });
  showEntry();
  describe();
  return leadKeys();
}

async function click(name) {
  if (drawing.pen) return redraw(penned(name));
  if (!table.mayEnter) return undefined;
  try {
    return await entered(await table.entry.click(name));
  } catch (error) {
    table.entry.reset(table.game.next_parts);
    showEntry();
    throw error;
  }
}

async function back() {
  if (!table.entry.begun) return;
  await table.entry.back();
  showEntry();
}

async function redraw(marks) {
  if (marks !== marksOf(session.node)) await edit({ do: "marks", at: session.node.key, ...marks }, true);
}

// Do what ends this study here; its live connection, which the server would close, ends first.
async function leaving(request) {
  live.stop();
  try {
    return await request();
  } catch (error) {
    live.connect();
    throw error;
  }
}

// A destructive button needs a second click.
function sure(made, words) {
  if (made.dataset.sure) return true;
  const text = made.textContent;
  Object.assign(made.dataset, { sure: "yes" });
  made.textContent = words;
  setTimeout(() => {
    delete made.dataset.sure;
    made.textContent = text;
  }, 4000);
  return false;
}

const actions = {
  first: () => go(session.tree.root),
  previous: () => go(session.node.parent ?? session.node),
  next: () => go(session.node.kids[0] ?? session.node, true),
  last: () => go(session.tree.line(session.node).at(-1)),
  up: () => go(session.tree.beside(session.node, -1) ?? session.node),
  down: () => go(session.tree.beside(session.node, 1) ?? session.node),
  back,
  part: async (made) => entered(await table.entry.word(made.dataset.part)),
  cell: async (made) => entered(await table.entry.enter(["cell", made.dataset.choice])),
  draw: () => command(`nodes/${session.node.key}/draw`),
  glyph: (made) => toggleGlyph(Number(made.dataset.glyph)),
  promote: () => edit({ do: "promote", at: session.node.key }, true),
  main: () => edit({ do: "promote", at: session.node.key, main: true }, true),
  delete: () => edit({ do: "delete", at: session.node.key }),
  undo: () => command("undo"),
  redo: () => command("redo"),
  pen: (made) => choosePen(made.dataset.pen),
  wipe: () => redraw({ cells: {}, arrows: [], labels: {} }),
  unfold: (made) => toggleFold(made.dataset.fold),
  fold(made) {
    const on = made.getAttribute("aria-pressed") !== "true";
    made.setAttribute("aria-pressed", on);
    foldAll(on);
  },
  async flip() {
    settings.flip = settings.flip !== "true";
    await go(session.node);
  },
  think() {
    thinking.on = !thinking.on;
    thinking.thought = null;
    showThoughts();
    drawMarks(marksOf(session.node), advised());
    live.tell(session.node.key, wanted());
  },
  line: (made) => edit({ do: "add", at: session.node.key, moves: thinking.thought.lines[made.dataset.line].moves }, true),
  annotate(made) { // takes long and does not block the page
    made.disabled = true;
    ask(`${api}/annotate`, { by: $("thinker").value })
      .then(({ study }) => attempt(() => takeOver(study)), (error) => say(error.message))
      .finally(() => { made.disabled = false; });
  },
  async copy() {
    location.href = (await ask(`${api}/copy`, {})).path;
  },
  async "renew-edit"(made) {
    if (!sure(made, _("End editing by others?"))) return;
    const { path } = await ask(`${api}/links`, { renew: "edit" });
    document.getElementById("invite").value = new URL(path, location.href).href;
  },
  async "renew-view"(made) {
    if (!sure(made, _("Make all old links useless?"))) return;
    location.href = (await leaving(() => ask(`${api}/links`, { renew: "view" }))).path;
  },
  async remove(made) {
    if (!sure(made, _("Delete for good?"))) return;
    await leaving(() => ask(`${api}/remove`, {}));
    location.href = "/study";
  },
};

const shownMoves = ".tree [data-key], .found [data-key], .same [data-key]";
listenToClicks(`[data-do], ${shownMoves}`, attempt, (made) => (made.dataset.do ? actions[made.dataset.do](made) : go(session.tree.at(made.dataset.key))));

// -- the others, and the bot ------------------------------------------------------------------------------

const annotate = document.querySelector("[data-do=annotate]");

function heard(news) {
  if (news.thought) {
    if (hearThought(news.thought)) drawMarks(marksOf(session.node), advised());
    return;
  }
  const { version, others, annotating } = news;
  annotate.textContent = annotating === null ? _("Annotate the game") : _("Annotating, %(part)s%%", { part: Math.round(100 * annotating) });
  showOthers(others);
  if (version > session.study.version) attempt(async () => {
    if (version > session.study.version) await refresh();
  });
}

const live = new Live(api, heard, (off) => document.body.classList.toggle("offline", off));
for (const id of ["lines", "thinker"]) $(id).addEventListener("change", () => live.tell(session.node.key, wanted()));
listenToGraph((node) => attempt(() => go(node)));
listenToKeys(actions, attempt);
listenToRemarks(attempt);
listenToTags(attempt);
listenToSharing(attempt);
listenToPens((marks) => attempt(() => redraw(marks)));
listenToGrid((name) => attempt(() => click(name)));
listenToPointer({
  begin: (name) => attempt(async () => {
    if (table.entry.chosen.at(-1) !== name) await click(name);
  }),
  click: (name) => attempt(() => click(name)),
  drop: (from, to) => attempt(() => click(to)),
});

$("search").addEventListener("input", () => showFound($("search").value));
$("open").addEventListener("change", () => attempt(async () => {
  await takeOver((await ask(`${api}/sharing`, { open: $("open").checked })).study);
}));

listenToLook(() => attempt(() => go(session.node)));
addEventListener("hashchange", () => attempt(() => go(session.tree.at(location.hash.slice(1)))));
addEventListener("pagehide", () => saveComment());

session.changed();
live.connect();
attempt(() => go(session.tree.at(location.hash.slice(1))));
