/** IDs that a transaction looks up by keys, each key at most once. */
export class IdCache {
  readonly #find: (keys: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** The IDs of all keys that were looked up; undefined for those without an ID. */
  readonly #ids = new Map<string, number | undefined>();

  constructor(find: (keys: readonly string[]) => Promise<ReadonlyMap<string, number>>) {
    this.#find = find;
  }

  /** Looks up keys that were not looked up before, with one statement. */
  async load(keys: Iterable<string>): Promise<void> {
    const missing = [...new Set(keys)].filter((key) => !this.#ids.has(key));
    if (missing.length === 0) return;
    const found = await this.#find(missing);
    for (const key of missing) this.#ids.set(key, found.get(key));
  }

  /** Returns the ID of a key that was looked up or set; undefined if it has none. */
  get(key: string): number | undefined {
    return this.#ids.get(key);
  }

  /** Sets the ID of a key after the transaction has stored it. */
  set(key: string, id: number): void {
    this.#ids.set(key, id);
  }
}
