/** Tracks work that must end before the database is closed, even if its client has disconnected. */
export class InFlight {
  #count = 0;
  #resolveIdle: (() => void) | undefined;

  /** Returns the function with its calls tracked. */
  track<Args extends unknown[], Result>(run: (...args: Args) => Promise<Result>): (...args: Args) => Promise<Result> {
    return (...args) => {
      this.#count += 1;
      const result = run(...args);
      result.then(this.#end, this.#end);
      return result;
    };
  }

  /** Resolves when nothing is in flight. */
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
