// What was read and what has changed, table by table, so that an answer kept in memory can be known to be true still
// (architecture.md §5). Nothing here goes by time.

/** Tables whose rows go when rows of a table go, by the name of that table (migrations: on delete cascade). */
const dependents: Readonly<Record<string, readonly string[]>> = {
  entries: ['entry_text', 'entry_terms', 'revisions', 'menu_items', 'media', 'media_files'],
  comments: ['comment_text'],
  terms: ['entry_terms', 'menus', 'menu_locations'],
  users: ['user_roles', 'application_passwords'],
};

/** Stands for whatever SQL text may have changed that nobody has looked into. */
export const anyTable = '*';

/** A moment in the order of everything read and changed through one database. */
export type Mark = number;

/** Remembers for each table when it was last read and last changed. */
export class Changes {
  #now: Mark = 0;
  #everything: Mark = 0;
  #latest: Mark = 0;
  #blind = false;
  readonly #read = new Map<string, Mark>();
  #noted: readonly string[] = [];
  #notedAt: Mark = 0;
  readonly #changed = new Map<string, Mark>();

  /** The present moment. What is read from now on is later. */
  mark(): Mark {
    this.#now += 1;
    return this.#now;
  }

  /** Notes that a statement has looked into tables. */
  noteRead(tables: readonly string[]): void {
    // Ten records of a list, made together, have one list of tables.
    if (tables === this.#noted && this.#notedAt === this.#now) return;
    this.#noted = tables;
    this.#notedAt = this.#now;
    for (const table of tables) this.#read.set(table, this.#now);
  }

  /** Notes that a committed transaction has written to tables, and to what hangs on them. */
  noteChange(tables: Iterable<string>): void {
    const now = this.mark();
    this.#latest = now;
    for (const table of tables) {
      if (table === anyTable) this.#everything = now;
      this.#changed.set(table, now);
      for (const other of dependents[table] ?? []) this.#changed.set(other, now);
    }
  }

  /** Notes that somebody else has changed something, nobody knows what. */
  noteUnknownChange(): void {
    this.#everything = this.mark();
    this.#latest = this.#everything;
  }

  /** Whether changes by others can be known at present. As long as they cannot, everything counts as changed. */
  set blind(blind: boolean) {
    this.#blind = blind;
    this.noteUnknownChange();
  }

  get blind(): boolean {
    return this.#blind;
  }

  /** The tables that anybody has looked into since a moment: at least those that one request has. */
  readSince(mark: Mark): string[] {
    return [...this.#read].filter(([, at]) => at >= mark).map(([table]) => table);
  }

  /** Whether anything at all has changed since a moment, or may have. */
  anythingSince(mark: Mark): boolean {
    return this.#blind || this.#latest >= mark;
  }

  /** Whether one of these tables has changed since a moment, or may have. */
  changedSince(mark: Mark, tables: readonly string[]): boolean {
    if (this.#blind || this.#everything >= mark) return true;
    return tables.some((table) => (this.#changed.get(table) ?? 0) >= mark);
  }
}

/** The tables that a statement changes, in its own text, not those that it only looks into. */
export function changedBy(sql: string): string[] {
  const named = sql.matchAll(/\b(?:insert\s+into|update|delete\s+from)\s+"?([a-z_]+)"?/gi);
  const changed = [...new Set([...named].map(([, table = '']) => table))].filter((table) => table !== 'set');
  // A form that is not known here: all that it names may have changed.
  return changed.length > 0 ? changed : tablesOf(sql);
}

/** The tables that a statement names, in its own text. Names that are no tables (of `with` clauses) do no harm. */
export function tablesOf(sql: string): string[] {
  const named = sql.matchAll(/\b(?:from|join|into|update)\s+"?([a-z_]+)"?/gi);
  return [...new Set([...named].map(([, table = '']) => table))].filter((table) => table !== 'select');
}
