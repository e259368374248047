// Conditional moves of a correspondence game; only their player sees them.

import { $, say } from "./dom.js";
import { ask } from "./net.js";
import { api, table } from "./table.js";

const panel = $("conditions");
const form = panel.querySelector("form");
const field = form.querySelector("textarea");
let ply = -1;

async function refresh() {
  const { outcome, may_move } = table.game;
  panel.hidden = outcome !== null || may_move;
  if (table.game.ply === ply || panel.hidden) return;
  ply = table.game.ply;
  show(await ask(`${api}/conditions`));
}

function show({ lines }) {
  field.value = lines.join("\n");
  panel.open = panel.open || lines.length > 0;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    show(await ask(`${api}/conditions`, { lines: field.value }));
    say(field.value ? "Saved. Matching replies will be played at once." : "Conditional moves removed.", "news");
  } catch (error) {
    say(error.message);
  }
});

addEventListener("shown", () => refresh().catch((error) => say(error.message)));
refresh().catch((error) => say(error.message));
