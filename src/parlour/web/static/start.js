// The board and the picture of a game's page follow the options chosen in its form.

const { game } = document.getElementById("start").dataset;
const picture = document.querySelector(".game-page .play > picture"); // where there is no board to try
const words = document.querySelector(".chosen-options");
const fields = [...document.querySelectorAll("[name^=option-]")];

function showPicture(options) {
  const path = (skin) => `/pictures/${game}.svg?${new URLSearchParams({ options, skin })}`;
  const next = new Image();
  next.onload = () => { // impossible options leave the picture as it is
    picture.querySelector("source").srcset = path("night");
    picture.querySelector("img").src = path("");
  };
  next.src = path("");
}

function show() {
  const chosen = fields.filter((field) => field.value.trim() !== (field.dataset.usual ?? ""));
  const named = chosen.map((field) => [field.name.slice(7), field.value.trim()]);
  words.textContent = named.map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`).join(", ");
  const options = named.map((pair) => pair.join("=")).join(",");
  if (picture) showPicture(options);
  else dispatchEvent(new CustomEvent("options", { detail: options }));
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
