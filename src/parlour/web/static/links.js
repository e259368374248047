// Full links to share; a click selects one.

for (const field of document.querySelectorAll("[data-link]")) {
  field.value = new URL(field.value, location.href).href;
  field.addEventListener("focus", () => field.select());
}
