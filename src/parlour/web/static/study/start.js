// Starting a study: drop or choose a file; the page shows the detected game.

import { _ } from "../language.js";
import { $ } from "../table/dom.js";
import { ask } from "../table/net.js";

const PAUSE = 400; // milliseconds without a key
const [text, drop] = [$("text"), $("drop")];
let due = null;
let asked = "";

async function recognise() {
  const given = text.value.trim();
  if (given === asked) return;
  asked = given;
  if (!given || given.length > text.maxLength) {
    $("guess").textContent = "";
    return;
  }
  try {
    const { guesses, tie, several } = await ask("/api/studies/recognise", { text: given });
    if (asked === given) $("guess").textContent = words(guesses, tie, several);
  } catch (error) {
    $("guess").textContent = error.message;
  }
}

function words(guesses, tie, several) {
  if (!guesses.length) return _("No game matches these moves.");
  $("collect").hidden = !several;
  const more = several ? ` ${_("The text has several games: open the first one, or all as a collection.")}` : "";
  const named = () => guesses.slice(0, tie).map((guess) => guess.words.split(":")[0]).join("; ");
  if (tie > 1) return _("%(tie)s games fit equally well: %(names)s. You can choose after opening.", { tie, names: named() });
  return `${guesses[0].words}.${more}`;
}

text.addEventListener("input", () => {
  clearTimeout(due);
  due = setTimeout(recognise, PAUSE);
});

// A file that is too large for the field becomes a collection.
async function take(file) {
  if (!file) return;
  const bytes = await file.arrayBuffer();
  let whole = "";
  try {
    if (file.size <= text.maxLength) whole = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    whole = await decoded(bytes); // the server detects another encoding
  }
  text.value = whole;
  if (whole) await recognise();
  else await collect(bytes);
}

async function decoded(bytes) {
  const answer = await fetch("/api/studies/decode", { method: "POST", body: bytes });
  return answer.ok ? (await answer.json()).text : "";
}

async function collect(bytes) {
  $("guess").textContent = _("Uploading…");
  const answer = await fetch("/api/collections", { method: "POST", body: bytes });
  const sent = await answer.json();
  if (answer.ok) location.href = sent.path;
  else $("guess").textContent = sent.error.message;
}

$("collect").addEventListener("click", () => collect(new TextEncoder().encode(text.value)));

document.querySelector(".file").hidden = false;
$("file").addEventListener("change", () => take($("file").files[0]));
for (const name of ["dragenter", "dragover"]) {
  addEventListener(name, (event) => {
    event.preventDefault();
    drop.classList.add("over");
  });
}
addEventListener("dragleave", (event) => {
  if (event.relatedTarget === null) drop.classList.remove("over");
});
addEventListener("drop", (event) => {
  event.preventDefault();
  drop.classList.remove("over");
  const { files } = event.dataTransfer;
  if (files.length) return take(files[0]);
  text.value = event.dataTransfer.getData("text");
  return recognise();
});
if (text.value) recognise();
