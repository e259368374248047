// Doing what is asked, and saying what went wrong: buttons say what they do by data-do.

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

// A way to do one thing at a time; what is asked meanwhile is left out.
export function oneAtATime(tell = say) {
  let busy = false;
  return async (work) => {
    if (busy) return;
    busy = true;
    await tried(work, tell);
    busy = false;
  };
}

// A way to do one thing after another.
export function oneAfterAnother(tell = say) {
  let last = Promise.resolve();
  return (work) => {
    last = last.then(() => tried(work, tell));
    return last;
  };
}

// What is clicked of the elements of a selector is given to `work`, which `attempt` does.
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
