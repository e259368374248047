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

// Whether the server knows now; not where the browser keeps no cookies.
function tell() {
  const scheme = night.matches ? "dark" : "light";
  if (night.matches || cookie("scheme")) setCookie("scheme", scheme);
  return (cookie("scheme") || "light") === scheme;
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
const drawnDark = "night" in document.documentElement.dataset;
if (tell() && drawnDark !== night.matches) addEventListener("load", redraw);
