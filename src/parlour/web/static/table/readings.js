// Letters on the board read out what others see at a glance.

import { _ } from "../language.js";
import { $, speak } from "./dom.js";
import { keys } from "./grid.js";
import { table } from "./table.js";
import { clockReading } from "./ticking.js";
import { lastMoveWords, turnWords } from "./words.js";

keys.push(_("L reads the last move"), _("C the clocks"), _("W who is to move and the notes"));

const READINGS = {
  l: ({ game }) => lastMoveWords(game) || _("No move was played yet."),
  c: clockReading,
  w: ({ game }) => [game.outcome?.words ?? turnWords(game), ...game.notes].join(" "),
};

// Letters act on the board alone, so that dictation elsewhere does not trigger them.
export function listenToReadings() {
  for (const area of ["grid", "choices"]) {
    $(area).addEventListener("keydown", (event) => {
      const reading = READINGS[event.key.toLowerCase()];
      if (reading && !event.ctrlKey && !event.metaKey && !event.altKey) speak(reading(table).trim());
    });
  }
}
