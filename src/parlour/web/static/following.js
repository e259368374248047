// Refreshes a page while the server works on it; the result may be a different page.

const SECONDS = document.querySelector('script[data-seconds]').dataset.seconds;

async function follow() {
  const answer = await fetch(location.href).catch(() => null);
  let going = true;
  if (answer?.ok) {
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
    if (sheets(fresh) !== sheets(document)) return location.reload();
    show(fresh.querySelector('main'));
    going = fresh.querySelector('script[data-seconds]') !== null;
  }
  if (going) setTimeout(follow, SECONDS * 1000);
}

const sheets = (page) => [...page.querySelectorAll('link[rel=stylesheet]')].map((link) => link.getAttribute('href')).join();

function show(fresh) {
  const main = document.querySelector('main');
  const links = [...main.querySelectorAll('a')];
  const focused = links.indexOf(document.activeElement);
  const address = links[focused]?.href;
  main.replaceChildren(...fresh.childNodes);
  if (address) [...main.querySelectorAll('a')].find((a) => a.href === address)?.focus();
}

setTimeout(follow, SECONDS * 1000);
