// The page "You": full links, the default time zone, browser notifications.

import "./links.js";
import { canNotify, wantNotices, wantsNotices } from "./notify.js";

const zone = document.querySelector("input[name=zone]");
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone.value === "UTC" && zone.list.querySelector(`option[value="${CSS.escape(here)}"]`)) zone.placeholder = here;
if (!document.querySelector("[data-link]")) zone.value = here;

const notices = document.getElementById("notices");

notices.disabled = !canNotify();
notices.checked = wantsNotices();
notices.addEventListener("change", async () => { notices.checked = await wantNotices(notices.checked); });
