import BetterSqlite from 'better-sqlite3';
import { BoundedMap } from '../../bounded-map.ts';
import { DatabaseMisuse } from '../../errors.ts';
import type { WriteSession } from '../../session.ts';
import type { CompiledStatement } from '../../statement.ts';
import { translateError } from './errors.ts';

/** Number of prepared statements that are cached for a connection, in each of two generations. */
const MAX_CACHED_STATEMENTS = 512;

type Prepared = BetterSqlite.Statement<unknown[]>;

/** A connection to an SQLite database, with its prepared statements. All methods are synchronous. */
export class Connection implements WriteSession {
  readonly #driver: BetterSqlite.Database;
  readonly #prepared = new BoundedMap<string, Prepared>(MAX_CACHED_STATEMENTS);

  /** @throws DatabaseUnusable when the file cannot be opened */
  constructor(file: string | Buffer, options: { readonly readonly: boolean }) {
    this.#driver = translateErrors(() => new BetterSqlite(file, { readonly: options.readonly, timeout: 0 }));
  }

  all(statement: Pick<CompiledStatement, 'sql'>, values: unknown[]): unknown[] {
    return translateErrors(() => {
      const prepared = this.#prepare(statement.sql);
      if (prepared.reader) return prepared.all(...values);
      prepared.run(...values);
      return [];
    });
  }

  first(statement: CompiledStatement, values: unknown[]): unknown {
    return translateErrors(() => {
      const prepared = this.#prepare(statement.sql);
      if (prepared.reader) return prepared.get(...values);
      prepared.run(...values);
      return undefined;
    });
  }

  run(statement: CompiledStatement, values: unknown[]): number {
    return translateErrors(() => {
      const prepared = this.#prepare(statement.sql);
      return prepared.reader ? prepared.all(...values).length : prepared.run(...values).changes;
    });
  }

  /** Runs SQL text of one or more statements. */
  execute(sql: string): void {
    translateErrors(() => this.#driver.exec(sql));
  }

  /** Yields the rows of a query, each as an array of its values. The connection must not be used until the iteration ends. */
  *iterate(sql: string): Generator<unknown[]> {
    const rows = translateErrors(() => this.#driver.prepare(sql).raw().iterate()) as Iterator<unknown[]>;
    try {
      for (;;) {
        const row = translateErrors(() => rows.next());
        if (row.done) return;
        yield row.value;
      }
    } finally {
      rows.return?.();
    }
  }

  /** Returns all bytes of the database, as a file would contain them. */
  bytes(): Buffer {
    return translateErrors(() => this.#driver.serialize());
  }

  /** Does nothing: there is only one writer at a time, so the caller already has the lock. */
  lock(): void {}

  tryLock(): boolean {
    return true;
  }

  share(): void {}

  /** Runs a statement without parameters, which is cached as a prepared statement. */
  runText(sql: string): void {
    translateErrors(() => this.#prepare(sql).run());
  }

  /** Returns the single value of a pragma. */
  pragma(text: string): unknown {
    return translateErrors(() => this.#driver.pragma(text, { simple: true }));
  }

  /** Returns a number that changes when another connection has committed. */
  dataVersion(): number {
    return translateErrors(() => (this.#prepare('pragma data_version').get() as { data_version: number }).data_version);
  }

  /** Returns the length of the log, and the length of its part that has been copied into the database file, in pages. */
  logPages(): { readonly log: number; readonly copied: number } {
    return translateErrors(() => {
      const row = this.#prepare('pragma wal_checkpoint(noop)').get() as { log: number; checkpointed: number };
      return { log: row.log, copied: row.checkpointed };
    });
  }

  /** Throws DatabaseMisuse when SQLite reports that the statement would write. */
  requireReadOnly(statement: CompiledStatement): void {
    if (!translateErrors(() => this.#prepare(statement.sql)).readonly) {
      throw new DatabaseMisuse(`A read handle cannot write: ${statement.sql}`);
    }
  }

  /** Whether a transaction is open on this connection. */
  get inTransaction(): boolean {
    return this.#driver.inTransaction;
  }

  close(): void {
    this.#driver.close();
  }

  #prepare(sql: string): Prepared {
    return this.#prepared.getOrCreate(sql, () => this.#driver.prepare<unknown[]>(sql));
  }
}

function translateErrors<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw translateError(error);
  }
}
