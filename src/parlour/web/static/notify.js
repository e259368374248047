// System notifications for your turn, while the page is in the background.

export const canNotify = () => "Notification" in window && isSecureContext;
export const wantsNotices = () => localStorage.getItem("notices") === "true" && canNotify() && Notification.permission === "granted";

// Ask for permission and store the setting.
export async function wantNotices(on) {
  localStorage.setItem("notices", on && (await Notification.requestPermission()) === "granted");
  return wantsNotices();
}

// A notification replaces the last one with the same `tag`.
export function notify(title, body, tag) {
  if (!document.hidden || !wantsNotices()) return;
  const shown = new Notification(title, { body, icon: new URL("icon.svg", import.meta.url).href, tag });
  shown.addEventListener("click", () => {
    focus();
    shown.close();
  });
}
