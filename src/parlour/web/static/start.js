// The picture of the game follows the chosen options.

const { game } = document.getElementById("start").dataset;
const picture = document.querySelector(".what picture");
const fields = [...document.querySelectorAll("[name^=option-]")];

function show() {
  const chosen = fields.filter((field) => field.value.trim() !== (field.dataset.usual ?? ""));
  const options = chosen.map((field) => `${field.name.slice(7)}=${field.value.trim()}`).join(",");
  const path = (skin) => `/pictures/${game}.svg?${new URLSearchParams({ options, skin })}`;
  const next = new Image();
  next.onload = () => { // impossible options leave the picture as it is
    picture.querySelector("source").srcset = path("night");
    picture.querySelector("img").src = path("");
  };
  next.src = path("");
}

for (const field of fields) field.addEventListener("change", show);

// The thumbnails of an option's boards select its value.
for (const made of document.querySelectorAll(".board-choice")) {
  const field = document.querySelector(`[name="${made.dataset.option}"]`);
  const mark = () => made.setAttribute("aria-pressed", field.value === made.dataset.value);
  made.addEventListener("click", () => {
    field.value = made.dataset.value;
    field.dispatchEvent(new Event("change"));
  });
  field.addEventListener("change", mark);
  mark();
}
