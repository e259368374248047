// The shapes of arrows on a board, from points [x, y]; they end short of the centre.

const SHORT = 34; // how far from a cell's centre arrows end
const HEAD = 26;

// The vector between two points: length, and points `ahead` along it and `aside`.
function way([x, y], [u, v]) {
  const far = Math.hypot(u - x, v - y) || 1;
  const [dx, dy] = [(u - x) / far, (v - y) / far];
  return { far, at: (ahead, aside = 0) => [x + dx * ahead - dy * aside, y + dy * ahead + dx * aside] };
}

const text = (corner) => corner.map((n) => n.toFixed(1)).join(",");
export const points = (corners) => corners.map(text).join(" ");

// The corners of an arrow through several points.
export function arrowShape(places) {
  const { far, at } = way(...places.slice(-2));
  const tip = far - Math.min(SHORT, far / 4);
  const base = tip - HEAD;
  const head = [at(tip), at(base, HEAD * 0.62), at(base, -HEAD * 0.62)];
  return { shaft: [...places.slice(0, -1), at(base)], head };
}

// The outline of an arrow between two points.
export function arrowOutline(from, to) {
  const { far, at } = way(from, to);
  const [tail, neck, tip] = [Math.min(24, far / 4), far - 44, far - 8];
  return [at(tail, 7), at(neck, 7), at(neck, 22), at(tip), at(neck, -22), at(neck, -7), at(tail, -7)];
}
