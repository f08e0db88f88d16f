// Answers leave together. A write to a socket wakes whoever reads there and runs far through the system, after which the
// processor has to find its way back into ours; requests that have come together are served one after the other first, and
// then all their answers are written (docs/decisions/0010-answers-leave-together.md).

/** How many answers wait for each other at most: who came first must not wait for a crowd. */
const most = 32;

/** How long the first of them waits while others are made. Milliseconds. */
const longest = 2;

/** Writes that wait for the end of this round of the event loop. */
export class Leaving {
  readonly #onFault: (error: unknown) => void;
  readonly #clock: () => number;
  #waiting: (() => void)[] = [];
  #since = 0;

  /** `onFault` is told what a write throws; the others go on. `clock` tells the time in milliseconds. */
  constructor(onFault: (error: unknown) => void, clock = () => performance.now()) {
    this.#onFault = onFault;
    this.#clock = clock;
  }

  /** Writes when what has come together has been served; at once for all who wait where there are many, or where it is late. */
  add(write: () => void): void {
    if (this.#waiting.push(write) === 1) {
      this.#since = this.#clock();
      setImmediate(this.leave);
    } else if (this.#waiting.length >= most) this.leave();
    else this.leaveIfLate();
  }

  /** Writes what waits. */
  readonly leave = (): void => {
    const writes = this.#waiting;
    this.#waiting = [];
    for (const write of writes) {
      try {
        write();
      } catch (error) {
        this.#onFault(error);
      }
    }
  };

  /** Writes what waits where the first has waited long. */
  leaveIfLate(): void {
    if (this.#waiting.length > 0 && this.#clock() - this.#since > longest) this.leave();
  }
}
