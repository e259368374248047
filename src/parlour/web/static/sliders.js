// The sliders of a clock say what they stand for.

import { ngettext } from "./language.js";

const WORDS = {
  minutes: (number) => ngettext("%(num)s minute", "%(num)s minutes", number),
  seconds: (number) => ngettext("%(num)s second", "%(num)s seconds", number),
};

for (const slider of document.querySelectorAll(".sliders input")) {
  const output = slider.nextElementSibling;
  const show = () => { output.textContent = WORDS[slider.name](slider.valueAsNumber); };
  slider.addEventListener("input", show);
  show();
}
