// A bounded number of places for work that is dear, and a bounded line before them.

/** Thrown where the line is full. */
export class LineFull extends Error {
  override readonly name = 'LineFull';
}

/** Runs so much work at once and lets so much more wait in line, in the order in which it came. */
export class Places {
  readonly #line: (() => void)[] = [];
  readonly #longest: number;
  #free: number;

  constructor(places: number, longest: number) {
    this.#free = places;
    this.#longest = longest;
  }

  /** Runs the work in a place, when there is one. Throws LineFull where too much waits already. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    await this.#take();
    try {
      return await work();
    } finally {
      const next = this.#line.shift();
      if (next) next();
      else this.#free += 1;
    }
  }

  #take(): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve();
    }
    if (this.#line.length >= this.#longest) return Promise.reject(new LineFull('too much waits already'));
    return new Promise((turn) => this.#line.push(turn));
  }
}
