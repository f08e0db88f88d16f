/**
 * A map that forgets what has not been used for long and never holds more than twice `generation` entries.
 * It keeps two generations: a use in the elder moves the entry to the younger, and when that is full the elder is
 * dropped. A hit in the younger costs one look-up, which a strict order of use would not.
 */
export class BoundedMap<K, V> {
  readonly #generation: number;
  #young = new Map<K, V>();
  #old = new Map<K, V>();

  constructor(generation: number) {
    this.#generation = generation;
  }

  /** How many entries are held. */
  get size(): number {
    return this.#young.size + this.#old.size;
  }

  /** The value under the key; undefined where there is none. Asking for it is no use of the entry. */
  find(key: K): V | undefined {
    return this.#young.get(key) ?? this.#old.get(key);
  }

  /** The value under the key, made and kept when it is not there. */
  getOrMake(key: K, make: () => V): V {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const value = this.#old.get(key) ?? make();
    this.#old.delete(key);
    if (this.#young.size >= this.#generation) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
    return value;
  }
}
