// Batches the writes of responses. A write to a socket wakes the process that reads from it and runs much code of the operating system,
// which evicts the code of the service from the processor caches. Requests that arrived together are therefore served one after the other,
// and then all their responses are written (docs/decisions/0010-batched-response-writes.md).

/** Maximum number of writes in a batch, so that the first of them does not wait for too many others. */
const maxBatchSize = 32;

/** Maximum wait of the first write while other responses are produced, in milliseconds. */
const maxWaitMs = 2;

/** Writes that wait for the end of this turn of the event loop. */
export class WriteBatcher {
  readonly #onError: (error: unknown) => void;
  readonly #clock: () => number;
  #waiting: (() => void)[] = [];
  #since = 0;

  /** `onError` receives the errors of writes, which do not affect other writes. `clock` returns the time in milliseconds. */
  constructor(onError: (error: unknown) => void, clock = () => performance.now()) {
    this.#onError = onError;
    this.#clock = clock;
  }

  /** Adds a write. Flushes when all pending requests have been served, or immediately if the batch is full or late. */
  add(write: () => void): void {
    if (this.#waiting.push(write) === 1) {
      this.#since = this.#clock();
      setImmediate(this.flush);
    } else if (this.#waiting.length >= maxBatchSize) this.flush();
    else this.flushIfLate();
  }

  /** Performs all waiting writes. */
  readonly flush = (): void => {
    const writes = this.#waiting;
    this.#waiting = [];
    for (const write of writes) {
      try {
        write();
      } catch (error) {
        this.#onError(error);
      }
    }
  };

  /** Performs all waiting writes if the first has waited for too long. */
  flushIfLate(): void {
    if (this.#waiting.length > 0 && this.#clock() - this.#since > maxWaitMs) this.flush();
  }
}
