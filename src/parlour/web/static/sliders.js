// The sliders of a clock say what they stand for.

const many = (number, one) => `${number} ${one}${number === 1 ? "" : "s"}`;

for (const slider of document.querySelectorAll(".sliders input")) {
  const output = slider.nextElementSibling;
  const show = () => { output.textContent = many(slider.valueAsNumber, slider.name.slice(0, -1)); };
  slider.addEventListener("input", show);
  show();
}
