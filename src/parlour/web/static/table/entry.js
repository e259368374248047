// A move that is being entered, step by step; the server says what may come next after each.

export class Entry {
  // `ask(steps)` returns what may come next: `cells`, `parts`, and `move` once it is whole.
  constructor(ask, next = null) {
    this.ask = ask;
    this.reset(next);
  }

  // Begin anew; `next` is what a move may begin with, or null where none may be entered.
  reset(next) {
    this.first = this.next = next;
    this.steps = [];
  }

  get begun() {
    return this.steps.length > 0;
  }

  get chosen() {
    return this.steps.filter(([kind]) => kind === "cell").map(([, name]) => name);
  }

  // Enter a step; returns the move that it completes, or null. Nothing changes if the server refuses.
  async enter(step) {
    const steps = [...this.steps, step];
    const next = await this.ask(steps);
    [this.steps, this.next] = [steps, next];
    return next.move;
  }

  // Take back the last step.
  async back() {
    const fewer = this.steps.slice(0, -1);
    const next = fewer.length ? await this.ask(fewer) : this.first;
    [this.steps, this.next] = [fewer, next];
  }

  // A click on a cell: the next step, or the end or the taking back of the last, or a new beginning.
  async click(name) {
    if (this.chosen.at(-1) === name && !this.next.cells.includes(name)) {
      if (this.next.parts.some((part) => part.text === "")) return this.enter(["word", ""]);
      await this.back();
      return null;
    }
    try {
      return await this.enter(["cell", name]);
    } catch (refusal) {
      if (!this.begun || !this.first.cells.includes(name)) throw refusal;
      this.reset(this.first);
      return this.enter(["cell", name]);
    }
  }
}
