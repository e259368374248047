// Light or dark: what the reader chose, or what the device prefers. Tells the server, so that
// boards match.

import { cookie, setCookie } from "./cookies.js";

const device = matchMedia("(prefers-color-scheme: dark)");
const chosen = () => document.documentElement.dataset.scheme;

// Whether pages are dark; it sends `change` when that changes.
class Night extends EventTarget {
  get matches() {
    return chosen() ? chosen() === "dark" : device.matches;
  }
}

export const night = new Night();

// Pictures that are dark on dark pages follow the choice.
function turnPictures() {
  for (const source of document.querySelectorAll('source[srcset*="skin=night"]')) {
    source.media = chosen() ? (night.matches ? "all" : "not all") : "(prefers-color-scheme: dark)";
  }
}

// Whether the server was told something new: then it drew boards that do not match.
function tell() {
  const scheme = night.matches ? "dark" : "light";
  const known = cookie("scheme");
  if (known === scheme || (!night.matches && !known)) return false;
  setCookie("scheme", scheme);
  return cookie("scheme") === scheme;
}

function redraw() {
  if (document.querySelector(".small-board")) location.reload();
  else night.dispatchEvent(new Event("change"));
}

function follow() {
  turnPictures();
  tell();
  redraw();
}

// Choose "light", "dark" or, with "", what the device prefers.
export function choose(scheme) {
  if (scheme) document.documentElement.dataset.scheme = scheme;
  else delete document.documentElement.dataset.scheme;
  setCookie("appearance", scheme);
  follow();
}

device.addEventListener("change", follow);
turnPictures();
if (tell()) addEventListener("load", redraw);
