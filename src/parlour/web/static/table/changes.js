// What the server tells of a game after the first time: only what is new.

// How things stand after what is new: `set` has whole values, `lists` lengths and what is new in them.
export function changed(before, { set = {}, lists = {}, ...rest }) {
  const after = { ...before, ...rest, ...set };
  for (const [name, [length, news]] of Object.entries(lists)) {
    after[name] = before[name].slice(0, length);
    for (const [index, value] of news) after[name][index] = value;
  }
  return after;
}

// The same with its picture in one piece.
export const whole = (told) => ({ ...told, picture: told.picture.join("") });
