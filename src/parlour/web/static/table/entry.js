// A move entered step by step; the server sends the possible next steps.

export class Entry {
  // `ask(steps)` returns the next steps: `cells`, `parts`, and `move` when complete.
  constructor(ask, next = null) {
    this.ask = ask;
    this.reset(next);
  }

  // Start over; `next` has the possible first steps, null if no move can be entered.
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

  // Enter a step; returns the completed move or null. An error changes nothing.
  async enter(step) {
    const steps = [...this.steps, step];
    const next = await this.ask(steps);
    [this.steps, this.next] = [steps, next];
    return next.move;
  }

  // Enter a word: the next step, or the first one of another move; chosen again it is let go.
  async word(text) {
    const again = this.steps.length === 1 && this.steps[0][1] === text;
    if (this.begun && !this.next.parts.some((part) => part.text === text)) this.reset(this.first);
    return again ? null : this.enter(["word", text]);
  }

  // Undo the last step.
  async back() {
    const fewer = this.steps.slice(0, -1);
    const next = fewer.length ? await this.ask(fewer) : this.first;
    [this.steps, this.next] = [fewer, next];
  }

  // A click on a cell: the next step, the end of the move, undo, or a new move.
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
