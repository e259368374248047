// Keyboard shortcuts of a study.

import { $ } from "../table/dom.js";
import { hideTip } from "../table/tip.js";

const PLAIN = {
  ArrowLeft: "previous", ArrowRight: "next", ArrowUp: "up", ArrowDown: "down", Home: "first", End: "last", Delete: "delete",
};
const FIELDS = { "/": "search", c: "comment" };

// `attempt` runs `actions` by name.
export function listenToKeys(actions, attempt) {
  addEventListener("keydown", (event) => {
    if (event.target.closest("textarea, select, input:not([type=checkbox])")) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    const undo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
    if (undo) return act(event, event.shiftKey ? "redo" : "undo");
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "y") return act(event, "redo");
    if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
    if (event.key in PLAIN) return act(event, PLAIN[event.key]);
    if (event.key in FIELDS) {
      event.preventDefault();
      return $(FIELDS[event.key]).focus();
    }
    if (event.key !== "Escape") return undefined;
    hideTip();
    return act(event, "back");
  });

  function act(event, name) {
    event.preventDefault();
    const made = document.querySelector(`[data-do=${name}]`);
    if (!made?.disabled) attempt(() => actions[name](made));
  }
}
