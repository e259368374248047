// Tries your own skin: sends its files as text and shows every game with it.

import { _ } from "./language.js";
import { $ } from "./table/dom.js";
import { ask } from "./table/net.js";

async function tryOut(files) {
  const texts = {};
  for (const file of files) texts[file.name] = await file.text();
  if (!texts["skin.toml"]) throw new Error(_("Choose skin.toml, and forms.toml if your skin has one."));
  return ask("/api/looks", { skin: texts["skin.toml"], forms: texts["forms.toml"] ?? "" });
}

$("files").addEventListener("change", async () => {
  $("said").textContent = _("Drawing…");
  try {
    const { title, pictures } = await tryOut($("files").files);
    for (const image of document.querySelectorAll("[data-game]")) {
      image.src = `data:image/svg+xml,${encodeURIComponent(pictures[image.dataset.game])}`;
    }
    for (const link of document.querySelectorAll(".filters [aria-current]")) link.removeAttribute("aria-current");
    $("said").textContent = _("All games above now use the skin “%(title)s”.", { title });
  } catch (error) {
    $("said").textContent = error.message;
  }
  $("files").value = ""; // so that choosing the same file again triggers a change
});
