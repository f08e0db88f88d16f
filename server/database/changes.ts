// Tracks which tables were read and changed, so that cached responses can be invalidated (docs/architecture.md, Caching). Versions are
// numbers in a sequence, not timestamps.
import type { Dependents } from './dependents.ts';

/** Placeholder for "any table", for changes of the schema and for writes whose effects are not known. */
export const anyTable = '*';

/** The tables of which every migration changes one. */
const schemaTables = ['migrations', 'extension_migrations'];

/** Position in the order of all reads and changes through one database object. */
export type Version = number;

/** The tables that statements of a transaction name. */
export interface WrittenTables {
  readonly changed: ReadonlySet<string>;
  readonly deleted: ReadonlySet<string>;
}

/** A record of the version at which each table was last read, and the one at which it was last changed. */
export class Changes {
  /** The tables that the database changes together with others; undefined until the schema has been read. */
  dependents: Dependents | undefined;
  /** The time, as in performance.now(), until which this object counts as up to date with the changes of other processes. */
  knownUntil = Number.POSITIVE_INFINITY;
  /**
   * The generation of the schema for which this process knows all migrations (generations.ts); undefined until it has read the history of
   * migrations, and if it never does.
   */
  generation: number | undefined;
  /** Whether migrations of a newer version have excluded this program, which then must not use the database any more. */
  isExcluded = false;
  /** Called when a migration may have changed the schema. */
  onSchemaChange: () => void = () => {};
  #now: Version = 0;
  #allChanged: Version = 0;
  #latest: Version = 0;
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

  /**
   * Returns the tables that a transaction has changed, given those that its statements name: foreign keys and triggers change others.
   * They include `anyTable` as long as the dependents of tables are unknown, which is the case until the schema is up to date.
   */
  affectedBy({ changed, deleted }: WrittenTables): ReadonlySet<string> {
    if (this.dependents === undefined) return new Set([anyTable, ...changed]);
    const affected = new Set(changed);
    for (const table of deleted) for (const other of this.dependents.ofDeletion.get(table) ?? []) affected.add(other);
    // A set is iterated in the order of insertion, so the tables that are added here are visited too.
    for (const table of affected) for (const other of this.dependents.ofChange.get(table) ?? []) affected.add(other);
    return affected;
  }

  /** Records that a committed transaction has changed tables. */
  recordChange(tables: Iterable<string>): void {
    const now = this.version();
    this.#latest = now;
    for (const table of tables) {
      if (table === anyTable) this.#allChanged = now;
      this.#changed.set(table, now);
    }
    if (schemaTables.some((table) => this.#changed.get(table) === now)) this.onSchemaChange();
  }

  /** Records that another process has changed unknown tables. */
  recordUnknownChange(): void {
    this.#allChanged = this.version();
    this.#latest = this.#allChanged;
    this.onSchemaChange();
  }

  /** Whether the changes of other processes are not known, so that every table counts as changed. */
  get isOutdated(): boolean {
    return this.knownUntil !== Number.POSITIVE_INFINITY && performance.now() >= this.knownUntil;
  }

  /** Returns the tables that were read since a version: a superset of the tables that one request has read. */
  readSince(version: Version): string[] {
    return [...this.#read].filter(([, at]) => at >= version).map(([table]) => table);
  }

  /** Whether any table has, or may have, changed since a version. */
  hasChangedSince(version: Version): boolean {
    return this.#latest >= version || this.isOutdated;
  }

  /** Whether one of these tables has, or may have, changed since a version. */
  haveTablesChangedSince(version: Version, tables: readonly string[]): boolean {
    if (this.#allChanged >= version || this.isOutdated) return true;
    return tables.some((table) => (this.#changed.get(table) ?? 0) >= version);
  }
}
