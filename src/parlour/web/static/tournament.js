// A player's board opens by itself: from the tournament's page, and after a game is over.

const { tournament } = document.querySelector("script[data-tournament]").dataset;

async function look() {
  const sent = await fetch(`/tournaments/${tournament}/board`).then((answer) => answer.ok && answer.json(), () => null);
  const opened = `opened/${sent?.game}`;
  if (!sent?.game || location.pathname === `/games/${sent.game}` || sessionStorage.getItem(opened)) return;
  sessionStorage.setItem(opened, "yes"); // whoever goes back stays there
  location.href = `/games/${sent.game}`;
}

setInterval(look, 2000);
look();
