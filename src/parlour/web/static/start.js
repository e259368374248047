// The picture of a game shows the board that the chosen options make.

const picture = document.getElementById("picture");
const fields = [...document.querySelectorAll("[name^=option-]")];

function show() {
  const chosen = fields.filter((field) => field.value.trim() !== (field.dataset.usual ?? ""));
  const options = chosen.map((field) => `${field.name.slice(7)}=${field.value.trim()}`).join(",");
  const path = `/pictures/${picture.dataset.game}.svg${options ? `?${new URLSearchParams({ options })}` : ""}`;
  const next = new Image();
  next.onload = () => { picture.src = path; }; // what cannot be changes nothing
  next.src = path;
}

for (const field of fields) field.addEventListener("change", show);
