// The comment of the current move, saved while typing, and its glyphs.

import { _ } from "../language.js";
import { $, button, element, renew } from "../table/dom.js";
import { called, OFFERED, sign, toggled } from "./glyphs.js";
import { edit, session } from "./session.js";
import { named } from "./tree.js";

const PAUSE = 1200; // milliseconds without typing before a comment is saved

let due = null;
let about = null; // the node of the comment in the field

export function showRemarks() {
  const { node } = session;
  $("about").textContent = named(node);
  renew($("glyphs"), ...OFFERED.map((number) => glyph(node, number)));
  for (const name of ["promote", "main"]) {
    document.querySelector(`[data-do=${name}]`).disabled = session.tree.isMain(node);
  }
  document.querySelector("[data-do=delete]").disabled = !node.parent;
  $("glyphs").hidden = !node.parent;
  showTranspositions(node);
  if (about?.key === node.key && document.activeElement === $("comment")) return;
  about = node;
  $("comment").value = node.after;
}

// Links to other occurrences of the position.
function showTranspositions(node) {
  const others = (node.same ?? []).map((key) => session.tree.byKey.get(key)).filter(Boolean);
  $("same").hidden = !others.length;
  renew($("same"), `${_("Same position:")} `, ...others.flatMap((other, n) => {
    const link = element("button", { type: "button", className: "linklike", text: named(other) });
    link.dataset.key = other.key;
    return n ? [", ", link] : [link];
  }));
}

function glyph(node, number) {
  const made = button(sign(number), "glyph", "quiet", { glyph: number });
  made.title = called(number);
  made.setAttribute("aria-label", called(number));
  made.setAttribute("aria-pressed", node.glyphs.includes(number));
  return made;
}

export const toggleGlyph = (number) => edit({ do: "glyphs", at: session.node.key, glyphs: toggled(session.node.glyphs, number) });

// Save the comment if it has changed.
export async function saveComment() {
  clearTimeout(due);
  due = null;
  const node = session.tree.byKey.get(about?.key);
  const text = $("comment").value.trim(); // not every format keeps spaces at its ends
  if (node && text !== node.after) await edit({ do: "comment", at: node.key, before: node.before, after: text }, true);
}

export function listenToRemarks(attempt) {
  $("comment").addEventListener("input", () => {
    clearTimeout(due);
    due = setTimeout(() => attempt(saveComment), PAUSE);
  });
  $("comment").addEventListener("blur", () => attempt(saveComment));
}

const KNOWN = ["Event", "Site", "Date", "Round", "Result", "Annotator"];

// Fields for the tags of the game.
export function showTags() {
  const { tags, seats } = session.study;
  const seated = seats.map((name) => name.replace(/\W/g, "_"));
  const own = Object.keys(tags).filter((name) => !["Game", "Position", "Termination"].includes(name));
  const names = [...new Set([...KNOWN.slice(0, 3), ...seated, ...KNOWN.slice(3), ...own])];
  const fields = names.map((name) => {
    const input = element("input", { value: tags[name] ?? "", maxLength: 500 });
    input.dataset.tag = name;
    return element("label", { className: "field" }, element("span", { text: name.replaceAll("_", " ") }), input);
  });
  if (!$("tags").contains(document.activeElement)) renew($("tags"), ...fields);
}

export function listenToTags(attempt) {
  $("tags").addEventListener("change", (event) => {
    const { tag } = event.target.dataset;
    if (tag) attempt(() => edit({ do: "tags", tags: { [tag]: event.target.value.trim() } }, true));
  });
}
