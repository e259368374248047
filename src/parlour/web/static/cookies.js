// Cookies that say how pages look; the server reads them.

const YEAR = 31536000; // seconds

export function cookie(name) {
  const found = document.cookie.split("; ").find((each) => each.startsWith(`${name}=`));
  return found?.slice(name.length + 1) ?? "";
}

// Set a cookie, or remove it if the value is empty.
export function setCookie(name, value) {
  document.cookie = `${name}=${value}; path=/; max-age=${value ? YEAR : 0}; samesite=lax`;
}
