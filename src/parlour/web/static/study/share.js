// Sharing and saving: links, records in all formats with their losses, pictures.

import { _ } from "../language.js";
import { $ } from "../table/dom.js";
import { ask } from "../table/net.js";
import { api, query, table } from "../table/table.js";
import { session } from "./session.js";

const page = () => `/study/${session.study.id}`;

let asked = null; // the format and version of the last request for losses

export function showSharing() {
  const { study, node } = session;
  const { key } = node;
  $("open").checked = study.open;
  $("open").disabled = !study.owner;
  $("link").value = `${location.origin}${page()}${node.parent ? `#${key}` : ""}`;
  $("position").value = table.game.position;
  const { id, hidden } = table.game.game;
  $("from").hidden = hidden || !table.game.position || !table.game.may_move;
  $("from").href = `/new/${id}?${new URLSearchParams({ position: table.game.position })}`;
  if ($("change")) $("change").href = `/study/setup?${new URLSearchParams({ position: table.game.position })}`;
  $("frame-field").hidden = !session.study.open;
  $("frame").value = `<iframe src="${location.origin}${addressOf("html", key)}&frame=true" width="400" height="480" title="${document.title}"></iframe>`;
  for (const made of document.querySelectorAll("[data-picture]")) made.href = addressOf(made.dataset.picture, key);
  if ($("sharing").open) showLosses().catch(() => {});
}

function addressOf(kind, key) {
  const end = session.tree.line(session.node).at(-1).key;
  return {
    svg: `${page()}/picture/${key}.svg?${query()}`,
    png: `${page()}/picture/${key}.png?${query()}`,
    gif: `${page()}/line/${end}.gif?${query()}`,
    strip: `${page()}/strip/${end}.svg?${query()}&after=${key}`,
    html: `${page()}/embed/${key}.html?${query()}`,
    print: `${page()}/print?${query()}`,
  }[kind];
}

// Show what the chosen format cannot save.
export async function showLosses() {
  const form = $("form").value;
  const now = `${form} ${session.study.version}`;
  if (asked === now) return;
  asked = now;
  const { able, losses, words } = await ask(`${api}/losses/${form}`);
  $("save").querySelector("button").disabled = !able;
  const lines = losses.slice(0, 8).map((loss) => `• ${loss}`);
  if (losses.length > 8) lines.push(_("and %(number)s more", { number: losses.length - 8 }));
  $("losses").textContent = !able ? words : losses.length ? `${_("This format cannot save:")}\n${lines.join("\n")}` : _("This format saves everything.");
}

export function listenToSharing(attempt) {
  $("form").addEventListener("change", () => attempt(showLosses));
  $("sharing").addEventListener("toggle", () => attempt(showLosses));
  for (const field of document.querySelectorAll("#link, #position, [data-link]")) field.addEventListener("focus", () => field.select());
  for (const field of document.querySelectorAll("[data-link]")) field.value = new URL(field.value, location.href).href;
}
