// Caches values in memory until the data that they depend on changes (docs/architecture.md, Caching): each entry records the tables
// from which it was built, and is dropped when one of them changes. Entries never expire by time.

/** The versions at which tables were last read and last changed. */
export interface Changes {
  /** Returns the current version. */
  version(): number;
  /** Records that tables were read at the current version. */
  recordRead(tables: readonly string[]): void;
  /** Returns the tables that were read since a version. */
  readSince(version: number): readonly string[];
  /** Whether any table has, or may have, changed since a version. */
  hasChangedSince(version: number): boolean;
  /** Whether one of these tables has, or may have, changed since a version. */
  haveTablesChangedSince(version: number, tables: readonly string[]): boolean;
}

interface CacheEntry<T> {
  readonly value: T;
  /** The version up to which it is known to be valid; initially the version before anything was read for it. */
  version: number;
  readonly tables: readonly string[];
  /** Approximate size in bytes. */
  readonly size: number;
}

/** Tables that every entry depends on, even if they were read long before: the settings of the site. */
const universalTables = ['settings'] as const;

/** Approximate overhead of an entry, in bytes. */
const entryOverheadBytes = 500;

/** A cache with a maximum size in bytes. The least recently used entries are evicted first. */
export class DependencyCache<T> {
  readonly #changes: Changes;
  readonly #maxBytes: number;
  readonly #items = new Map<string, CacheEntry<T>>();
  #size = 0;

  /** `maxBytes` is the maximum size in bytes; 0 disables the cache. */
  constructor(changes: Changes, maxBytes: number) {
    this.#changes = changes;
    this.#maxBytes = maxBytes;
  }

  /** Returns the value for a key if it is cached and still valid, and then records the tables from which it was built as read. */
  find(key: string): T | undefined {
    const entry = this.#items.get(key);
    if (!entry) return undefined;
    if (this.#changes.hasChangedSince(entry.version)) {
      if (this.#changes.haveTablesChangedSince(entry.version, entry.tables)) {
        this.#drop(key, entry);
        return undefined;
      }
      entry.version = this.#changes.version();
    }
    this.#changes.recordRead(entry.tables);
    this.#items.delete(key);
    this.#items.set(key, entry);
    return entry.value;
  }

  /** Returns the tables that a value depends on: those read since `version`, and the tables that every value depends on. */
  tablesSince(version: number): readonly string[] {
    return [...new Set([...universalTables, ...this.#changes.readSince(version)])];
  }

  /** Whether a value of this many bytes is small enough to be cached. */
  isCacheable(size: number): boolean {
    return size <= this.#maxBytes / 8;
  }

  /**
   * Caches a value that was built from these tables, unless it is too large or one of the tables has changed since `version`, the
   * version of `Changes` before the value was built. `size` is in bytes.
   */
  store(key: string, value: T, size: number, version: number, tables: readonly string[]): void {
    const entry = { value, version, tables, size: size + key.length + entryOverheadBytes };
    if (!this.isCacheable(entry.size) || this.#changes.haveTablesChangedSince(version, tables)) return;
    const previous = this.#items.get(key);
    if (previous) this.#drop(key, previous);
    this.#items.set(key, entry);
    this.#size += entry.size;
    for (const [oldest, each] of this.#items) {
      if (this.#size <= this.#maxBytes) break;
      this.#drop(oldest, each);
    }
  }

  /** The number of cached values and their approximate size. */
  get size(): { readonly items: number; readonly bytes: number } {
    return { items: this.#items.size, bytes: this.#size };
  }

  #drop(key: string, entry: CacheEntry<T>): void {
    this.#items.delete(key);
    this.#size -= entry.size;
  }
}

/** Returns the cached value, or builds and caches it. `make` must not have read anything before `version`. */
export async function getOrCompute<T>(
  cache: DependencyCache<T>,
  version: number,
  key: string,
  make: () => Promise<T>,
): Promise<T> {
  const found = cache.find(key);
  if (found !== undefined) return found;
  const computed = await make();
  cache.store(key, computed, 0, version, cache.tablesSince(version));
  return computed;
}
