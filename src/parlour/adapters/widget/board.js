// The board of a notebook: shows the picture that Python draws, and sends what is clicked.

const SVG = "http://www.w3.org/2000/svg";
const FEW = 6; // cells that are marked before anything is chosen

function button(label, act) {
  const made = document.createElement("button");
  made.textContent = label;
  made.addEventListener("click", act);
  return made;
}

const cellOf = (board, name) => board.querySelector(`g[data-cell="${CSS.escape(name)}"]`);

// Let a cell be reached by the keyboard.
function offer(board, name) {
  const cell = cellOf(board, name);
  cell?.setAttribute("tabindex", "0");
  cell?.setAttribute("role", "button");
  cell?.setAttribute("aria-label", name);
}

// Mark a cell of the picture.
function sign(board, name, kind) {
  const cell = cellOf(board, name);
  if (!cell) return;
  const small = kind === "target" && !cell.querySelector(".pieces > *");
  const circle = document.createElementNS(SVG, "circle");
  circle.setAttribute("r", small ? 14 : 43);
  circle.setAttribute("class", small ? "parlour-dot" : `parlour-ring ${kind}`);
  cell.append(circle);
}

function render({ model, el }) {
  el.classList.add("parlour-board");
  const [headline, board, words, refusal, history, tools] = ["p", "div", "div", "p", "p", "div"].map((tag) =>
    el.appendChild(document.createElement(tag)));
  headline.setAttribute("aria-live", "polite");
  refusal.setAttribute("role", "alert");
  refusal.className = "refusal";
  history.className = "history";
  tools.append(
    button("Take back", () => model.send({ do: "undo" })),
    button("Clear", () => model.send({ do: "clear" })),
  );

  const press = (target) => {
    const name = target.closest?.("g[data-cell]")?.dataset.cell;
    if (name !== undefined) model.send({ do: "cell", text: name });
  };
  board.addEventListener("click", (event) => press(event.target));
  board.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    press(event.target);
  });

  const draw = () => {
    board.innerHTML = model.get("picture"); // drawn by Parlour itself, without scripts or ids
    const [cells, chosen] = [model.get("cells"), model.get("chosen")];
    for (const name of cells) offer(board, name);
    if (chosen.length || cells.length <= FEW) for (const name of cells) sign(board, name, "target");
    for (const name of chosen) sign(board, name, "chosen");
  };
  const tell = () => {
    headline.textContent = model.get("headline");
    refusal.textContent = model.get("refusal");
    history.textContent = model.get("history").slice(-12).join("  ");
    words.replaceChildren(...model.get("words").map(([text, label]) =>
      button(label, () => model.send({ do: "word", text }))));
  };
  for (const name of ["picture", "cells", "chosen"]) model.on(`change:${name}`, draw);
  for (const name of ["headline", "refusal", "history", "words"]) model.on(`change:${name}`, tell);
  draw();
  tell();
}

export default { render };
