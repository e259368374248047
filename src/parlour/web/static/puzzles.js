// Solved puzzles: stored in this browser only, marked in the lists.

const key = (game) => `puzzles ${game}`;

function done(game) {
  try {
    return new Set(JSON.parse(localStorage.getItem(key(game)) ?? "[]"));
  } catch {
    return new Set();
  }
}

function keep(game, name) {
  const names = done(game);
  names.add(name);
  localStorage.setItem(key(game), JSON.stringify([...names]));
}

const page = document.querySelector("[data-puzzle]");
if (page) addEventListener("done", () => keep(page.dataset.game, page.dataset.puzzle));

for (const item of document.querySelectorAll("[data-name]")) {
  if (done(item.dataset.of).has(item.dataset.name)) {
    item.classList.add("done");
    item.setAttribute("aria-label", `${item.textContent}, solved`);
  }
}

for (const label of document.querySelectorAll("[data-progress]")) {
  const { progress, count } = label.dataset;
  const number = Math.min(done(progress).size, Number(count));
  if (number) label.textContent = `${number} of ${count} solved`;
}
