// Tells the deadlines in this machine's time zone too, and links in full.

const shown = new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", timeZoneName: "short" });

const abroad = new Date().getTimezoneOffset() !== 0; // in UTC the page says it already
if (abroad) for (const made of document.querySelectorAll("[data-moment]")) made.textContent = ` · ${shown.format(Number(made.dataset.moment))}`;
for (const field of document.querySelectorAll("[data-link]")) {
  field.value = new URL(field.value, location.href).href;
  field.addEventListener("focus", () => field.select());
}
