// Requests to the server, and the live connection that sends the state of the game.

import { _ } from "../language.js";
import { changed, whole } from "./changes.js";

export const SILENCE = _("The server does not respond. Your move was not played.");

// An illegal move is an answer with status 200, so that the browser logs no error.
const HEADERS = { "Content-Type": "application/json", Prefer: "illegal-moves=answered" };

export async function ask(path, body) {
  const options = body === undefined ? {} : { method: "POST", headers: HEADERS, body: JSON.stringify(body) };
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new Error(SILENCE);
  }
  const sent = await answer.json().catch(() => ({}));
  if (!answer.ok || sent.error) throw new Error(sent.error?.message ?? _("The server responded with error %(status)s.", { status: answer.status }));
  return sent;
}

export const waitBefore = (failures) => Math.min(6000, 400 * 2 ** failures); // milliseconds

const POLL = 2000; // milliseconds

// The live connection to a game; it reconnects, and polls if WebSockets are blocked. It also sends
// moves.
export class Live {
  #socket = null;
  #failures = 0;
  #polling = null;
  #sent = null; // the last state, its picture in parts
  #moving = []; // callbacks of moves without an answer

  // `query()` returns the display settings; `show` receives the state.
  constructor(api, query, show, offline) {
    Object.assign(this, { api, query, show, offline });
  }

  // Reconnect, perhaps as another player; moves on the old connection are still answered.
  connect() {
    if (!this.#moving.length) this.#socket?.close();
    const address = new URL(`${this.api}/live?${this.query()}`, location.href);
    address.searchParams.set("changes", "true");
    this.#sent = null;
    const moving = this.#moving = [];
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const mine = this.#socket = new WebSocket(address);
    mine.onmessage = (event) => {
      const { moved, ping, ...update } = JSON.parse(event.data); // an answer, an update, or both
      if (ping) mine.send(JSON.stringify({ pong: ping })); // so that the server knows the lag
      if (moved) moving.shift()?.(moved);
      if (mine !== this.#socket && !moving.length) mine.close();
      if (mine !== this.#socket || !Object.keys(update).length) return;
      this.#failures = 0;
      clearInterval(this.#polling);
      this.#polling = null;
      this.offline(false);
      this.#sent = this.#sent ? changed(this.#sent, update) : update;
      this.show(whole(this.#sent));
    };
    mine.onclose = () => {
      for (const unanswered of moving) unanswered(null);
      if (mine === this.#socket) this.#again(mine);
    };
  }

  // Play a move; without an answer it is posted instead. Its ply prevents playing it twice.
  async move(body) {
    if (!this.isOpen) return ask(`${this.api}/moves`, body);
    const moving = this.#moving;
    const answer = new Promise((heard) => { moving.push(heard); });
    this.#socket.send(JSON.stringify(body));
    const moved = await answer;
    if (!moved) return ask(`${this.api}/moves`, body);
    if (moved.error) throw new Error(moved.error.message);
    return moved;
  }

  #again(mine) {
    this.#failures += 1;
    if (this.#failures > 1) this.offline(true);
    if (this.#failures > 2) this.#polling ??= setInterval(() => this.refresh(), POLL);
    setTimeout(() => mine === this.#socket && this.connect(), waitBefore(this.#failures));
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  async refresh() {
    try {
      const sent = await ask(`${this.api}?${this.query()}`);
      this.offline(false);
      this.show(sent);
    } catch {
      this.offline(true);
    }
  }
}
