// Counts concurrent operations, for example the login attempts of one sender.

/** A counter of operations in flight by key. */
export class InFlightCounter {
  readonly #counts = new Map<string, number>();

  /** Returns the number of operations in flight with a key. */
  count(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  /** Counts the start of an operation. Returns the number of other operations in flight with the same key. */
  begin(key: string): number {
    const others = this.count(key);
    this.#counts.set(key, others + 1);
    return others;
  }

  /** Counts the end of an operation. */
  end(key: string): void {
    const remaining = (this.#counts.get(key) ?? 1) - 1;
    if (remaining > 0) this.#counts.set(key, remaining);
    else this.#counts.delete(key);
  }
}
