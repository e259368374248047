// What players have beside the board, such as a hand of tiles: the near player's among the choices,
// the other's above the board.

import { $, button, element, renew } from "./dom.js";
import { table } from "./table.js";

const MANY = 9; // things; on a desk more of them are beside the board

// A small picture from its text.
export const drawing = (picture) => document.importNode(new DOMParser().parseFromString(picture, "image/svg+xml").documentElement, true);

// The words by which the players take something.
export const stockWords = () => new Set((table.game.stocks ?? []).flatMap(({ items }) => items.map(({ text }) => text)));

// The stock from which may be taken now, otherwise the near player's, or null; others are renewed in
// their own box.
export function stock() {
  const all = table.game.stocks ?? [];
  const may = possibleWords();
  const nearest = [...all.filter(({ seat }) => seat === table.near), ...all];
  const near = nearest.find(({ items }) => items.some(({ text }) => may.has(text))) ?? nearest[0] ?? null;
  const far = all.filter((one) => one !== near && one.items.length);
  if ($("far-stock")) {
    $("far-stock").hidden = !far.length;
    renew($("far-stock"), ...far.map(drawn));
  }
  $("board").parentNode.classList.toggle("stocked", near?.items.length > MANY);
  return near && (near.items.length || near.title) ? drawn(near) : null;
}

// The words with which a move may begin now.
const possibleWords = () => new Set(table.mayEnter ? table.entry.first.parts.map(({ text }) => text) : []);

function drawn({ title, items }) {
  const { entry, mayEnter } = table;
  const may = possibleWords();
  const chosen = mayEnter && entry.begun ? entry.steps[0][1] : null;
  const row = element("div", { className: "stock-row" }, ...items.map((item) => tile(item, may.has(item.text), item.text === chosen)));
  return element("div", { className: "stock" }, ...(title ? [element("p", { text: title })] : []), row);
}

// A way to turn what was taken, shown by its turned picture.
export function turned({ text, label, turned: degrees }) {
  const [[, taken]] = table.entry.steps;
  const { picture } = table.game.stocks.flatMap(({ items }) => items).find((item) => item.text === taken);
  const made = pictured(text, label, picture);
  made.ariaLabel = label;
  made.firstChild.style.transform = `rotate(${degrees}deg)`;
  return made;
}

function pictured(text, label, picture) {
  const made = button("", "part", "tile", { part: text });
  made.title = label;
  made.append(drawing(picture));
  return made;
}

function tile({ text, label, note, count, speaks, picture }, may, chosen) {
  const made = pictured(text, label, picture);
  made.disabled = !may;
  made.setAttribute("aria-pressed", chosen);
  if (speaks) made.ariaLabel = label;
  else made.append(element("span", { className: "tile-name", text: label }));
  if (count > 1) made.append(element("b", { text: `×${count}` }));
  if (note) made.append(element("small", { text: note }));
  return made;
}
