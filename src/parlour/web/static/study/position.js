// Edits a position text that has its board as rows of tokens.

const EMPTY = ".";
const OUTSIDE = "#";

const splits = {
  commas: (row) => row.split(","),
  signs: (row) => [...row],
  numbers: (row) => (row.match(/\d+|\+?[^\d+]/g) ?? []).flatMap((part) => (/^\d+$/.test(part) ? Array(Math.min(Number(part), 99)).fill(EMPTY) : [part])),
};

const joins = {
  commas: (row) => row.join(","),
  signs: (row) => row.join(""),
  numbers: (row) => row.join("").replaceAll(/\.+/g, (dots) => dots.length),
};

export class PositionText {
  // `layout` comes from the server: field, style, rows of cells.
  constructor(layout, text) {
    this.layout = layout;
    this.read(text);
  }

  read(text) {
    this.fields = text.trim().split(/\s+/);
    const rows = (this.fields[this.layout.field] ?? "").split("/").map(splits[this.layout.style]);
    this.tokens = this.layout.rows.map((names, r) => names.map((name, c) => (name ? rows[r]?.[c] ?? EMPTY : OUTSIDE)));
  }

  // The token on a cell; "" if empty.
  at(cell) {
    const [r, c] = this.#place(cell);
    const token = r < 0 ? EMPTY : this.tokens[r][c];
    return token === EMPTY ? "" : token;
  }

  put(cell, token) {
    const [r, c] = this.#place(cell);
    if (r >= 0) this.tokens[r][c] = token || EMPTY;
  }

  clear() {
    this.tokens = this.layout.rows.map((names) => names.map((name) => (name ? EMPTY : OUTSIDE)));
  }

  // The seat to move; -1 if the text does not say.
  get turn() {
    return this.layout.turns.indexOf(this.fields[this.layout.turn_field]);
  }

  set turn(seat) {
    this.fields[this.layout.turn_field] = this.layout.turns[seat];
  }

  get text() {
    const fields = this.fields.filter((field, n) => !(n > this.layout.field && field.startsWith("#"))); // no claim of an end
    fields[this.layout.field] = this.tokens.map(joins[this.layout.style]).join("/");
    return fields.join(" ");
  }

  #place(cell) {
    const r = this.layout.rows.findIndex((names) => names.includes(cell));
    return [r, r < 0 ? -1 : this.layout.rows[r].indexOf(cell)];
  }
}
