// The tree on the page: the main line as text, variations as lists below the moves they replace.

import { _ } from "../language.js";
import { $, button, element, renew } from "../table/dom.js";
import { called, sign } from "./glyphs.js";
import { session } from "./session.js";
import { excerpt, named } from "./tree.js";

const DEEP = 3; // depth of variations that start folded
const MANY = 300; // moves; larger trees fold earlier

const folded = new Map(); // folded or unfolded by the user, by key

export function foldAll(on) {
  for (const node of session.tree.nodes) if (node.parent?.kids[0] !== node) folded.set(node.key, on);
  drawTree();
}

export function toggleFold(key) {
  const node = session.tree.at(key);
  folded.set(key, !isFolded(node, depthOf(node)));
  drawTree();
  $("tree").querySelector(`[data-fold="${CSS.escape(key)}"]`)?.focus();
}

const depthOf = (node) => session.tree.path(node).filter((each) => each.parent && each.parent.kids[0] !== each).length;

function isFolded(node, depth) {
  if (folded.has(node.key)) return folded.get(node.key);
  return depth > (session.tree.nodes.length > MANY ? 1 : DEEP);
}

// Draw the tree, reusing existing elements.
export function drawTree() {
  const { root } = session.tree;
  const top = element("div", { className: "line main" });
  comment(top, root.after);
  if (root.kids.length) line(top, root.kids[0], 0);
  else if (session.study.yours) top.append(element("p", { className: "empty", text: _("No moves yet. Play one on the board.") }));
  renew($("tree"), top);
  markCurrent();
  showOthers();
}

function line(box, first, depth) {
  let bare = true; // whether the next move needs its number
  for (let node = first; node; node = node.kids[0]) {
    comment(box, node.before);
    box.append(moveOf(node, bare || Boolean(node.before)));
    comment(box, node.after);
    bare = Boolean(node.after);
    const others = node.parent.kids[0] === node ? node.parent.kids.slice(1) : [];
    if (!others.length) continue;
    box.append(element("ul", { ariaLabel: _("Instead of %(move)s", { move: named(node) }) }, ...others.map((other) => variation(other, depth + 1))));
    bare = true;
  }
}

function variation(node, depth) {
  const item = element("li");
  const away = isFolded(node, depth) && !session.tree.path(session.node).includes(node);
  const fold = button(away ? "▸" : "▾", "unfold", "fold", { fold: node.key });
  fold.className = "fold";
  fold.setAttribute("aria-expanded", !away);
  fold.setAttribute("aria-label", _("Variation %(move)s", { move: named(node) }));
  item.append(fold);
  if (!away) {
    line(item, node, depth);
    return item;
  }
  const more = session.tree.size(node) - 1;
  item.append(moveOf(node, true));
  if (more) item.append(element("span", { className: "rest", text: _("and %(number)s more", { number: more }) }));
  return item;
}

function moveOf(node, bare) {
  const made = element("button", { type: "button", tabIndex: -1, className: node.seat === -1 ? "move chance" : "move" });
  made.dataset.key = node.key;
  const number = node.number ?? "";
  if (number && (bare || !number.endsWith("..."))) made.append(element("span", { className: "number", text: number }), " ");
  made.append(node.move.length > 40 ? `${node.move.slice(0, 38)}…` : node.move);
  for (const glyph of node.glyphs) made.append(element("span", { className: `glyph g${glyph}`, text: sign(glyph), title: called(glyph) }));
  const drawn = Object.keys(node.cells ?? {}).length + (node.arrows ?? []).length + Object.keys(node.labels ?? {}).length;
  if (drawn) made.append(element("span", { className: "drawn", text: "✎", title: _("has drawings") }));
  if (node.same) made.append(element("span", { className: "same", text: "⇄", title: _("The same position occurs elsewhere in this study") }));
  if (node.glyphs.length) made.setAttribute("aria-label", `${named(node)}, ${node.glyphs.map(called).join(", ")}`);
  return made;
}

function comment(box, text) {
  if (text) box.append(element("span", { className: "comment", text }));
}

// Mark the current node and unfold the variations around it.
export function markCurrent() {
  const { node } = session;
  const box = $("tree");
  for (const old of box.querySelectorAll("[aria-current]")) {
    old.removeAttribute("aria-current");
    old.tabIndex = -1;
  }
  if (!node.parent) {
    box.scrollTop = 0;
    const first = box.querySelector(".move");
    if (first) first.tabIndex = 0;
    return;
  }
  const here = box.querySelector(`.move[data-key="${CSS.escape(node.key)}"]`);
  if (!here) {
    for (const each of session.tree.path(node)) if (folded.get(each.key)) folded.set(each.key, false);
    drawTree();
    return;
  }
  here.setAttribute("aria-current", "true");
  here.tabIndex = 0;
  if (box.contains(document.activeElement)) here.focus({ preventScroll: true });
  const [top, bottom] = [here.offsetTop - 40, here.offsetTop + here.offsetHeight + 60];
  if (top < box.scrollTop) box.scrollTop = top;
  else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
}

// The search results as links to the moves.
export function showFound(text) {
  const found = session.tree.search(text).slice(0, 60);
  $("found").hidden = !text.trim();
  const items = found.map((node) => {
    const made = element("button", { type: "button" }, element("strong", { text: named(node) }), ` ${excerpt(node, text)}`);
    made.dataset.key = node.key;
    return element("li", {}, made);
  });
  if (!items.length) items.push(element("li", { className: "empty", text: _("No results.") }));
  renew($("found"), ...items);
}

const HUES = 6; // colours of other viewers
let present = {};

// Show other viewers as dots; `others` has their nodes' keys.
export function showOthers(others = present) {
  present = others;
  for (const old of $("tree").querySelectorAll(".here")) old.remove();
  for (const [who, key] of Object.entries(others)) {
    const move = $("tree").querySelector(`.move[data-key="${CSS.escape(key)}"]`);
    const dot = element("span", { className: `here hue-${Number(who) % HUES}`, title: _("Someone is here") });
    move?.append(dot);
  }
}
