// Tracks which tables were read and changed, so that cached responses can be invalidated (docs/architecture.md, Caching). Versions are
// numbers in a sequence, not timestamps.

/** Tables with a foreign key that cascades deletes (migrations: on delete cascade), by the name of the referenced table. */
const dependents: Readonly<Record<string, readonly string[]>> = {
  entries: ['entry_text', 'entry_terms', 'revisions', 'menu_items', 'media', 'media_files'],
  comments: ['comment_text'],
  terms: ['entry_terms', 'menus', 'menu_locations'],
  users: ['user_roles', 'application_passwords'],
};

/** Placeholder for "any table", for SQL text that is not analyzed. */
export const anyTable = '*';

/** Position in the order of all reads and changes through one database object. */
export type Version = number;

/** A record of the version at which each table was last read, and the one at which it was last changed. */
export class Changes {
  #now: Version = 0;
  #allChanged: Version = 0;
  #latest: Version = 0;
  #isDisconnected = false;
  readonly #read = new Map<string, Version>();
  #recordedTables: readonly string[] = [];
  #recordedAt: Version = 0;
  readonly #changed = new Map<string, Version>();

  /** Starts a new version and returns it. Later reads and changes have this version or a later one. */
  version(): Version {
    this.#now += 1;
    return this.#now;
  }

  /** Records that a statement has read tables. */
  recordRead(tables: readonly string[]): void {
    // Records of one list that are presented together share one array of tables.
    if (tables === this.#recordedTables && this.#recordedAt === this.#now) return;
    this.#recordedTables = tables;
    this.#recordedAt = this.#now;
    for (const table of tables) this.#read.set(table, this.#now);
  }

  /** Records that a committed transaction has written to tables, and to the tables that depend on them. */
  recordChange(tables: Iterable<string>): void {
    const now = this.version();
    this.#latest = now;
    for (const table of tables) {
      if (table === anyTable) this.#allChanged = now;
      this.#changed.set(table, now);
      for (const other of dependents[table] ?? []) this.#changed.set(other, now);
    }
  }

  /** Records that another process has changed unknown tables. */
  recordUnknownChange(): void {
    this.#allChanged = this.version();
    this.#latest = this.#allChanged;
  }

  /** Whether notifications of changes by other processes are missing. While this is true, every table counts as changed. */
  set isDisconnected(isDisconnected: boolean) {
    this.#isDisconnected = isDisconnected;
    this.recordUnknownChange();
  }

  get isDisconnected(): boolean {
    return this.#isDisconnected;
  }

  /** Returns the tables that were read since a version: a superset of the tables that one request has read. */
  readSince(version: Version): string[] {
    return [...this.#read].filter(([, at]) => at >= version).map(([table]) => table);
  }

  /** Whether any table has, or may have, changed since a version. */
  hasChangedSince(version: Version): boolean {
    return this.#isDisconnected || this.#latest >= version;
  }

  /** Whether one of these tables has, or may have, changed since a version. */
  haveTablesChangedSince(version: Version, tables: readonly string[]): boolean {
    if (this.#isDisconnected || this.#allChanged >= version) return true;
    return tables.some((table) => (this.#changed.get(table) ?? 0) >= version);
  }
}

/** Returns the tables that a statement writes to, found in its SQL text. */
export function changedBy(sql: string): string[] {
  const named = sql.matchAll(/\b(?:insert\s+into|update|delete\s+from)\s+"?([a-z_]+)"?/gi);
  const changed = [...new Set([...named].map(([, table = '']) => table))].filter((table) => table !== 'set');
  // For an unknown form of statement, every table that it names may have changed.
  return changed.length > 0 ? changed : tablesOf(sql);
}

/** Returns the tables that a statement names in its SQL text. Names of common table expressions may be included, without effect. */
export function tablesOf(sql: string): string[] {
  const named = sql.matchAll(/\b(?:from|join|into|update)\s+"?([a-z_]+)"?/gi);
  return [...new Set([...named].map(([, table = '']) => table))].filter((table) => table !== 'select');
}
