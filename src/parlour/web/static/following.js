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
  const focused = [...main.querySelectorAll(FOCUSABLE)].find((one) => one === document.activeElement);
  const [name, open] = [focused && nameOf(focused), [...main.querySelectorAll('details[open] > summary')].map(nameOf)];
  for (const summary of fresh.querySelectorAll('details > summary')) if (open.includes(nameOf(summary))) summary.parentElement.open = true;
  main.replaceChildren(...fresh.childNodes);
  if (name) [...main.querySelectorAll(FOCUSABLE)].find((one) => nameOf(one) === name)?.focus({ preventScroll: true });
}

const FOCUSABLE = 'a, button, summary';
const nameOf = (one) => `${one.getAttribute('href') ?? one.formAction ?? ''} ${one.textContent}`;

setTimeout(follow, SECONDS * 1000);
