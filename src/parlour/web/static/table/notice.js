// A notification of the system when it is one's turn and the page is not before one's eyes.

import { settings, table } from "./table.js";

export const canNotify = () => "Notification" in window && isSecureContext;

// Ask whether it is allowed, and keep the answer.
export async function wantNotices(on) {
  settings.notices = on && (await Notification.requestPermission()) === "granted";
  return settings.notices === "true";
}

export function notice(words) {
  if (!document.hidden || settings.notices !== "true" || !canNotify() || Notification.permission !== "granted") return;
  const shown = new Notification(`${table.game.game.title}: your move`, { body: words, icon: "/static/icon.svg", tag: table.game.id });
  shown.addEventListener("click", () => {
    focus();
    shown.close();
  });
}
