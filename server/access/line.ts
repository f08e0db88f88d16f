// A bounded number of places for work that is dear, and a bounded line before them.

/** Thrown where the line is full. */
export class LineFull extends Error {
  override readonly name = 'LineFull';
}

export interface LineOptions {
  /** How much work is done at once. */
  readonly places: number;
  /** How much more may wait. */
  readonly longest: number;
  /**
   * How long places stay empty after work of rank 0 or more that took so long, so that others have the machine in between;
   * absent: not at all. Work of a lower rank does not wait for it. Milliseconds.
   */
  readonly rest?: (took: number) => number;
}

interface Waiting {
  readonly rank: number;
  readonly go: () => void;
  readonly refuse: (error: LineFull) => void;
}

/** Runs so much work at once and lets so much more wait in line: the lowest rank first, and of one rank who came first. */
export class Line {
  readonly #options: LineOptions;
  readonly #waiting: Waiting[] = [];
  #free: number;
  /** The end of the rest. */
  #rested = 0;
  #alarm: NodeJS.Timeout | undefined;

  constructor(options: LineOptions) {
    this.#options = options;
    this.#free = options.places;
  }

  /** Runs the work in a place, when there is one. Throws LineFull where too much of its rank or a lower one waits. */
  async during<T>(work: () => Promise<T>, rank = 0): Promise<T> {
    await this.#turn(rank);
    const began = performance.now();
    try {
      return await work();
    } finally {
      const now = performance.now();
      const { rest } = this.#options;
      if (rest && rank >= 0) this.#rested = now + rest(now - began);
      this.#free += 1;
      this.#callNext();
    }
  }

  #turn(rank: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const behind = this.#waiting.findLastIndex((each) => each.rank <= rank);
    this.#waiting.splice(behind + 1, 0, { rank, go: resolve, refuse: reject });
    this.#callNext();
    if (this.#waiting.length > this.#options.longest)
      this.#waiting.pop()?.refuse(new LineFull('too much waits already'));
    return promise;
  }

  #callNext(): void {
    clearTimeout(this.#alarm);
    for (const left = () => this.#rested - performance.now(); this.#free > 0; ) {
      const [next] = this.#waiting;
      if (!next) return;
      if (next.rank >= 0 && left() > 0) {
        this.#alarm = setTimeout(() => this.#callNext(), left());
        return;
      }
      this.#waiting.shift();
      this.#free -= 1;
      next.go();
    }
  }
}
