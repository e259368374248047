// Updates from the server contain only changes.

// Apply an update: `set` has whole values, `lists` has lengths and new items.
export function changed(before, { set = {}, lists = {}, ...rest }) {
  const after = { ...before, ...rest, ...set };
  for (const [name, [length, news]] of Object.entries(lists)) {
    after[name] = before[name].slice(0, length);
    for (const [index, value] of news) after[name][index] = value;
  }
  return after;
}

// The state with its picture joined.
export const whole = (state) => ({ ...state, picture: state.picture.join("") });
