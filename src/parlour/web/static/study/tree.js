// The tree of a study: nodes by key, ways through it, search. It knows nothing of the page.

export class Tree {
  // `nodes` as the server sends them: the start first, children as numbers of nodes.
  constructor(nodes) {
    this.nodes = nodes.map((node) => ({ glyphs: [], before: "", after: "", ...node, parent: null, kids: [] }));
    for (const node of this.nodes) {
      node.kids = (node.children ?? []).map((place) => this.nodes[place]);
      for (const child of node.kids) child.parent = node;
    }
    this.root = this.nodes[0];
    this.byKey = new Map(this.nodes.map((node) => [node.key, node]));
  }

  // The node with a key, or the start.
  at(key) {
    return this.byKey.get(key) ?? this.root;
  }

  // The nodes from the start to one, both included.
  path(node) {
    const nodes = [];
    for (let at = node; at; at = at.parent) nodes.push(at);
    return nodes.reverse();
  }

  // A node and the first children after it.
  line(node) {
    const nodes = [node];
    while (nodes.at(-1).kids.length) nodes.push(nodes.at(-1).kids[0]);
    return nodes;
  }

  // The nodes before a node, and after it by its line.
  through(node) {
    return [...this.path(node).slice(0, -1), ...this.line(node)];
  }

  isMain(node) {
    return this.path(node).every((each) => !each.parent || each.parent.kids[0] === each);
  }

  // The other variation above (-1) or below (1): of this move, or of the nearest one before that has any.
  beside(node, way) {
    for (let at = node; at.parent; at = at.parent) {
      const kids = at.parent.kids;
      const other = kids[kids.indexOf(at) + way];
      if (other) return other;
      if (kids.length > 1) return null;
    }
    return null;
  }

  // How many moves there are from a node on, itself included.
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

  // The nodes in whose comments, labels or moves all words are found.
  search(text) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) return [];
    return this.nodes.filter((node) => {
      const said = [node.move, node.before, node.after, ...Object.values(node.labels ?? {})].join(" ").toLowerCase();
      return words.every((word) => said.includes(word));
    });
  }
}

// The words for a node: its number and move.
export const named = (node) => (node.parent ? `${node.number ?? ""} ${node.move}`.trim() : "The start");

// A piece of a comment about the first word that was searched.
export function excerpt(node, text, room = 60) {
  const said = [node.before, node.after].filter(Boolean).join(" ");
  const at = said.toLowerCase().indexOf(text.toLowerCase().split(/\s+/).find(Boolean) ?? "");
  const from = Math.max(0, at - room / 2);
  const piece = said.slice(from, from + room);
  return `${from > 0 ? "…" : ""}${piece}${from + room < said.length ? "…" : ""}`;
}
