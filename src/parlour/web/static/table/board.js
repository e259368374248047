// The board as data: cells, their places and their pieces in words.

import { _ } from "../language.js";

export class Board {
  // `cells`: name, x and y in the picture's units, words for the pieces from the lowest
  // on, and the text of the topmost.
  constructor(cells = []) {
    this.cells = cells;
    this.byName = new Map(cells.map((cell) => [cell.name, cell]));
  }

  place(name) {
    const cell = this.byName.get(name);
    return cell ? [cell.x, cell.y] : null;
  }

  pieces(name) {
    return this.byName.get(name)?.pieces ?? [];
  }

  text(name) {
    return this.byName.get(name)?.text ?? "";
  }

  words(name) {
    return `${name}: ${this.pieces(name).join(", ") || _("empty")}`;
  }

  // The cell names in rows, from the top left.
  rows() {
    const rows = new Map();
    for (const { name, x, y } of this.cells) {
      const key = Math.round(y / 10);
      if (!rows.has(key)) rows.set(key, []);
      rows.get(key).push({ x, name });
    }
    const downwards = [...rows.keys()].sort((a, b) => a - b);
    return downwards.map((key) => rows.get(key).sort((a, b) => a.x - b.x).map(({ name }) => name));
  }

  // The nearest cell in a direction; oblique cells count as farther.
  neighbour(name, [dx, dy]) {
    const from = this.place(name);
    if (!from) return null;
    let best = null;
    let least = Infinity;
    for (const cell of this.cells) {
      const [right, down] = [cell.x - from[0], cell.y - from[1]];
      const along = right * dx + down * dy;
      const aside = Math.abs(right * dy) + Math.abs(down * dx);
      const far = along + 1.2 * aside; // on hexagons the next row is closer than the one after it
      if (along > 1 && aside <= along * 1.05 && far < least) [best, least] = [cell.name, far];
    }
    return best;
  }

  // The smallest distance between two cells; Infinity for fewer than two.
  narrowest(names) {
    const places = names.map((name) => this.place(name)).filter(Boolean);
    const pairs = places.flatMap((one, n) => places.slice(n + 1).map((other) => [one, other]));
    return Math.min(...pairs.map(([a, b]) => Math.hypot(a[0] - b[0], a[1] - b[1])));
  }
}
