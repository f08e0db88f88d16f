/**
 * A map that evicts entries that have not been used recently and never has more than twice `generation` entries.
 * It has two generations: an access to the old one moves the entry to the young one; when the young one is full, the old one
 * is dropped. A hit in the young generation costs one lookup, which is cheaper than a strict LRU order.
 */
export class BoundedMap<K, V> {
  readonly #generation: number;
  #young = new Map<K, V>();
  #old = new Map<K, V>();

  constructor(generation: number) {
    this.#generation = generation;
  }

  /** Number of entries. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }

  /** Returns the value of a key, if present. Does not count as an access for eviction. */
  find(key: K): V | undefined {
    return this.#young.get(key) ?? this.#old.get(key);
  }

  /** Returns the value of a key; creates and stores it when missing. */
  getOrCreate(key: K, create: () => V): V {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const value = this.#old.get(key) ?? create();
    this.#old.delete(key);
    if (this.#young.size >= this.#generation) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
    return value;
  }
}
