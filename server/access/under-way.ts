// How many of a kind are under way.

/** Counts what was begun and has not ended, by keys. */
export class UnderWay {
  readonly #counts = new Map<string, number>();

  /** Begins one; gives how many others of the key are under way. */
  begin(key: string): number {
    const others = this.#counts.get(key) ?? 0;
    this.#counts.set(key, others + 1);
    return others;
  }

  /** Ends one. */
  end(key: string): void {
    const left = (this.#counts.get(key) ?? 1) - 1;
    if (left > 0) this.#counts.set(key, left);
    else this.#counts.delete(key);
  }
}
