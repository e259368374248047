// The header of every page: the games in which it is your move, and the appearance.

import { ngettext } from "./language.js";
import { cookie, setCookie } from "./cookies.js";
import { choose } from "./scheme.js";

const EVERY = 60_000; // milliseconds

const badge = document.getElementById("turns");
const title = document.title;

// The badge leads to another game than the one on this page.
async function countTurns() {
  if (document.hidden) return;
  const sent = await fetch("/api/turns").then((answer) => answer.ok && answer.json(), () => null);
  if (!sent) return;
  const others = sent.games.filter((id) => location.pathname !== `/games/${id}`);
  badge.hidden = !others.length;
  const count = document.createElement("b");
  count.textContent = others.length;
  badge.replaceChildren(count, ` ${ngettext("game: your move", "games: your move", others.length)}`);
  badge.href = others.length ? `/games/${others[0]}` : "/#recent";
  if (!location.pathname.startsWith("/games/")) {
    document.title = others.length ? `(${others.length}) ${title}` : title;
  }
}

function listenToAppearance(form) {
  form.querySelector("button").hidden = true;
  form.addEventListener("change", () => {
    const { scheme, skin, language } = Object.fromEntries(new FormData(form));
    const before = [cookie("skin"), cookie("language")];
    choose(scheme);
    setCookie("skin", skin);
    setCookie("language", language);
    if (skin !== before[0] || language !== before[1]) location.reload();
  });
}

listenToAppearance(document.getElementById("appearance"));
document.addEventListener("visibilitychange", countTurns);
setInterval(countTurns, EVERY);
countTurns();
