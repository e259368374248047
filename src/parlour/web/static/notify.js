// A notification of the system when it is one's turn and the page is not before one's eyes.

export const canNotify = () => "Notification" in window && isSecureContext;
export const wantsNotices = () => localStorage.getItem("notices") === "true" && canNotify() && Notification.permission === "granted";

// Ask whether it is allowed, and keep the answer.
export async function wantNotices(on) {
  localStorage.setItem("notices", on && (await Notification.requestPermission()) === "granted");
  return wantsNotices();
}

// `tag`: a notice takes the place of the last one with the same.
export function notify(title, body, tag) {
  if (!document.hidden || !wantsNotices()) return;
  const shown = new Notification(title, { body, icon: "/static/icon.svg", tag });
  shown.addEventListener("click", () => {
    focus();
    shown.close();
  });
}
