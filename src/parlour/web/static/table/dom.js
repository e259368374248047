// Helpers for the page's elements.

export const SVG = "http://www.w3.org/2000/svg";

export const $ = (id) => document.getElementById(id);

export function element(name, { text, ...properties } = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  if (text !== undefined) made.textContent = text;
  made.append(...children);
  return made;
}

export function button(text, action, style, data = {}) {
  const made = element("button", { type: "button", className: `button ${style}`, text });
  Object.assign(made.dataset, { do: action, ...data });
  return made;
}

export const link = (path, text) => element("a", { href: path, className: "button main", text });

export function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

const shownIn = new WeakMap();

// Replace the content of a box; equal elements stay, so that clicks on them are not lost.
export function renew(box, ...nodes) {
  const text = nodes.map((node) => node.outerHTML ?? node).join("");
  if (shownIn.get(box) === text) return false;
  shownIn.set(box, text);
  box.replaceChildren(...nodes);
  return true;
}

export function enable(name, on) {
  for (const made of document.querySelectorAll(`[data-do=${name}]`)) made.disabled = !on;
}

// Write below the board, without an announcement.
export const write = (text, kind = "") => {
  $("said").textContent = text;
  $("said").dataset.kind = kind;
};

// Write below the board, and announce it politely.
export const say = (text, kind = "") => {
  write(text, kind);
  if (text) speak(text);
};

// Announce when the screen reader is idle: moves, replies to a click.
export const speak = (text) => { $("spoken").textContent = text; };

// Announce at once: an end, an offer, the answer to one, the connection.
export const alert = (text) => { $("alert").textContent = text; };
