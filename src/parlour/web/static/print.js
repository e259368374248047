// The button that prints the page, with all its pictures.

const button = document.querySelector("[data-print]");
button.hidden = false;
button.addEventListener("click", () => print());
for (const picture of document.images) picture.loading = "eager";
