// Tells the server whether pages are dark, so that boards match.

const dark = matchMedia("(prefers-color-scheme: dark)");

function tell() {
  const scheme = `scheme=${dark.matches ? "dark" : "light"}`;
  const told = () => document.cookie.split("; ").includes(scheme);
  if (told() || (!dark.matches && !document.cookie.includes("scheme="))) return;
  document.cookie = `${scheme}; path=/; max-age=31536000; samesite=lax`;
  if (told() && document.querySelector(".small-board")) location.reload();
}

dark.addEventListener("change", tell);
tell();
