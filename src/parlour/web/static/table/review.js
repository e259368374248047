// The review of a finished game: a graph of the chance of winning and the notable moves.

import { _ } from "../language.js";
import { $, button, element, link, say, shape } from "./dom.js";
import { ask } from "./net.js";
import { api, settings, table } from "./table.js";
import { numberedMove } from "./words.js";

const [WIDTH, HEIGHT] = [300, 90];
export const SIGNS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };
const COSTLY = [2, 4, 6];

// The points [x, y] of the known chances in a picture of this size; the first player is at the top.
export function places(chances, width = WIDTH, height = HEIGHT) {
  const step = width / Math.max(chances.length - 1, 1);
  return chances.map((chance, ply) => (chance === null ? null : [ply * step, (1 - chance) * height]));
}

// Request the review until it is done, then show it.
export async function review() {
  for (;;) {
    const sent = await ask(`${api}/review`, {});
    if (sent.done) {
      table.review = sent;
      say("");
      table.aside = getComputedStyle($("ending")).position === "fixed"; // on a phone it lies over the review
      $("ending").hidden = table.aside;
      return showReview();
    }
    say(_("Reviewing the game… %(part)s%%", { part: Math.round(sent.part * 100) }), "news");
  }
}

export function showReview() {
  const found = table.review;
  $("review").hidden = !found;
  if (!found) return;
  const known = found.chances.filter((chance) => chance !== null);
  const title = element("p", { className: "graph-name", text: _("%(name)s’s chance of winning", found) });
  $("review").replaceChildren(...(known.length > 1 ? [title, graph(found)] : []), list(found), ...practice(found));
}

// The way to the positions in which the player lost most.
function practice({ mistakes }) {
  if (!mistakes) return [];
  return [element("p", {}, link(`/games/${table.game.id}/mistakes/1`, _("Learn from your mistakes")))];
}

function graph({ chances, marked, name }) {
  const found = places(chances);
  const line = found.filter(Boolean);
  const drawn = shape("svg", { viewBox: `-4 -4 ${WIDTH + 8} ${HEIGHT + 8}`, class: "graph", role: "img" });
  drawn.setAttribute("aria-label", _("%(name)s's chance of winning, move by move", { name }));
  const corners = line.map((place) => place.map((n) => n.toFixed(1)).join(",")).join(" ");
  drawn.append(
    shape("rect", { width: WIDTH, height: HEIGHT, class: "ground" }),
    shape("polygon", { points: `${line[0][0]},${HEIGHT} ${corners} ${line.at(-1)[0]},${HEIGHT}`, class: "area" }),
    shape("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "even" }),
    shape("polyline", { points: corners, class: "chances" }),
  );
  const now = found[table.past ?? table.game.ply];
  if (now) drawn.append(shape("line", { x1: now[0], x2: now[0], y1: 0, y2: HEIGHT, class: "now-line" }));
  for (const { ply, glyph } of marked) {
    if (found[ply]) drawn.append(shape("circle", { cx: found[ply][0], cy: found[ply][1], r: 4, class: `marked glyph-${glyph}` }));
  }
  drawn.addEventListener("click", (event) => {
    const box = drawn.getBoundingClientRect();
    const part = (event.clientX - box.left) / box.width;
    const ply = Math.round(part * (chances.length - 1));
    dispatchEvent(new CustomEvent("look", { detail: Math.max(0, Math.min(chances.length - 1, ply)) }));
  });
  return drawn;
}

function list({ marked }) {
  const all = element("ol", { className: "marked-moves" });
  if (!marked.some(({ glyph }) => COSTLY.includes(glyph))) all.append(element("li", { text: _("No big mistakes: well played.") }));
  for (const { ply, glyph, words, line } of marked) {
    const head = button(`${numberedMove(table.game, ply - 1, settings.notation)}${SIGNS[glyph]}`, "ply", "quiet small", { to: ply - 1 });
    const more = line.length > 1 ? element("small", { text: ` ${line.join(", ")}` }) : "";
    all.append(element("li", {}, head, element("span", { text: ` ${words}` }), more));
  }
  return all;
}
