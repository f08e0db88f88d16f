// Turns for work that must not come in the way of other work.

/** Lets those who wait go on one by one, one in each round of the event loop: whatever else is ready by then goes between. */
export class Turns {
  readonly #waiting: (() => void)[] = [];

  /** Resolves when it is one's turn. */
  next(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    if (this.#waiting.length === 1) setImmediate(this.#go);
    return promise;
  }

  readonly #go = (): void => {
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) setImmediate(this.#go);
  };
}
