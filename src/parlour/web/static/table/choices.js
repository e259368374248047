// Choices besides the board: parts of a move, and small cells as buttons.

import { _ } from "../language.js";
import { $, button, element, renew, speak } from "./dom.js";
import { scale } from "./picture.js";
import { drawing, stock, stockWords, turned } from "./stock.js";
import { table } from "./table.js";

const MANY = 24; // parts; more of them are smaller
const SMALL = 26; // pixels; closer cells are hard to touch
const FEW = 16; // cells

export function choices() {
  if (document.querySelector(".ghost, .carried")) return false; // the board must not move under a drag
  const { next, begun, steps } = table.entry;
  const may = table.mayEnter;
  const parts = may && !table.arranging && !(table.game.game.lifts && !begun) ? next.parts : []; // pieces are lifted from the board
  const cells = may ? smallCells(next.cells) : [];
  const held = stock();
  const pictured = stockWords();
  const taken = table.game.game.lifts || pictured.has(steps[0]?.[1]); // its ring or its tile says so
  const unfinished = may && begun && !(taken && steps.length === 1) && (parts.length > 0 || steps.length > 1 || steps[0][0] === "word");
  const rows = table.past === null ? table.game.ladder : [];
  const said = may && !table.arranging ? next.prompt : "";
  $("choices").hidden = !parts.length && !cells.length && !unfinished && !rows.length && !held && !said;
  if ($("choices").hidden) return renew($("choices"));
  const bids = new Set(rows.flat().map(({ text }) => text));
  const others = parts.filter(({ text }) => !bids.has(text) && !pictured.has(text));
  const row = element("div", { className: others.length > MANY ? "parts many" : "parts" });
  row.append(...others.map(choice), ...cells);
  const climbed = rows.length ? [ladder(rows, new Set(parts.map(({ text }) => text)))] : [];
  const above = unfinished ? [beginning(said || next.beginning, said ? "prompt" : "beginning")] : said ? [element("p", { className: "prompt", text: said })] : [];
  const seen = $("choices").querySelector(".stock-row")?.scrollLeft ?? 0;
  const renewed = renew($("choices"), ...above, ...climbed, ...(held ? [held] : []), row);
  if (held) held.querySelector(".stock-row").scrollLeft = seen;
  $("board").style.setProperty("--choices", `${$("choices").offsetHeight}px`); // the board makes room for a tall list
  return renewed;
}

function choice(part) {
  if (Number.isInteger(part.turned)) return turned(part);
  return button(part.label, "part", part.main ? "main" : "quiet", { part: part.text });
}

// The bids of an auction, the lowest row at the bottom; possible bids are buttons.
function ladder(rows, may) {
  const foot = Math.max(0, rows.findLastIndex((row) => row.some(({ by }) => by)));
  const body = element("tbody");
  for (const row of rows.slice(foot).reverse()) body.append(element("tr", {}, ...row.map((rung) => element("td", {}, bid(rung, may)))));
  return element("table", { className: "ladder" }, element("caption", { className: "unseen", text: _("Bids") }), ...ladderHead(), body);
}

function ladderHead() {
  const heads = (table.game.ladder_heads ?? []).map(({ name, picture }) => {
    const head = element("th", { scope: "col", text: name });
    if (picture) head.prepend(drawing(picture));
    return head;
  });
  return heads.length ? [element("thead", {}, element("tr", {}, ...heads))] : [];
}

function bid({ text, label, by, short }, may) {
  const shown = short || label;
  if (!may.has(text)) return element("span", { className: by ? "made" : "", text: by ? `${shown}: ${by}` : shown });
  const made = button(shown, "part", "quiet", { part: text });
  made.ariaLabel = label;
  return made;
}

const beginning = (text, className) => element("p", {}, element("span", { className, text }), button(_("Back"), "back", "quiet"));

// Buttons for the possible next cells, if the cells are too small to touch.
function smallCells(names) {
  if (names.length > FEW || names.length < 2) return [];
  if (table.board.narrowest(names) * scale() >= SMALL) return [];
  return names.map((name) => {
    const made = button(name, "cell", "quiet", { choice: name });
    made.title = table.board.words(name);
    return made;
  });
}

// Tell screen readers what was entered and what can follow.
export function describe() {
  const { next, begun } = table.entry;
  if (!begun) return;
  const ways = [...next.cells, ...next.parts.map((part) => part.label)].slice(0, 12);
  const onward = ways.length ? ` ${_("Continue with %(ways)s.", { ways: ways.join(", ") })}` : "";
  speak(`${next.prompt || `${next.beginning}.`}${onward}`);
}
