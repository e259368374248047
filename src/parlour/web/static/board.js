// The board's page. It knows no rules: the server says what may come next after each part of a move.

const $ = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const home = document.querySelector(".table").dataset.game;
const api = `/api/games/${home}`;

let game = JSON.parse($("data").textContent); // the newest that the server told
let steps = []; // parts of a move that were entered
let partial = game.next_parts; // what may come next
let past = null; // the number of plies at which one looks back, or null
let viewed = null; // the seat whose view is asked for where one has several
let arranging = false; // whether clicks move unplayed pieces about
let lifted = null; // the cell of the unplayed piece that is to be moved
let busy = false;
let dragging = null;

const settings = {
  get flip() { return localStorage.getItem(`flip ${game.game.id}`) === "true"; },
  set flip(on) { localStorage.setItem(`flip ${game.game.id}`, on); },
  get coordinates() { return localStorage.getItem("coordinates") !== "false"; },
  set coordinates(on) { localStorage.setItem("coordinates", on); },
  get skin() { return localStorage.getItem("skin") ?? ""; },
  set skin(name) { localStorage.setItem("skin", name); },
  get view() { return localStorage.getItem(`view ${game.game.id}`) ?? ""; },
  set view(name) { localStorage.setItem(`view ${game.game.id}`, name); },
};

// -- talking with the server ----------------------------------------------------------------------

function query() {
  const asked = new URLSearchParams({ flip: settings.flip, coordinates: settings.coordinates });
  if (game.game.views.includes(settings.view)) asked.set("view", settings.view);
  if (settings.skin) asked.set("skin", settings.skin);
  if (viewed !== null) asked.set("seat", viewed);
  return asked;
}

async function ask(path, body) {
  const options = body === undefined ? {} : {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  };
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new Error("The server does not answer; nothing was played.");
  }
  const told = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(told.error?.message ?? `The server says ${answer.status}.`);
  return told;
}

async function attempt(work) {
  if (busy) return;
  busy = true;
  document.body.dataset.busy = "yes";
  try {
    await work();
  } catch (error) {
    say(error.message);
  } finally {
    busy = false;
    delete document.body.dataset.busy;
  }
}

let socket = null;
let failures = 0;
let polling = null;

function connect() {
  socket?.close();
  const address = new URL(`${api}/live?${query()}`, location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  const mine = socket = new WebSocket(address);
  mine.onmessage = (event) => {
    failures = 0;
    stopPolling();
    document.body.classList.remove("offline");
    show(JSON.parse(event.data));
  };
  mine.onclose = () => {
    if (mine !== socket) return;
    failures += 1;
    if (failures > 1) document.body.classList.add("offline");
    if (failures > 2) startPolling(); // where live connections are blocked
    setTimeout(() => mine === socket && connect(), Math.min(6000, 400 * 2 ** failures));
  };
}

function startPolling() {
  polling ??= setInterval(refresh, 2000);
}

function stopPolling() {
  clearInterval(polling);
  polling = null;
}

async function refresh() {
  try {
    const told = await ask(`${api}?${query()}`);
    document.body.classList.remove("offline");
    show(told);
  } catch {
    document.body.classList.add("offline");
  }
}

// -- showing how the game stands ------------------------------------------------------------------

function show(told) {
  const before = game;
  const moved = told.ply === before.ply + 1 && told.id === before.id;
  const same = told.ply === before.ply && told.turn === before.turn && told.picture === before.picture;
  game = told;
  if (!same || told.may_move !== before.may_move) {
    steps = [];
    partial = told.next_parts;
  }
  if (past === null) {
    if (!same || !$("board").querySelector("svg")) draw(told.picture);
    if (moved && !calm.matches) animate(told.last_cells);
    if (told.ply !== before.ply) say("");
  }
  if (moved) speak(lastMove(told));
  panels();
  hints();
}

function draw(picture) {
  const parsed = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
  const svg = document.importNode(parsed, true);
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  for (const group of svg.querySelectorAll("g[data-cell]")) {
    const title = group.querySelector("title");
    if (!title) continue;
    group.dataset.tip = title.textContent;
    title.remove();
  }
  hideTip();
  $("board").querySelector("svg")?.remove();
  $("board").prepend(svg);
  buildGrid();
}

function cellOf(name) {
  return $("board").querySelector(`g[data-cell="${CSS.escape(name)}"]`);
}

function placeOf(group) {
  const found = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(group?.getAttribute("transform") ?? "");
  return found ? [Number(found[1]), Number(found[2])] : null;
}

// A moved piece glides from its last cell but one to its last.
function animate(names) {
  if (!names || names.length < 2) return;
  const [from, to] = [placeOf(cellOf(names.at(-2))), placeOf(cellOf(names.at(-1)))];
  const target = cellOf(names.at(-1));
  const moving = piecesIn(target);
  if (!from || !to || !moving.length) return;
  const group = document.createElementNS(SVG, "g");
  group.append(...moving);
  target.append(group);
  target.parentNode.append(target);
  group.animate(
    [{ transform: `translate(${from[0] - to[0]}px, ${from[1] - to[1]}px)` }, { transform: "none" }],
    { duration: 220, easing: "ease-out" },
  );
}

// What stands on a cell: all but its surface and the mark of the last move.
function piecesIn(group) {
  if (!group) return [];
  const surface = group.firstElementChild?.getAttribute("pointer-events") === "all" ? 2 : 1; // a hole has two
  return [...group.children].slice(surface + (group.classList.contains("last") ? 1 : 0));
}

const shownIn = new WeakMap();

// Put nodes into a box; what stands there already is left alone, for somebody may be about to click it.
function renew(box, ...nodes) {
  const text = nodes.map((node) => node.outerHTML ?? node).join("");
  if (shownIn.get(box) === text) return false;
  shownIn.set(box, text);
  box.replaceChildren(...nodes);
  return true;
}

function panels() {
  renew($("status"), ...statusParts());
  cast();
  seats();
  moveList();
  ending();
  offer();
  curtain();
  choices();
  if (past === null) notes(game.notes, game.position);
  const over = game.outcome !== null;
  for (const name of ["hint", "draw"]) enable(name, game.may_move && past === null);
  ready();
  arrangeButton();
  enable("resign", !over);
  enable("undo", game.moves.some(([seat]) => game.seats[seat]?.yours));
  const field = $("move");
  if (field) field.disabled = !game.may_move;
  document.title = `${game.may_move ? "● " : ""}${game.game.title} – Parlour`;
}

// Rows of moves that can be played as one, such as a whole deployment.
function ready() {
  const box = $("ready");
  const names = past === null ? game.ready : [];
  box.hidden = !names.length;
  const words = document.createElement("span");
  words.textContent = "Ready-made:";
  renew(box, words, ...names.map((name) => {
    const made = button(name, "take", "quiet");
    made.dataset.name = name;
    return made;
  }));
}

function arrangeButton() {
  const made = document.querySelector("[data-do=arrange]");
  if (!made) return;
  made.hidden = !game.arrangeable;
  if (!game.arrangeable || past !== null) arranging = false;
  made.disabled = past !== null;
  made.setAttribute("aria-pressed", arranging);
}

function enable(name, on) {
  const button = document.querySelector(`[data-do=${name}]`);
  if (button) button.disabled = !on;
}

function statusParts() {
  const parts = [];
  if (past !== null) parts.push(`Looking back at move ${past} of ${game.ply}. `);
  else if (game.outcome) parts.push(`${game.outcome.headline}: ${game.outcome.reason}.`);
  else if (game.trouble) parts.push(`The game stands still: ${game.trouble}`);
  else if (game.turn === -1) parts.push("Chance decides…");
  else parts.push(turnWords());
  const bot = game.thinking;
  if (bot && past === null && (bot.due || bot.compiled)) parts.push(" ", thinking(bot));
  return parts;
}

// The newest cast of dice or stones, until the next move but one.
function cast() {
  const latest = game.moves.slice(-2).findLast(([seat, text]) => seat === -1 && /^\d+(\+\d+)*$/.test(text));
  $("cast").hidden = !latest || past !== null;
  renew($("cast"), ...(latest?.[1].split("+") ?? []).map((number) => {
    const die = document.createElement("span");
    die.textContent = number;
    return die;
  }));
}

function turnWords() {
  const seat = game.seats[game.turn];
  const mine = game.seats.filter((s) => s.yours).length;
  if (game.may_move) return mine > 1 ? `${seat.name} to move.` : `Your move, ${seat.name}.`;
  if (!seat.taken) return `Waiting for ${seat.name} to sit down.`;
  return `${seat.name} to move (${seat.who}).`;
}

function thinking(bot) {
  const span = document.createElement("span");
  span.className = "thinking";
  if (bot.compiled) span.textContent = `The bot gets ready for this game for the first time: ${bot.compiled} parts compiled, ${Math.round(bot.seconds)} s. Look around meanwhile.`;
  else span.textContent = bot.part > 0.02 ? `thinking, ${Math.round(bot.part * 100)}%` : "thinking…";
  return span;
}

function seats() {
  renew($("seats"), ...game.seats.map((seat) => {
    const item = document.createElement("li");
    item.classList.toggle("to-move", seat.seat === game.turn && !game.outcome);
    item.classList.toggle("yours", seat.yours);
    const colour = document.createElement("span");
    colour.className = "swatch";
    colour.dataset.colour = seat.colour;
    const name = document.createElement("strong");
    name.textContent = seat.name;
    const who = document.createElement("span");
    who.className = "who";
    who.textContent = seat.who;
    item.append(colour, name, who);
    if (seat.colour && seat.colour !== seat.name.toLowerCase()) {
      const worn = document.createElement("small");
      worn.textContent = `plays ${seat.colour}`;
      item.append(worn);
    }
    if (game.outcome) {
      const score = document.createElement("span");
      score.className = "score";
      score.textContent = game.outcome.scores[seat.seat];
      item.append(score);
    }
    return item;
  }));
}

function moveList() {
  const shown = past ?? game.ply;
  const items = game.moves.map(([seat, text], index) => {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.type = "button";
    button.tabIndex = -1;
    button.dataset.ply = index + 1;
    button.textContent = text.length > 60 ? `${text.slice(0, 57)}…` : text;
    button.title = `${index + 1}. ${game.seats[seat]?.name ?? "Chance"}: ${text}`;
    button.className = seat === -1 ? "chance" : `seat-${seat}`;
    if (index + 1 === shown) button.setAttribute("aria-current", "true");
    item.append(button);
    return item;
  });
  if (!renew($("moves"), ...items)) return;
  const now = $("moves").querySelector("[aria-current]");
  if (now) $("moves").scrollTop = now.offsetTop - $("moves").clientHeight / 2;
}

function notes(texts, position) {
  renew($("notes"), ...texts.map((text) => {
    const line = document.createElement("p");
    line.textContent = text;
    return line;
  }));
  $("position").value = position;
  const from = $("from");
  from.hidden = game.game.hidden; // what a seat sees is no position
  $("record").hidden = game.game.hidden && !game.outcome;
  from.href = `/new/${game.game.id}?${new URLSearchParams({ position })}`;
}

function ending() {
  const box = $("ending");
  box.hidden = !game.outcome;
  if (!game.outcome) return renew(box);
  const title = document.createElement("strong");
  title.textContent = game.outcome.headline;
  const why = document.createElement("p");
  why.textContent = [game.outcome.reason, ...game.outcome.details].join(" · ");
  const row = document.createElement("p");
  if (game.rematch) row.append(link(`/games/${game.rematch}`, "To the rematch"));
  else if (game.seats.some((seat) => seat.yours)) row.append(button("Play again", "rematch", "main"));
  row.append(button("Look back", "first", "quiet"));
  renew(box, title, why, row);
}

function offer() {
  const box = $("offer");
  const told = game.offer;
  box.hidden = !told;
  if (!told) return renew(box);
  const what = told.kind === "draw" ? "offers a draw" : "would like to take a move back";
  const words = document.createElement("p");
  const row = document.createElement("p");
  if (told.for_you && !told.yours) {
    words.textContent = `${game.seats[told.by].name} ${what}.`;
    row.append(button("Agree", "agree", "main"), button("Decline", "decline", "quiet"));
  } else {
    words.textContent = told.yours ? "Waiting for the others to answer…" : `${game.seats[told.by].name} ${what}.`;
    if (told.yours) row.append(button("Take it back", "decline", "quiet"));
  }
  renew(box, words, row);
}

// Several people at one screen, and hidden information: the board is covered until the next one is there.
function curtain() {
  const box = $("curtain");
  const mine = game.seats.filter((seat) => seat.yours);
  const covers = game.game.hidden && mine.length > 1 && !game.outcome && past === null;
  const next = covers && game.seats[game.turn]?.yours && game.view !== game.turn;
  if (covers && viewed !== null && viewed !== game.turn && game.seats[game.turn]?.yours) {
    viewed = null;
    connect();
  }
  box.hidden = !next;
  if (!next) return renew(box);
  const words = document.createElement("p");
  words.textContent = `Pass the screen to ${game.seats[game.turn].name}.`;
  renew(box, words, button(`I am ${game.seats[game.turn].name}`, "look", "main"));
}

function button(text, action, style) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = `button ${style}`;
  made.dataset.do = action;
  made.textContent = text;
  return made;
}

function link(path, text) {
  const made = document.createElement("a");
  made.href = path;
  made.className = "button main";
  made.textContent = text;
  return made;
}

function lastMove(told) {
  const [seat, text] = told.moves.at(-1) ?? [-1, ""];
  const who = told.seats[seat]?.name ?? "Chance";
  const end = told.outcome ? ` ${told.outcome.headline}: ${told.outcome.reason}.` : "";
  return `${who}: ${text}.${end}${told.may_move ? " Your move." : ""}`;
}

function say(text) {
  $("said").textContent = text;
}

function speak(text) {
  $("spoken").textContent = text;
}

// -- entering moves -------------------------------------------------------------------------------

const mayEnter = () => game.may_move && past === null && partial !== null;

async function enter(step) {
  const told = await ask(`${api}/steps`, { steps: [...steps, step] });
  steps.push(step);
  partial = told;
  say("");
  if (told.move) await play(told.move);
  hints();
  choices();
  describe();
  if (!told.move) leadKeys();
}

// Who plays by keys is led on to the choices where no cell can be next.
function leadKeys() {
  const here = document.activeElement;
  if (here !== document.body && !$("grid").contains(here)) return;
  if (here !== document.body && partial?.cells.length) return;
  const next = partial?.cells.length ? gridCell(focused) : null;
  (next ?? $("choices").querySelector("[data-part]"))?.focus({ preventScroll: true });
}

async function play(move) {
  try {
    await shown(await ask(`${api}/moves`, { move, ply: game.ply }));
  } finally {
    forget();
  }
}

// Wait until the page shows what was played; ask for it where nobody tells.
async function shown({ ply }) {
  const live = () => socket?.readyState === WebSocket.OPEN;
  for (let waits = 0; game.ply < ply && live() && waits < 60; waits += 1) await new Promise((go) => setTimeout(go, 25));
  if (game.ply < ply) await refresh();
}

function forget() {
  steps = [];
  partial = game.next_parts;
  hints();
  choices();
}

async function back() {
  if (!steps.length) return;
  const fewer = steps.slice(0, -1);
  partial = fewer.length ? await ask(`${api}/steps`, { steps: fewer }) : game.next_parts;
  steps = fewer;
  say("");
  hints();
  choices();
}

const pieceNumber = (name) => /(\d+)$/.exec(cellOf(name)?.dataset.tip ?? "")?.[1];

// Moving unplayed pieces about: a piece, then the cell where it is to lie.
async function arrange(name) {
  if (lifted === null || lifted === name) {
    lifted = lifted === name || !piecesIn(cellOf(name)).length ? null : name;
    say(lifted === null ? "" : `Where is ${pieceNumber(lifted)} to lie?`);
    return hints();
  }
  const from = lifted;
  lifted = null;
  hints();
  await moveAbout(from, name);
}

async function moveAbout(from, to) {
  await ask(`${api}/arrange`, { piece: pieceNumber(from) ?? "", cell: to });
  say("");
  await refresh();
}

const chosenCells = () => steps.filter(([kind]) => kind === "cell").map(([, name]) => name);

async function click(name) {
  if (arranging) return arrange(name);
  if (!mayEnter()) {
    if (past !== null) say("You are looking back; the newest position can be played on.");
    else if (!game.outcome && game.seats.some((seat) => seat.yours)) say("It is not your turn.");
    return;
  }
  const chosen = chosenCells();
  if (chosen.at(-1) === name && !partial.cells.includes(name)) {
    if (partial.parts.some((part) => part.text === "")) await enter(["part", ""]);
    else await back();
    return;
  }
  try {
    await enter(["cell", name]);
  } catch (error) {
    if (!steps.length || !game.next_parts.cells.includes(name)) throw error;
    steps = [];
    await enter(["cell", name]);
  }
}

// What is chosen, and what may be clicked next.
function hints() {
  const svg = $("board").querySelector("svg");
  if (!svg) return;
  svg.querySelector(".hints")?.remove();
  const layer = document.createElementNS(SVG, "g");
  layer.setAttribute("class", "hints");
  svg.append(layer);
  if (arranging && lifted !== null) hint(layer, lifted, "chosen");
  if (!mayEnter() || arranging) return labelGrid();
  const begun = steps.length > 0;
  const shown = begun || partial.cells.length <= 6 ? partial.cells : [];
  for (const name of shown) hint(layer, name, "target");
  for (const name of chosenCells()) hint(layer, name, "chosen");
  labelGrid();
}

function hint(layer, name, kind) {
  const group = cellOf(name);
  const place = placeOf(group);
  if (!place) return;
  const full = group.dataset.tip !== undefined;
  const circle = document.createElementNS(SVG, "circle");
  circle.setAttribute("cx", place[0]);
  circle.setAttribute("cy", place[1]);
  const around = full || kind !== "target";
  circle.setAttribute("r", around ? 43 : 15);
  circle.setAttribute("class", around ? `${kind} ring` : kind);
  layer.append(circle);
}

const MANY = 24;
const SMALL = 26; // pixels; cells closer together than that are hard to touch
const FEW = 16;

// The cells that may come next as buttons, where on this screen they are too close to be touched.
function cellButtons() {
  if (!mayEnter() || partial.cells.length > FEW || partial.cells.length < 2) return [];
  const places = partial.cells.map((name) => placeOf(cellOf(name))).filter(Boolean);
  const apart = Math.min(...places.flatMap((one, n) => places.slice(n + 1).map((other) => Math.hypot(one[0] - other[0], one[1] - other[1]))));
  const svg = $("board").querySelector("svg");
  const scale = svg.clientWidth / svg.viewBox.baseVal.width;
  if (apart * scale >= SMALL) return [];
  return partial.cells.map((name) => {
    const made = button(name, "cell", "quiet");
    made.dataset.choice = name;
    made.title = cellOf(name)?.dataset.tip ?? name;
    return made;
  });
}

function choices() {
  const box = $("choices");
  const parts = mayEnter() && !arranging && !(game.arrangeable && !steps.length) ? partial.parts : [];
  const cells = cellButtons();
  const begun = mayEnter() && steps.length > 0 && (parts.length > 0 || steps.length > 1);
  box.hidden = !parts.length && !cells.length && !begun;
  if (box.hidden) return renew(box);
  const row = document.createElement("div");
  row.className = parts.length > MANY ? "parts many" : "parts";
  row.append(...parts.map((part) => {
    const made = button(part.label, "part", "quiet");
    made.dataset.part = part.text;
    return made;
  }), ...cells);
  const made = [row];
  if (begun) {
    const line = document.createElement("p");
    const words = document.createElement("span");
    words.className = "beginning";
    words.textContent = partial.beginning;
    line.append(words, button("Back", "back", "quiet"));
    made.unshift(line);
  }
  renew(box, ...made);
}

function describe() {
  if (!partial || !steps.length) return;
  const next = [...partial.cells, ...partial.parts.map((part) => part.label)];
  speak(`${partial.beginning}.${next.length ? ` Go on with ${next.slice(0, 12).join(", ")}.` : ""}`);
}

// -- mouse and touch ------------------------------------------------------------------------------

const cellAt = (x, y) => document.elementFromPoint(x, y)?.closest?.("#board g[data-cell]")?.dataset.cell;

$("board").addEventListener("pointerdown", (event) => {
  if (event.button !== 0) return;
  const name = event.target.closest?.("g[data-cell]")?.dataset.cell;
  if (!name) return;
  dragging = { name, x: event.clientX, y: event.clientY, ghost: null, id: event.pointerId };
  if (event.pointerType === "mouse") hideTip();
  else tipSoon(name, 500); // a finger that rests
});

addEventListener("pointermove", (event) => {
  if (!dragging || event.pointerId !== dragging.id) return;
  const far = Math.hypot(event.clientX - dragging.x, event.clientY - dragging.y);
  if (!dragging.ghost && far > 8 && (mayEnter() || game.arrangeable) && event.pointerType === "mouse") lift();
  if (!dragging.ghost) return;
  const svg = $("board").querySelector("svg");
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  dragging.ghost.setAttribute("transform", `translate(${at.x} ${at.y})`);
});

function lift() {
  const pieces = piecesIn(cellOf(dragging.name));
  if (!pieces.length) return;
  dragging.ghost = document.createElementNS(SVG, "g");
  dragging.ghost.setAttribute("class", "ghost");
  dragging.ghost.append(...pieces.map((piece) => piece.cloneNode(true)));
  $("board").querySelector("svg").append(dragging.ghost);
  const name = dragging.name;
  if (game.arrangeable) return;
  if (chosenCells().at(-1) !== name) dragging.begun = attempt(() => click(name));
}

addEventListener("pointerup", async (event) => {
  const drag = dragging;
  if (!drag || event.pointerId !== drag.id) return;
  dragging = null;
  if (event.pointerType !== "mouse") hideTip();
  drag.ghost?.remove();
  const name = cellAt(event.clientX, event.clientY);
  if (!name) return;
  await drag.begun;
  if (drag.ghost && game.arrangeable) {
    if (name !== drag.name) attempt(() => moveAbout(drag.name, name));
    return;
  }
  if (drag.ghost ? name !== drag.name : name === drag.name) attempt(() => click(name));
});

addEventListener("pointercancel", () => {
  dragging?.ghost?.remove();
  dragging = null;
});

// -- what stands on a cell -------------------------------------------------------------------------

let tipDue = null;

function hideTip() {
  clearTimeout(tipDue);
  $("tip").hidden = true;
}

function tipSoon(name, after) {
  hideTip();
  if (cellOf(name)?.dataset.tip) tipDue = setTimeout(showTip, after, name);
}

// A card with the pieces of a cell, the topmost first, as one sees a stack from the side.
function showTip(name) {
  const group = cellOf(name);
  if (!group?.dataset.tip) return;
  const pieces = group.dataset.tip.slice(name.length + 2).split(", ").reverse();
  const title = document.createElement("strong");
  title.textContent = pieces.length > 1 ? `${name}: ${pieces.length} pieces` : name;
  const list = document.createElement("ul");
  list.append(...pieces.map((piece) => {
    const item = document.createElement("li");
    item.textContent = piece;
    return item;
  }));
  const tip = $("tip");
  tip.replaceChildren(title, list);
  tip.hidden = false;
  const [board, cell] = [$("board").getBoundingClientRect(), group.getBoundingClientRect()];
  const middle = cell.left + cell.width / 2 - board.left - tip.offsetWidth / 2;
  tip.style.left = `${Math.max(0, Math.min(board.width - tip.offsetWidth, middle))}px`;
  const above = cell.top - board.top - tip.offsetHeight - 6;
  tip.style.top = `${above < -40 ? cell.bottom - board.top + 6 : above}px`;
}

$("board").addEventListener("pointerover", (event) => {
  const name = event.target.closest?.("g[data-cell]")?.dataset.cell;
  if (event.pointerType === "mouse" && !dragging?.ghost) tipSoon(name ?? "", 450);
});
$("board").addEventListener("pointerleave", hideTip);

// -- the board as a grid, for keys and for screen readers ------------------------------------------

let focused = null;

function buildGrid() {
  const had = $("grid").contains(document.activeElement);
  const groups = [...$("board").querySelectorAll("g[data-cell]")];
  const rows = new Map();
  for (const group of groups) {
    const [x, y] = placeOf(group) ?? [0, 0];
    const key = Math.round(y / 10);
    if (!rows.has(key)) rows.set(key, []);
    rows.get(key).push({ x, name: group.dataset.cell });
  }
  const grid = document.createElement("div");
  grid.setAttribute("role", "grid");
  grid.setAttribute("aria-label", `The board of ${game.game.title}`);
  for (const key of [...rows.keys()].sort((a, b) => a - b)) {
    const row = document.createElement("div");
    row.setAttribute("role", "row");
    for (const { name } of rows.get(key).sort((a, b) => a.x - b.x)) {
      const cell = document.createElement("button");
      cell.type = "button";
      cell.setAttribute("role", "gridcell");
      cell.tabIndex = -1;
      cell.dataset.cell = name;
      row.append(cell);
    }
    grid.append(row);
  }
  $("grid").replaceChildren(...(groups.length ? [grid] : []));
  const first = gridCell(focused) ?? $("grid").querySelector("button");
  if (first) first.tabIndex = 0;
  labelGrid();
  if (had) first?.focus();
}

function gridCell(name) {
  return name === null ? null : $("grid").querySelector(`button[data-cell="${CSS.escape(name)}"]`);
}

function labelGrid() {
  const targets = new Set(mayEnter() ? partial.cells : []);
  const chosen = new Set(mayEnter() ? chosenCells() : []);
  for (const cell of $("grid").querySelectorAll("button")) {
    const name = cell.dataset.cell;
    const tip = cellOf(name)?.dataset.tip ?? `${name}: empty`;
    const more = chosen.has(name) ? ", chosen" : targets.has(name) ? ", legal" : "";
    cell.setAttribute("aria-label", tip + more);
  }
}

function ring(name) {
  $("board").querySelector(".focus-ring")?.remove();
  const place = name && placeOf(cellOf(name));
  if (!place) return;
  const circle = document.createElementNS(SVG, "circle");
  circle.setAttribute("class", "focus-ring");
  circle.setAttribute("cx", place[0]);
  circle.setAttribute("cy", place[1]);
  circle.setAttribute("r", 47);
  $("board").querySelector("svg").append(circle);
}

$("grid").addEventListener("focusin", (event) => {
  focused = event.target.dataset.cell ?? null;
  for (const cell of $("grid").querySelectorAll("button[tabindex='0']")) cell.tabIndex = -1;
  event.target.tabIndex = 0;
  ring(focused);
  tipSoon(focused, 300);
});
$("grid").addEventListener("focusout", () => {
  ring(null);
  hideTip();
});
$("grid").addEventListener("click", (event) => {
  const name = event.target.dataset.cell;
  if (name) attempt(() => click(name));
});

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

$("grid").addEventListener("keydown", (event) => {
  const way = ARROWS[event.key];
  if (!way || focused === null) return;
  event.preventDefault();
  event.stopPropagation();
  const next = neighbour(focused, way);
  if (next) gridCell(next)?.focus();
});

// The nearest cell that way; what lies askew counts as farther.
function neighbour(name, [dx, dy]) {
  const [x, y] = placeOf(cellOf(name));
  let best = null;
  let least = Infinity;
  for (const group of $("board").querySelectorAll("g[data-cell]")) {
    const [u, v] = placeOf(group);
    const along = (u - x) * dx + (v - y) * dy;
    const aside = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
    const far = along + 1.2 * aside; // on hexagons the next row is nearer than the one after it
    if (along > 1 && aside <= along * 1.05 && far < least) [best, least] = [group.dataset.cell, far];
  }
  return best;
}

// -- looking back -----------------------------------------------------------------------------------

async function lookAt(ply) {
  const wanted = Math.max(0, Math.min(game.ply, ply));
  if (wanted === game.ply) {
    past = null;
    draw(game.picture);
    panels();
    hints();
    history.replaceState(null, "", location.pathname);
    return;
  }
  const told = await ask(`${api}/plies/${wanted}?${query()}`);
  past = wanted;
  steps = [];
  partial = game.next_parts;
  draw(told.picture);
  notes(told.notes, told.position);
  panels();
  hints();
  history.replaceState(null, "", `#${wanted}`);
}

$("moves").addEventListener("click", (event) => {
  const ply = event.target.dataset.ply;
  if (ply) attempt(() => lookAt(Number(ply)));
});

addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  const now = past ?? game.ply;
  const moves = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: game.ply };
  if (event.key in moves) {
    event.preventDefault();
    attempt(() => lookAt(moves[event.key]));
  } else if (event.key === "Escape" || (event.key === "Backspace" && steps.length)) {
    hideTip();
    attempt(back);
  }
});

// -- buttons ------------------------------------------------------------------------------------------

const actions = {
  first: () => lookAt(0),
  previous: () => lookAt((past ?? game.ply) - 1),
  next: () => lookAt((past ?? game.ply) + 1),
  last: () => lookAt(game.ply),
  back,
  part: (made) => enter(["part", made.dataset.part]),
  cell: (made) => enter(["cell", made.dataset.choice]),
  take: async (made) => shown(await ask(`${api}/take`, { name: made.dataset.name, ply: game.ply })),
  async arrange() {
    arranging = !arranging;
    lifted = null;
    steps = [];
    partial = game.next_parts;
    say(arranging ? "Choose a grey piece, then the cell where it is to lie." : "");
    arrangeButton();
    choices();
    hints();
  },
  agree: () => ask(`${api}/answer`, { agree: true }),
  decline: () => ask(`${api}/answer`, { agree: false }),
  async flip() {
    settings.flip = !settings.flip;
    await redraw();
  },
  async undo() {
    const { result } = await ask(`${api}/undo`, {});
    say(result === "asked" ? "The others are asked whether you may take it back." : "");
  },
  async draw() {
    say("The draw is offered…");
    const { result } = await ask(`${api}/draw`, {});
    say({ asked: "A draw is offered.", declined: "The bot plays on.", agreed: "" }[result]);
  },
  async resign(made) {
    if (made.dataset.sure) {
      await ask(`${api}/resign`, {});
    } else {
      made.dataset.sure = "yes";
      made.textContent = "Really resign?";
      setTimeout(() => {
        delete made.dataset.sure;
        made.textContent = "Resign";
      }, 4000);
    }
  },
  async hint() {
    say("Looking for a good move…");
    const told = await ask(`${api}/hint`, {});
    say(`A good move is ${told.move}${told.words ? ` (${told.words})` : ""}.`);
    for (const name of told.cells) hint($("board").querySelector(".hints"), name, "advice");
  },
  async rematch() {
    location.href = (await ask(`${api}/rematch`, {})).path;
  },
  async look() {
    viewed = game.turn;
    connect();
  },
  async here() {
    const link = `${location.origin}${location.pathname}#${past ?? game.ply}`;
    try {
      await navigator.clipboard.writeText(link);
      say("The link to this position is copied.");
    } catch {
      say(link);
    }
  },
};

async function redraw() {
  connect();
  if (past !== null) await lookAt(past);
}

document.addEventListener("click", (event) => {
  const made = event.target.closest("[data-do]");
  if (!made || made.disabled) return;
  event.preventDefault();
  attempt(() => actions[made.dataset.do](made));
});

$("typed")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = $("move").value.trim();
  if (!text) return;
  attempt(async () => {
    await play(text);
    $("move").value = "";
    say("");
  });
});

$("view")?.addEventListener("change", (event) => {
  settings.view = event.target.value;
  attempt(redraw);
});
if ($("view")) $("view").value = game.game.views.includes(settings.view) ? settings.view : "";

$("skin").value = settings.skin;
$("skin").addEventListener("change", (event) => {
  settings.skin = event.target.value;
  attempt(redraw);
});

$("coordinates").checked = settings.coordinates;
$("coordinates").addEventListener("change", (event) => {
  settings.coordinates = event.target.checked;
  attempt(redraw);
});

for (const field of document.querySelectorAll("[data-link]")) {
  field.value = new URL(field.value, location.href).href;
  field.addEventListener("focus", () => field.select());
}

draw(game.picture);
panels();
hints();
connect();
if (/^#\d+$/.test(location.hash)) attempt(() => lookAt(Number(location.hash.slice(1))));
