// A bounded number of places for work that is dear, and a bounded line before them.

/** Thrown where the line is full. */
export class LineFull extends Error {
  override readonly name = 'LineFull';
}

interface Waiting {
  readonly rank: number;
  readonly go: () => void;
  readonly refuse: (error: LineFull) => void;
}

/** Runs so much work at once and lets so much more wait in line: the lowest rank first, and of one rank who came first. */
export class Places {
  readonly #line: Waiting[] = [];
  readonly #longest: number;
  #free: number;

  constructor(places: number, longest: number) {
    this.#free = places;
    this.#longest = longest;
  }

  /** Runs the work in a place, when there is one. Throws LineFull where too much of its rank or a lower one waits. */
  async during<T>(work: () => Promise<T>, rank = 0): Promise<T> {
    await this.#take(rank);
    try {
      return await work();
    } finally {
      const next = this.#line.shift();
      if (next) next.go();
      else this.#free += 1;
    }
  }

  #take(rank: number): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve();
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const behind = this.#line.findLastIndex((each) => each.rank <= rank);
    this.#line.splice(behind + 1, 0, { rank, go: resolve, refuse: reject });
    if (this.#line.length > this.#longest) this.#line.pop()?.refuse(new LineFull('too much waits already'));
    return promise;
  }
}
