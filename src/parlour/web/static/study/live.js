// The live connection of a study: where one is goes out; changes, others and a bot's thoughts come in.

import { waitBefore } from "../table/net.js";

export class Live {
  #socket = null;
  #failures = 0;
  #last = "";

  // `heard` is given what the server sends, `offline` whether it does not answer.
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
    mine.onclose = () => {
      this.#failures += 1;
      if (this.#failures > 1) this.offline(true);
      setTimeout(() => this.connect(), waitBefore(this.#failures));
    };
  }

  // Tell where one is; `lines`: about how many should be thought, `by`: by which engine.
  tell(at, { lines, by }) {
    this.#last = JSON.stringify({ at, lines, by });
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(this.#last);
  }
}
