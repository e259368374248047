// Runs actions and shows their errors; buttons name their action in data-do.

import { say } from "./dom.js";

async function tried(work, tell) {
  document.body.dataset.busy = "yes";
  try {
    await work();
  } catch (error) {
    tell(error.message);
  } finally {
    delete document.body.dataset.busy;
  }
}

// Run actions one after another.
export function oneAfterAnother(tell = say) {
  let last = Promise.resolve();
  return (work) => {
    last = last.then(() => tried(work, tell));
    return last;
  };
}

// Run one action at a time; drop actions that start meanwhile. What must not be dropped, because
// nobody would repeat it, runs `afterwards`.
export function oneAtATime(tell = say) {
  const waiting = [];
  let busy = false;
  async function attempt(work) {
    if (busy) return;
    busy = true;
    await tried(work, tell);
    while (waiting.length) await tried(waiting.shift(), tell);
    busy = false;
  }
  const afterwards = (work) => (busy ? waiting.push(work) : attempt(work));
  return Object.assign(attempt, { afterwards });
}

// Pass clicked elements of a selector to `work`, run by `attempt`.
export function listenToClicks(selector, attempt, work) {
  document.addEventListener("click", (event) => {
    const made = event.target.closest(selector);
    if (!made || made.disabled) return;
    event.preventDefault();
    attempt(() => work(made));
  });
}

export function listenToButtons(attempt, actions) {
  listenToClicks("[data-do]", attempt, (made) => actions[made.dataset.do](made));
}
