// The state of a study page: the study, its tree, the current node; navigation and edits.

import { $ } from "../table/dom.js";
import { ask } from "../table/net.js";
import { api, query, table } from "../table/table.js";
import { Tree } from "./tree.js";

const { study } = JSON.parse($("data").textContent);

const REMEMBERED = 200; // cached boards; a node's board never changes

export const session = {
  study,
  tree: new Tree(study.nodes),
  node: null, // the current node
  shown: () => {}, // called when the board changes
  changed: () => {}, // called when the study changes
};
session.node = session.tree.root;

const boards = new Map();

// The board of a node from the server.
export async function boardOf(key) {
  const name = `${key}?${query()}`;
  if (!boards.has(name)) {
    boards.set(name, await ask(`${api}/nodes/${key}?${query()}`));
    if (boards.size > REMEMBERED) boards.delete(boards.keys().next().value);
  }
  return boards.get(name);
}

// Go to a node.
export async function go(node, animated = false) {
  const stands = await boardOf(node.key);
  session.node = session.tree.at(node.key);
  session.shown(stands, animated);
  const next = session.node.kids[0];
  if (next) boardOf(next.key).catch(() => {});
}

// Replace the study by a version from the server, and go to a node.
export async function takeOver(sent, key = session.node.key) {
  session.study = sent;
  session.tree = new Tree(sent.nodes);
  let node = session.tree.byKey.get(key);
  for (let at = session.node; !node && at; at = at.parent) node = session.tree.byKey.get(at.key);
  const moved = node !== undefined && node.parent?.key === session.node.key;
  session.node = node ?? session.tree.root;
  session.changed();
  await go(session.node, moved);
}

// Apply an edit. It is saved when this resolves; the page goes to the resulting node.
export async function edit(what, stay = false) {
  const { at, study: sent } = await ask(`${api}/edits`, { edit: what });
  await takeOver(sent, stay ? session.node.key : at);
}

export async function command(name) {
  const { study: sent, at } = await ask(`${api}/${name}`, {});
  await takeOver(sent, at || session.node.key);
}

// Reload the study, after someone else has changed it.
export async function refresh() {
  await takeOver(await ask(api));
}

table.entry.ask = (steps) => ask(`${api}/nodes/${session.node.key}/steps`, { steps });
