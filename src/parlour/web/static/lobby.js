// The home page: games are filtered without a reload, and a record's file is read into its form.

const cards = [...document.querySelectorAll("#games > li")];
const links = [...document.querySelectorAll("a[data-filter]")];
const narrow = document.getElementById("narrow");

const chosen = () => links.filter((link) => link.hasAttribute("aria-current")).map((link) => link.dataset.filter);

function show() {
  const filters = chosen().filter(Boolean);
  const words = narrow.value.trim().toLowerCase().split(/\s+/);
  for (const card of cards) {
    const fits = card.dataset.fits.split(" ");
    const text = card.textContent.toLowerCase();
    card.hidden = !filters.every((name) => fits.includes(name)) || !words.every((word) => text.includes(word));
  }
  document.getElementById("none").hidden = cards.some((card) => !card.hidden);
}

// Of each row one filter can be on; a second click takes it off.
function choose(link) {
  const { filter } = link.dataset;
  const wasOn = link.hasAttribute("aria-current");
  const row = filter.split("-")[0];
  for (const other of links) {
    if (!filter || !other.dataset.filter || other.dataset.filter.startsWith(`${row}-`)) other.removeAttribute("aria-current");
  }
  if (filter && !wasOn) link.setAttribute("aria-current", "true");
  if (!chosen().length) links.find((each) => !each.dataset.filter).setAttribute("aria-current", "true");
  const query = new URLSearchParams(chosen().filter(Boolean).map((name) => name.split("-")));
  history.replaceState(null, "", `?${query}#all`);
}

for (const link of links) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    if (!link.dataset.filter) narrow.value = "";
    choose(link);
    show();
  });
}
narrow.hidden = false;
narrow.addEventListener("input", show);

// Open seats come and go; a list in use is left alone.
async function showSeats() {
  const list = document.getElementById("open-seats");
  if (document.hidden || list.contains(document.activeElement)) return;
  const answer = await fetch("/challenges").catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("open-seats");
  if (fresh.textContent !== list.textContent) list.replaceWith(fresh);
}

setInterval(showSeats, 3000);

const into = (input, file) => file?.text().then((text) => {
  document.getElementById(input.dataset.into).value = text;
});

for (const input of document.querySelectorAll("input[type=file][data-into]")) {
  input.closest("label").hidden = false;
  input.addEventListener("change", () => into(input, input.files[0]));
  const form = input.closest("form");
  // a file dropped anywhere on the page is opened
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    into(input, event.dataTransfer.files[0])?.then(() => form.requestSubmit());
  });
}
