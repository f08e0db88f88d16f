// Tracks requests in flight.

/** A tracker of work that must end before the database is closed, even if the client has disconnected. */
export class InFlight {
  #count = 0;
  #resolveIdle: (() => void) | undefined;

  /** Returns a function that calls `run` and tracks the call until its promise settles. */
  track<Args extends unknown[], Result>(run: (...args: Args) => Promise<Result>): (...args: Args) => Promise<Result> {
    return (...args) => {
      this.#count += 1;
      const result = run(...args);
      result.then(this.#end, this.#end);
      return result;
    };
  }

  /** Resolves when no tracked call is in flight. */
  async whenIdle(): Promise<void> {
    while (this.#count > 0) {
      await new Promise<void>((resolve) => {
        this.#resolveIdle = resolve;
      });
    }
  }

  readonly #end = (): void => {
    this.#count -= 1;
    if (this.#count === 0) this.#resolveIdle?.();
  };
}
