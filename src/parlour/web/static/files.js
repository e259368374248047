// Reloads a page when one of the server's game files has been saved.

const { edition } = document.querySelector("script[data-edition]").dataset;
const PAUSE = 1000; // milliseconds

async function look() {
  if (!document.body.classList.contains("at-table")) { // running games receive changes anyway
    const answer = await fetch("/api/files").catch(() => null);
    if (answer?.ok && (await answer.json()).edition !== edition) location.replace(location.href);
  }
  setTimeout(look, PAUSE);
}

setTimeout(look, PAUSE);
