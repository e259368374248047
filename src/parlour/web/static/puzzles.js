// Solved puzzles, the rating and the streak: stored in this browser only.

import { _ } from "./language.js";
import { FRESH, count, counted, recordWords } from "./puzzle_record.js";

const RECORD = "puzzle record";
const key = (game) => `puzzles ${game}`;

function stored(name, usual) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? usual;
  } catch {
    return usual;
  }
}

const done = (game) => new Set(stored(key(game), []));

function keep(game, name) {
  const names = done(game).add(name);
  localStorage.setItem(key(game), JSON.stringify([...names]));
}

function showRecord() {
  const record = stored(RECORD, FRESH);
  const line = document.getElementById("record");
  if (!line) return;
  line.hidden = count(record) === 0;
  line.textContent = recordWords(record);
}

const page = document.querySelector("[data-puzzle]");

function settle(solved) {
  const { game, puzzle, difficulty } = page.dataset;
  const record = counted(stored(RECORD, FRESH), { game, puzzle, difficulty: Number(difficulty) }, solved);
  localStorage.setItem(RECORD, JSON.stringify(record));
  showRecord();
}

if (page) {
  addEventListener("done", () => {
    keep(page.dataset.game, page.dataset.puzzle);
    settle(true);
  });
  for (const kind of ["failed", "helped"]) addEventListener(kind, () => settle(false));
}

showRecord();

for (const item of document.querySelectorAll("[data-name]")) {
  if (done(item.dataset.of).has(item.dataset.name)) {
    item.classList.add("done");
    item.setAttribute("aria-label", _("%(number)s, solved", { number: item.textContent }));
  }
}

for (const label of document.querySelectorAll("[data-progress]")) {
  const { progress, count: all } = label.dataset;
  const number = Math.min(done(progress).size, Number(all));
  if (number) label.textContent = _("%(number)s of %(all)s solved", { number, all });
}
