// Tells the deadlines in this machine's time zone too where no zone was chosen, and of moves that fall to you.

import "./links.js";
import { notify } from "./notify.js";

const shown = new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", timeZoneName: "short" });
const abroad = new Date().getTimezoneOffset() !== 0; // in UTC the page says it already
const yours = () => new Set([...document.querySelectorAll("[data-yours]")].map((made) => made.dataset.yours));

function told() {
  for (const made of abroad ? document.querySelectorAll("[data-moment]:empty") : []) made.textContent = ` · ${shown.format(Number(made.dataset.moment))}`;
}

let before = yours();
told();
new MutationObserver(() => {
  told();
  const now = yours();
  const fresh = [...now].filter((game) => !before.has(game)).length;
  if (fresh) notify(fresh === 1 ? "It is your move" : `It is your move in ${fresh} games`, "", "calendar");
  before = now;
}).observe(document.querySelector("main"), { childList: true });
