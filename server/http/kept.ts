// What is kept in memory for as long as it is true (architecture.md §5): with each thing stand the tables that it was made
// from, and it is dropped when one of them has changed. Never by time.

/** What tells whether a thing is true still. */
export interface Changes {
  /** The present moment. */
  mark(): number;
  /** Notes that tables count as looked into at this moment. */
  noteRead(tables: readonly string[]): void;
  /** The tables looked into since a moment. */
  readSince(mark: number): readonly string[];
  /** Whether anything at all has changed since a moment, or may have. */
  anythingSince(mark: number): boolean;
  /** Whether one of these tables has changed since a moment, or may have. */
  changedSince(mark: number, tables: readonly string[]): boolean;
}

interface Item<T> {
  readonly value: T;
  /** A moment since which it was true; at first the one before anything was read for it. */
  mark: number;
  readonly tables: readonly string[];
  /** Bytes, roughly. */
  readonly size: number;
}

/** Tables that everything depends on, though they may have been read long before: what is set for the whole site. */
const always = ['settings'] as const;

/** What a thing takes beside itself. Bytes, roughly. */
const overhead = 500;

/** Things by their keys, up to so many bytes; what was not asked for longest goes first. */
export class Kept<T> {
  readonly #changes: Changes;
  readonly #most: number;
  readonly #items = new Map<string, Item<T>>();
  #size = 0;

  /** `most` is in bytes; 0 keeps nothing. */
  constructor(changes: Changes, most: number) {
    this.#changes = changes;
    this.#most = most;
  }

  /** The thing of a key, where it is kept and still true; what it was made from counts as read now. */
  find(key: string): T | undefined {
    const item = this.#items.get(key);
    if (!item) return undefined;
    if (this.#changes.anythingSince(item.mark)) {
      if (this.#changes.changedSince(item.mark, item.tables)) {
        this.#drop(key, item);
        return undefined;
      }
      item.mark = this.#changes.mark();
    }
    this.#changes.noteRead(item.tables);
    this.#items.delete(key);
    this.#items.set(key, item);
    return item.value;
  }

  /** The tables that things made since a moment depend on. */
  tablesSince(mark: number): readonly string[] {
    return [...new Set([...always, ...this.#changes.readSince(mark)])];
  }

  /** Whether a thing of so many bytes is small enough to be kept. */
  mayKeep(size: number): boolean {
    return size <= this.#most / 8;
  }

  /** Keeps a thing made since a moment from some tables, unless one of them has changed meanwhile. `size` is in bytes. */
  keep(key: string, value: T, size: number, mark: number, tables: readonly string[]): void {
    const item = { value, mark, tables, size: size + key.length + overhead };
    if (!this.mayKeep(item.size) || this.#changes.changedSince(mark, tables)) return;
    const former = this.#items.get(key);
    if (former) this.#drop(key, former);
    this.#items.set(key, item);
    this.#size += item.size;
    for (const [oldest, each] of this.#items) {
      if (this.#size <= this.#most) break;
      this.#drop(oldest, each);
    }
  }

  /** How much is kept at present. */
  get size(): { readonly items: number; readonly bytes: number } {
    return { items: this.#items.size, bytes: this.#size };
  }

  #drop(key: string, item: Item<T>): void {
    this.#items.delete(key);
    this.#size -= item.size;
  }
}

/** A thing as it is kept, or made now and kept. `make` begins after the moment `mark`. */
export async function remembered<T>(kept: Kept<T>, mark: number, key: string, make: () => Promise<T>): Promise<T> {
  const found = kept.find(key);
  if (found !== undefined) return found;
  const made = await make();
  kept.keep(key, made, 0, mark, kept.tablesSince(mark));
  return made;
}
