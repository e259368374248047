// Keeps a page of the laboratory as it is on the server, while an experiment is played.

const SECONDS = document.querySelector('script[data-seconds]').dataset.seconds;

async function follow() {
  const answer = await fetch(location.href).catch(() => null);
  let going = true;
  if (answer?.ok) {
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
    show(fresh.querySelector('main'));
    going = fresh.querySelector('script[data-seconds]') !== null;
  }
  if (going) setTimeout(follow, SECONDS * 1000);
}

function show(fresh) {
  const main = document.querySelector('main');
  const links = [...main.querySelectorAll('a')];
  const focused = links.indexOf(document.activeElement);
  const address = links[focused]?.href;
  main.replaceChildren(...fresh.childNodes);
  if (address) [...main.querySelectorAll('a')].find((a) => a.href === address)?.focus();
}

setTimeout(follow, SECONDS * 1000);
