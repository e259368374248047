// Links to be sent, in full; a click into one selects it.

for (const field of document.querySelectorAll("[data-link]")) {
  field.value = new URL(field.value, location.href).href;
  field.addEventListener("focus", () => field.select());
}
