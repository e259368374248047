// The tree of a study, independent of the page: nodes by key, navigation, search.

import { _ } from "../language.js";

export class Tree {
  // `nodes` from the server: the root first, children as indices.
  constructor(nodes) {
    this.nodes = nodes.map((node) => ({ glyphs: [], before: "", after: "", ...node, parent: null, kids: [] }));
    for (const node of this.nodes) {
      node.kids = (node.children ?? []).map((place) => this.nodes[place]);
      for (const child of node.kids) child.parent = node;
    }
    this.root = this.nodes[0];
    this.byKey = new Map(this.nodes.map((node) => [node.key, node]));
  }

  // The node with a key, or after `ply-N` moves of the main line; else the root.
  at(key) {
    const ply = /^ply-(\d+)$/.exec(key)?.[1];
    if (ply === undefined) return this.byKey.get(key) ?? this.root;
    const line = this.line(this.root);
    return line[Math.min(ply, line.length - 1)];
  }

  // The nodes from the root to a node, inclusive.
  path(node) {
    const nodes = [];
    for (let at = node; at; at = at.parent) nodes.push(at);
    return nodes.reverse();
  }

  // A node and its main line.
  line(node) {
    const nodes = [node];
    while (nodes.at(-1).kids.length) nodes.push(nodes.at(-1).kids[0]);
    return nodes;
  }

  // The path to a node and its main line.
  through(node) {
    return [...this.path(node).slice(0, -1), ...this.line(node)];
  }

  isMain(node) {
    return this.path(node).every((each) => !each.parent || each.parent.kids[0] === each);
  }

  // The variation above (-1) or below (1), of this move or of the nearest earlier one with variations.
  beside(node, way) {
    for (let at = node; at.parent; at = at.parent) {
      const kids = at.parent.kids;
      const other = kids[kids.indexOf(at) + way];
      if (other) return other;
      if (kids.length > 1) return null;
    }
    return null;
  }

  // The number of moves from a node on, inclusive.
  size(node) {
    let count = 0;
    const waiting = [node];
    while (waiting.length) {
      const at = waiting.pop();
      count += 1;
      waiting.push(...at.kids);
    }
    return count;
  }

  // The nodes with all words in their comments, labels or moves.
  search(text) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) return [];
    return this.nodes.filter((node) => {
      const said = [node.move, node.before, node.after, ...Object.values(node.labels ?? {})].join(" ").toLowerCase();
      return words.every((word) => said.includes(word));
    });
  }
}

// A node's number and move.
export const named = (node) => (node.parent ? `${node.number ?? ""} ${node.move}`.trim() : _("The start"));

// An excerpt of a comment around the first search word.
export function excerpt(node, text, room = 60) {
  const said = [node.before, node.after].filter(Boolean).join(" ");
  const at = said.toLowerCase().indexOf(text.toLowerCase().split(/\s+/).find(Boolean) ?? "");
  const from = Math.max(0, at - room / 2);
  const piece = said.slice(from, from + room);
  return `${from > 0 ? "…" : ""}${piece}${from + room < said.length ? "…" : ""}`;
}
