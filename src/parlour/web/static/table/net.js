// Talking with the server: questions, and the live connection on which it sends how the game stands.

import { changed, whole } from "./changes.js";

export async function ask(path, body) {
  const options = body === undefined ? {} : {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  };
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new Error("The server does not answer; nothing was played.");
  }
  const sent = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(sent.error?.message ?? `The server says ${answer.status}.`);
  return sent;
}

export const waitBefore = (failures) => Math.min(6000, 400 * 2 ** failures); // milliseconds

const POLL = 2000; // milliseconds

// A live connection to a game, made anew when it breaks; where sockets are blocked, it asks instead.
export class Live {
  #socket = null;
  #failures = 0;
  #polling = null;
  #sent = null; // what is known, its picture in parts

  // `query()` says how the game is to be shown; `show` is given what the server sends.
  constructor(api, query, show, offline) {
    Object.assign(this, { api, query, show, offline });
  }

  connect() {
    this.#socket?.close();
    const address = new URL(`${this.api}/live?${this.query()}`, location.href);
    address.searchParams.set("changes", "true");
    this.#sent = null;
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const mine = this.#socket = new WebSocket(address);
    mine.onmessage = (event) => {
      if (mine !== this.#socket) return;
      this.#failures = 0;
      clearInterval(this.#polling);
      this.#polling = null;
      this.offline(false);
      const told = JSON.parse(event.data);
      this.#sent = this.#sent ? changed(this.#sent, told) : told;
      this.show(whole(this.#sent));
    };
    mine.onclose = () => mine === this.#socket && this.#again(mine);
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
