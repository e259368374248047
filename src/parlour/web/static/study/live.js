// The live connection of a study: sends the current node; receives changes, other viewers and analysis.

import { waitBefore } from "../table/net.js";

const GONE = 4404; // the close code for a study that is private now, or gone

export class Live {
  #socket = null;
  #failures = 0;
  #last = "";

  // `heard` receives messages, `offline` whether the connection is lost.
  constructor(api, heard, offline) {
    Object.assign(this, { api, heard, offline });
  }

  connect() {
    const address = new URL(`${this.api}/live`, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const mine = this.#socket = new WebSocket(address);
    mine.onopen = () => {
      this.#failures = 0;
      this.offline(false);
      if (this.#last) mine.send(this.#last);
    };
    mine.onmessage = (event) => this.heard(JSON.parse(event.data));
    mine.onclose = ({ code }) => {
      if (mine !== this.#socket) return;
      if (code === GONE) return location.reload(); // the server says why
      this.#failures += 1;
      if (this.#failures > 1) this.offline(true);
      setTimeout(() => this.connect(), waitBefore(this.#failures));
    };
  }

  // Close the connection for good, before the page leaves a study that is about to go.
  stop() {
    const mine = this.#socket;
    this.#socket = null;
    mine?.close();
  }

  // Send the current node, the number of `lines` to analyse, and the engine (`by`).
  tell(at, { lines, by }) {
    this.#last = JSON.stringify({ at, lines, by });
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(this.#last);
  }
}
