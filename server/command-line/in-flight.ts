/** Work that must have ended before the database is closed, also where the client that asked for it is gone. */
export class InFlight {
  #count = 0;
  #resolveIdle: (() => void) | undefined;

  /** Returns the same function, whose calls are waited for. */
  track<Args extends unknown[], Result>(run: (...args: Args) => Promise<Result>): (...args: Args) => Promise<Result> {
    return (...args) => {
      this.#count += 1;
      const result = run(...args);
      result.then(this.#end, this.#end);
      return result;
    };
  }

  /** Resolves when nothing is in flight. */
  async settled(): Promise<void> {
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
