// Display settings, stored in the browser: skin, view, coordinates, viewpoint.

import { $ } from "../table/dom.js";
import { settings, table } from "../table/table.js";

// Calls `redraw` after a change.
export function listenToLook(redraw) {
  const keep = (field, name, value) => field?.addEventListener("change", () => {
    settings[name] = value(field);
    redraw();
  });
  keep($("view"), "view", (field) => field.value);
  keep($("skin"), "skin", (field) => field.value);
  keep($("coordinates"), "coordinates", (field) => field.checked);
  if ($("view")) $("view").value = table.game.game.views.includes(settings.view) ? settings.view : "";
  $("skin").value = settings.skin;
  $("coordinates").checked = settings.coordinates === "true";
  $("seat")?.addEventListener("change", () => {
    table.viewed = $("seat").value === "" ? null : Number($("seat").value);
    redraw();
  });
}
