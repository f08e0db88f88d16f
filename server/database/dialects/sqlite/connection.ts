import BetterSqlite from 'better-sqlite3';
import { BoundedMap } from '../../bounded-map.ts';
import { DatabaseMisuse } from '../../errors.ts';
import type { WriteSession } from '../../session.ts';
import type { CompiledStatement } from '../../statement.ts';
import { translateError } from './errors.ts';

/** Prepared statements kept per connection, in each of two generations. */
const STATEMENTS_KEPT = 512;

type Prepared = BetterSqlite.Statement<unknown[]>;

/** One connection to an SQLite database, with its prepared statements. Everything it does, it does at once. */
export class Connection implements WriteSession {
  readonly #driver: BetterSqlite.Database;
  readonly #prepared = new BoundedMap<string, Prepared>(STATEMENTS_KEPT);

  /** @throws DatabaseUnusable when the file cannot be opened */
  constructor(file: string | Buffer, options: { readonly readonly: boolean }) {
    this.#driver = translating(() => new BetterSqlite(file, { readonly: options.readonly, timeout: 0 }));
  }

  all(statement: Pick<CompiledStatement, 'sql'>, values: unknown[]): unknown[] {
    return translating(() => {
      const prepared = this.#prepare(statement.sql);
      if (prepared.reader) return prepared.all(...values);
      prepared.run(...values);
      return [];
    });
  }

  first(statement: CompiledStatement, values: unknown[]): unknown {
    return translating(() => {
      const prepared = this.#prepare(statement.sql);
      if (prepared.reader) return prepared.get(...values);
      prepared.run(...values);
      return undefined;
    });
  }

  run(statement: CompiledStatement, values: unknown[]): number {
    return translating(() => {
      const prepared = this.#prepare(statement.sql);
      return prepared.reader ? prepared.all(...values).length : prepared.run(...values).changes;
    });
  }

  /** Runs SQL text of one or more statements. */
  execute(sql: string): void {
    translating(() => this.#driver.exec(sql));
  }

  /** Rows of a query as they come, each a list of its values. Nothing else may be asked meanwhile. */
  *iterate(sql: string): Generator<unknown[]> {
    const rows = translating(() => this.#driver.prepare(sql).raw().iterate()) as Iterator<unknown[]>;
    try {
      for (;;) {
        const row = translating(() => rows.next());
        if (row.done) return;
        yield row.value;
      }
    } finally {
      rows.return?.();
    }
  }

  /** All bytes of the database, as a file would hold them. */
  bytes(): Buffer {
    return translating(() => this.#driver.serialize());
  }

  /** There is one writer at a time, so whoever asks has the lock already. */
  lock(): void {}

  share(): void {}

  /** Runs a statement without parameters that is kept prepared. */
  runText(sql: string): void {
    translating(() => this.#prepare(sql).run());
  }

  /** The one value a pragma answers with. */
  pragma(text: string): unknown {
    return translating(() => this.#driver.pragma(text, { simple: true }));
  }

  /** Differs from an earlier answer when another connection has committed since. */
  dataVersion(): number {
    return translating(() => (this.#prepare('pragma data_version').get() as { data_version: number }).data_version);
  }

  /** How far the log is copied into the database file, in pages. */
  logPages(): { readonly log: number; readonly copied: number } {
    return translating(() => {
      const row = this.#prepare('pragma wal_checkpoint(noop)').get() as { log: number; checkpointed: number };
      return { log: row.log, copied: row.checkpointed };
    });
  }

  /** Throws DatabaseMisuse when the engine says the statement would write. */
  refuseWriting(statement: CompiledStatement): void {
    if (!translating(() => this.#prepare(statement.sql)).readonly) {
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
    return this.#prepared.getOrMake(sql, () => this.#driver.prepare<unknown[]>(sql));
  }
}

function translating<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw translateError(error);
  }
}
