// Shows a page anew when one of the game files that the server was given has been saved.

const { edition } = document.querySelector("script[data-edition]").dataset;
const PAUSE = 1000; // milliseconds

async function look() {
  if (!document.body.classList.contains("at-table")) { // games at play are sent what is new
    const answer = await fetch("/api/files").catch(() => null);
    if (answer?.ok && (await answer.json()).edition !== edition) location.replace(location.href);
  }
  setTimeout(look, PAUSE);
}

setTimeout(look, PAUSE);
