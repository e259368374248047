// A collection: a click on a game opens it as a study.

import { say } from "../table/dom.js";
import { ask } from "../table/net.js";

const { api } = document.querySelector("script[data-api]").dataset;

document.addEventListener("click", async (event) => {
  const made = event.target.closest("[data-game]");
  if (!made) return;
  try {
    location.href = (await ask(`${api}/games/${made.dataset.game}`, {})).path;
  } catch (error) {
    say(error.message);
  }
});
