// Engine analysis: the chance as a bar, lines as text and arrows, and the graph.

import { _ } from "../language.js";
import { $, element, renew } from "../table/dom.js";
import { drawGraph, nearest } from "./graph.js";
import { session } from "./session.js";

const chances = new Map(); // the bot's latest estimates for the first player, by key

export const thinking = { on: false, thought: null };

// The request for analysis: number of lines and engine; "" is our strongest bot.
export const wanted = () => ({ lines: thinking.on ? Number($("lines").value) : 0, by: $("thinker").value });

const chanceOf = (node) => chances.get(node.key) ?? node.chance ?? null;

// The arrows of the bot's lines, the best first, as [from, to].
export function advised() {
  const { thought } = thinking;
  if (!thinking.on || thought?.key !== session.node.key) return [];
  return thought.lines.slice(0, 3).map(({ arrows }) => arrows.map((row) => [row[0], row.at(-1)])[0]).filter(Boolean);
}

// Store an analysis; returns whether it is for the current node.
export function hearThought(thought) {
  if (typeof thought.chance === "number") chances.set(thought.key, thought.chance);
  if (thought.key !== session.node.key) return false;
  thinking.thought = thought;
  showThoughts();
  return true;
}

export function showThoughts() {
  const { thought } = thinking;
  const here = thinking.on && thought?.key === session.node.key ? thought : null;
  $("verdict").hidden = !thinking.on;
  $("thoughts").hidden = !here?.lines.length;
  $("lines").hidden = !thinking.on;
  document.querySelector("[data-do=think]").setAttribute("aria-pressed", thinking.on);
  renew($("verdict"), ...(here ? verdict(here) : [_("Thinking…")]));
  renew($("thoughts"), ...(here?.lines ?? []).map(lineItem));
  bar();
  drawGraph(session.tree.through(session.node), chanceOf, session.node, session.study.names[0]);
}

function verdict(thought) {
  const { nodes, depth, sure, round, rounds } = thought;
  const many = nodes > 999_999 ? _("%(number)s million positions", { number: (nodes / 1e6).toFixed(1) }) : _("%(number)s thousand positions", { number: Math.round(nodes / 1000) });
  const looked = nodes ? `${depth ? `${_("%(depth)s moves deep", { depth })}, ` : ""}${many}` : "";
  const state = sure ? _("proven") : round === rounds ? _("done") : "";
  return [element("strong", { text: thought.verdict || thought.words }), element("small", { text: [looked, state].filter(Boolean).join(" · ") })];
}

function lineItem({ chance, moves }, place) {
  const made = element("button", { type: "button" }, element("b", { text: chance }), element("span", { text: moves.join("  ") }));
  made.title = _("Add this line to the tree");
  Object.assign(made.dataset, { do: "line", line: place });
  return element("li", {}, made);
}

// The bar beside the board; the first player's part is on that player's side.
function bar() {
  const chance = chanceOf(session.node);
  $("bar").hidden = chance === null;
  if (chance === null) return;
  const part = Math.round(100 * chance);
  $("bar").firstElementChild.style.height = `${part}%`;
  $("bar").setAttribute("aria-label", _("%(name)s's chance of winning: %(part)s%%", { name: session.study.names[0], part }));
  $("bar").title = $("bar").getAttribute("aria-label");
}

export function listenToGraph(go) {
  $("graph").addEventListener("click", (event) => {
    const { left, width } = $("graph").getBoundingClientRect();
    go(nearest(session.tree.through(session.node), (event.clientX - left) / width));
  });
}
