// Tries a skin of one's own on every game: its files are sent as text, the pictures come back.

import { $ } from "./table/dom.js";
import { ask } from "./table/net.js";

async function tried(files) {
  const texts = {};
  for (const file of files) texts[file.name] = await file.text();
  if (!texts["skin.toml"]) throw new Error("A skin has a file skin.toml: choose that one, and forms.toml if there is one.");
  return ask("/api/looks", { skin: texts["skin.toml"], forms: texts["forms.toml"] ?? "" });
}

$("files").addEventListener("change", async () => {
  $("said").textContent = "Drawing…";
  try {
    const { title, pictures } = await tried($("files").files);
    for (const image of document.querySelectorAll("[data-game]")) {
      image.src = `data:image/svg+xml,${encodeURIComponent(pictures[image.dataset.game])}`;
    }
    for (const link of document.querySelectorAll(".filters [aria-current]")) link.removeAttribute("aria-current");
    $("said").textContent = `All games are shown in the skin “${title}”.`;
  } catch (error) {
    $("said").textContent = error.message;
  }
  $("files").value = ""; // so that the same file is sent again after a change
});
