// The chat between players; it can be muted.

import { _ } from "../language.js";
import { $, element, renew } from "./dom.js";
import { ask } from "./net.js";
import { api, settings, table } from "./table.js";

export function chat() {
  if (!$("say")) return;
  const muted = settings.muted === "true";
  const made = document.querySelector("[data-do=mute]");
  made.setAttribute("aria-pressed", muted);
  $("chat").hidden = muted || !table.game.chat.length;
  markUnread(muted);
  if (renew($("chat"), ...(muted ? [] : table.game.chat.map(line)))) $("chat").scrollTop = $("chat").scrollHeight;
}

let read = table.game.chat.length; // messages that were on show

// A dot on the button of the chat, where the chat is a drawer that is shut.
function markUnread(muted) {
  const open = $("talk").matches(":popover-open") || getComputedStyle($("talk-button").parentElement).display === "none";
  const count = table.game.chat.length;
  if (open) read = count;
  const unread = !muted && count > read;
  $("talk-button").classList.toggle("unread", unread);
  $("talk-button").setAttribute("aria-label", unread ? _("Chat, new message") : _("Chat"));
}

$("talk")?.addEventListener("toggle", () => markUnread(settings.muted === "true"));

function line([number, words]) {
  const { name, yours } = table.game.seats[number];
  const said = element("li", { className: yours ? "yours" : "" });
  said.append(element("strong", { text: name }), ` ${words}`);
  return said;
}

// Send the message in the field.
export async function talk() {
  const words = $("words").value.trim();
  if (!words) return;
  await ask(`${api}/say`, { text: words });
  $("words").value = "";
}

export function mute() {
  settings.muted = settings.muted !== "true";
  chat();
}
