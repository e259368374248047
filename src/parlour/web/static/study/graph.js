// The graph of the first player's chance of winning along a line.

import { _ } from "../language.js";
import { $, shape } from "../table/dom.js";
import { named } from "./tree.js";

export const WIDE = 400;
export const HIGH = 80;

// The points of a line of nodes in the picture's units; null where unknown.
// `chanceOf` returns a node's chance, 0 to 1.
export function points(nodes, chanceOf) {
  const step = WIDE / Math.max(nodes.length - 1, 1);
  return nodes.map((node, n) => {
    const chance = chanceOf(node);
    return chance === null ? null : [n * step, (1 - chance) * HIGH];
  });
}

// The SVG path through the known points.
export function curve(found) {
  return found.filter(Boolean).map(([x, y], n) => `${n ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}

// The node closest to a horizontal position from 0 to 1.
export const nearest = (nodes, part) => nodes[Math.max(0, Math.min(nodes.length - 1, Math.round(part * (nodes.length - 1))))];

// Draw the graph; `now` is the current node. Hidden with fewer than two known points.
export function drawGraph(nodes, chanceOf, now, seat) {
  const found = points(nodes, chanceOf);
  const known = found.filter(Boolean);
  $("graph").toggleAttribute("hidden", known.length < 2);
  if (known.length < 2) return;
  const path = curve(found);
  const [first, last] = [known[0], known.at(-1)];
  const place = nodes.indexOf(now);
  const parts = [
    shape("path", { d: `${path}L${last[0]} ${HIGH}L${first[0]} ${HIGH}Z`, class: "area" }),
    shape("path", { d: `M0 ${HIGH / 2}H${WIDE}`, class: "even" }),
    shape("path", { d: path, class: "curve" }),
    shape("path", { d: `M${(place * WIDE) / Math.max(nodes.length - 1, 1)} 0V${HIGH}`, class: "now" }),
  ];
  nodes.forEach((node, n) => {
    if (found[n] && node.glyphs.some((glyph) => [2, 4, 6].includes(glyph))) parts.push(shape("circle", { cx: found[n][0], cy: found[n][1], r: 3.2, class: "bad" }));
  });
  const graph = $("graph");
  graph.setAttribute("viewBox", `0 -3 ${WIDE} ${HIGH + 6}`);
  graph.setAttribute("preserveAspectRatio", "none");
  const chance = chanceOf(now);
  const here = chance === null ? "" : `; ${named(now)}: ${Math.round(100 * chance)}%`;
  graph.setAttribute("aria-label", `${_("%(name)s's chance of winning along this line", { name: seat })}${here}`);
  graph.replaceChildren(...parts);
}
