// Shows deadlines in this machine's time zone if none is set, and notifies you of new turns.

import { locale, ngettext } from "./language.js";
import "./links.js";
import { notify } from "./notify.js";

const shown = new Intl.DateTimeFormat(locale, { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", timeZoneName: "short" });
const abroad = new Date().getTimezoneOffset() !== 0; // the page shows UTC already
const yours = () => new Set([...document.querySelectorAll("[data-yours]")].map((made) => made.dataset.yours));

function fillIn() {
  for (const made of abroad ? document.querySelectorAll("[data-moment]:empty") : []) made.textContent = ` · ${shown.format(Number(made.dataset.moment))}`;
}

let before = yours();
fillIn();
new MutationObserver(() => {
  fillIn();
  const now = yours();
  const fresh = [...now].filter((game) => !before.has(game)).length;
  if (fresh) notify(ngettext("Your move", "Your move in %(num)s games", fresh), "", "calendar");
  before = now;
}).observe(document.querySelector("main"), { childList: true });
