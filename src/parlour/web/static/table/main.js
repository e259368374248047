// The game page. The server knows the rules and sends the possible next steps.

import { _ } from "../language.js";
import { night } from "../scheme.js";
import { mute, talk } from "./chat.js";
import { listenToButtons } from "./doing.js";
import { $, alert, say } from "./dom.js";
import { back, forget } from "./entering.js";
import { canNotify, wantNotices, wantsNotices } from "../notify.js";
import { ask, Live, SILENCE } from "./net.js";
import { arranging, claiming } from "./panels.js";
import { enter, listenToBoard, play, shown } from "./play.js";
import { listenToReadings } from "./readings.js";
import { review } from "./review.js";
import { arrive, attempt, lookAt, now, redraw, refreshPage, showBoard, showHint } from "./showing.js";
import { api, query, settings, table } from "./table.js";
import { sound } from "./sound.js";
import { hear, lag, measure } from "./ticking.js";
import { hideTip, wordSoon } from "./tip.js";
import { lineTexts } from "./words.js";
import { zoom } from "./zoom.js";

// -- actions ------------------------------------------------------------------------------------------

async function playAgain(keep) {
  location.href = (await ask(`${api}/rematch`, { keep })).path;
}

export const actions = {
  first: () => lookAt(0),
  previous: () => lookAt(now() - 1),
  next: () => lookAt(now() + 1),
  last: () => lookAt(table.game.ply),
  back,
  part: (made) => enter(["word", made.dataset.part]),
  cell: (made) => enter(["cell", made.dataset.choice]),
  take: async (made) => shown(await ask(`${api}/take`, { name: made.dataset.name, ply: table.game.ply, ...lag() })),
  agree: () => ask(`${api}/answer`, { agree: true }),
  decline() {
    table.answered = true;
    return ask(`${api}/answer`, { agree: false });
  },
  async arrange() {
    table.arranging = !table.arranging;
    table.lifted = null;
    say(table.arranging ? _("Choose an unplayed piece, then its new cell.") : "");
    arranging();
    forget();
  },
  async flip() {
    closeDrawers();
    settings.flip = settings.flip !== "true";
    await redraw();
  },
  async undo() {
    closeDrawers();
    await ask(`${api}/undo`, {});
    say("");
  },
  async draw() {
    closeDrawers();
    say(_("Offering a draw…"), "news");
    const { result } = await ask(`${api}/draw`, {});
    say(result === "declined" ? _("The bot declined the draw.") : "", "news");
  },
  async claim() {
    closeDrawers();
    await ask(`${api}/claim`, {});
  },
  announce() {
    closeDrawers();
    table.claiming = !table.claiming;
    say(table.claiming ? "Now make the move that brings the draw about: it is claimed, then played." : "", "news");
    claiming();
  },
  aside() {
    table.aside = true;
    $("ending").hidden = true;
  },
  resign: () => sure(true),
  stay: () => sure(false),
  async give() {
    sure(false);
    closeDrawers();
    await ask(`${api}/resign`, {});
  },
  review,
  mute,
  zoom,
  ply: (made) => lookAt(Number(made.dataset.to)),
  async hint() {
    closeDrawers();
    say(_("Finding a good move…"), "news");
    const sent = await ask(`${api}/hint`, {});
    if (sent.result === "asked") say("");
    else showHint(sent);
  },
  line() {
    const { words } = table.hint;
    say(`${lineTexts(table.game, table.hint, settings.notation).join(", ")}${words ? ` (${words})` : ""}.`, "news");
  },
  rematch: () => playAgain(null),
  "table-all": () => playAgain("all"),
  "table-winner": () => playAgain("winner"),
  async analyse() {
    const seen = now();
    location.href = `${(await ask(`${api}/study`, {})).path}#ply-${seen}`;
  },
  async look() {
    table.viewed = table.game.turn;
    table.live.connect();
  },
  async copy(made) {
    const field = made.previousElementSibling.querySelector("[data-link]");
    try {
      await navigator.clipboard.writeText(field.value);
      say(_("Link copied."));
    } catch {
      field.select();
    }
  },
  rules() {
    closeDrawers();
    const open = $("rules").toggleAttribute("open");
    if (open) {
      $("board").scrollIntoView({ block: "nearest" });
      $("rules").querySelector(".prose").focus({ preventScroll: true });
    } else document.querySelector("[data-do=rules]").focus({ preventScroll: true });
  },
  async here() {
    const address = `${location.origin}${location.pathname}#${now()}`;
    try {
      await navigator.clipboard.writeText(address);
      say(_("Link to this position copied."));
    } catch {
      say(address);
    }
  },
};

// On a phone the chat and further controls are drawers over the page.
export function closeDrawers() {
  for (const drawer of document.querySelectorAll(".drawer:popover-open")) drawer.hidePopover();
}

// Ask for confirmation beside the resign button.
function sure(asked) {
  $("sure").hidden = !asked;
  if (asked) $("sure").querySelector("button").focus();
  else document.querySelector("[data-do=resign]").focus();
}

addEventListener("look", (event) => attempt(() => lookAt(event.detail)));

listenToButtons(attempt, actions);

// -- keys, fields ---------------------------------------------------------------------------------------

addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  const plies = { ArrowLeft: now() - 1, ArrowRight: now() + 1, Home: 0, End: table.game.ply };
  if (event.key in plies) {
    event.preventDefault();
    attempt(() => lookAt(plies[event.key]));
  } else if (event.key === "Escape" || (event.key === "Backspace" && table.entry.begun)) {
    hideTip();
    attempt(back);
  }
});

$("moves").addEventListener("click", (event) => {
  const { ply } = event.target.dataset;
  if (ply) attempt(() => lookAt(Number(ply)));
});

$("typed")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = $("move").value.trim();
  if (!text) return;
  attempt(async () => {
    await play(text);
    $("move").value = "";
    say("");
  });
});

// Say when the connection is lost and when it is back.
function connection(off) {
  const was = document.body.classList.contains("offline");
  document.body.classList.toggle("offline", off);
  if (!off && $("said").textContent === SILENCE) say("");
  if (off === was) return;
  alert(off ? _("The connection is lost. Reconnecting…") : _("Connected again."));
  if (!off) say("");
}

// A field for a stored display setting.
function keep(field, name, value) {
  if (!field) return;
  field.addEventListener("change", () => {
    settings[name] = value(field);
    attempt.afterwards(redraw);
  });
}

night.addEventListener("change", () => attempt.afterwards(redraw));
keep($("view"), "view", (field) => field.value);
$("notation")?.addEventListener("change", ({ target }) => {
  settings.notation = target.value;
  refreshPage();
});
if ($("notation")) $("notation").value = settings.notation;
keep($("skin"), "skin", (field) => field.value);
keep($("coordinates"), "coordinates", (field) => field.checked);
if ($("view")) $("view").value = table.game.game.views.includes(settings.view) ? settings.view : "";
$("skin").value = settings.skin;
$("coordinates").checked = settings.coordinates === "true";

for (const field of document.querySelectorAll("[data-link]")) field.addEventListener("focus", () => field.select());

$("say")?.addEventListener("submit", (event) => {
  event.preventDefault();
  attempt(talk);
});

listenToBoard(attempt);
listenToReadings();

table.live = new Live(api, query, arrive, connection);
$("sound").checked = settings.sound === "true";
$("sound").addEventListener("change", ({ target }) => {
  settings.sound = target.checked;
  sound("move");
});
if (canNotify()) {
  $("notices").parentElement.hidden = false;
  $("notices").checked = wantsNotices();
  $("notices").addEventListener("change", async ({ target }) => { target.checked = await wantNotices(target.checked); });
}

if (!table.game.game.hidden) table.foresee = (steps) => ask(`${api}/preview?${query()}`, { steps });
for (const kind of ["pointerover", "focusin"]) {
  $("choices").addEventListener(kind, ({ target }) => {
    const made = target.closest("[data-part]");
    if (made) wordSoon(made, 300);
  });
}
for (const kind of ["pointerleave", "focusout"]) $("choices").addEventListener(kind, hideTip);

hear(table.game);
measure();
showBoard(table.game);
refreshPage();
document.querySelector(".table").classList.add("shown");
table.live.connect();
if (/^#\d+$/.test(location.hash)) attempt(() => lookAt(Number(location.hash.slice(1))));
