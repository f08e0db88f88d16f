import type { PoolClient } from 'pg';
import type { WorkScope } from '../../../workers/work-scope.ts';
import { Changes } from '../../changes.ts';
import { type Counts, newCounts } from '../../counts.ts';
import { DatabaseMisuse, DatabaseUnavailable } from '../../errors.ts';
import type { Database, ReadHandle, SchemaHandle, Snapshot, Statistics, WriteHandle } from '../../handle.ts';
import { ReadingHandle } from '../../read-handle.ts';
import { Scans } from '../../scans.ts';
import type { StatementObserver } from '../../session.ts';
import { runEffects, type TransactionEnds, Transactions } from '../../transaction.ts';
import { WritingHandle } from '../../write-handle.ts';
import { postgresDialect } from './dialect.ts';
import { lostToAnother, translateError } from './errors.ts';
import { News } from './news.ts';
import { inTurn, openPools, type Pools } from './pools.ts';
import { PostgresScans } from './scans.ts';
import { PostgresReader, PostgresWriter } from './session.ts';
import { PostgresSnapshot } from './snapshot.ts';

export interface PostgresOptions {
  readonly onStatement?: StatementObserver | undefined;
  /** How long a statement waits for a lock, in milliseconds. */
  readonly busyLimit: number;
  /** Connections in all. */
  readonly poolSize: number;
}

/**
 * Opens a database of a PostgreSQL server.
 * @throws DatabaseUnavailable, DatabaseUnusable
 */
export async function openPostgres(url: string, options: PostgresOptions): Promise<Database> {
  return PostgresDatabase.open(url, options);
}

/** How often a transaction is begun that the server gives up in favour of others. */
const attempts = 4;

/** For a statement of a migration: as long as a timer can wait, in milliseconds. */
const withoutLimit = { query_timeout: 2 ** 31 - 1 };

/** Connections for reading, on which the server refuses to write, and others for transactions. */
class PostgresDatabase implements Database {
  readonly engine = 'postgres';
  readonly dialect = postgresDialect;
  readonly read: ReadHandle;
  readonly changes = new Changes();
  readonly #url: string;
  readonly #news: News;
  readonly #pools: Pools;
  readonly #counts: Counts = newCounts();
  readonly #observe: StatementObserver;
  readonly #scans: Scans;
  readonly #transactions = new Transactions();
  #closed: Promise<unknown> | undefined;

  private constructor(url: string, pools: Pools, options: PostgresOptions) {
    this.#url = url;
    this.#pools = pools;
    this.#observe = (sql) => {
      this.#counts.statements++;
      options.onStatement?.(sql);
    };
    const { reading } = pools;
    const reader = new PostgresReader(async (query) => {
      if (reading.connections.ending) throw new DatabaseMisuse('The database is closed.');
      return inTurn(reading, () => reading.connections.query(query));
    });
    this.read = new ReadingHandle(postgresDialect, reader, this.#observe, this.changes);
    this.#scans = new Scans(postgresDialect, new PostgresScans(pools), this.#observe, this.changes);
    this.#news = new News(url, this.changes);
  }

  /** Listening to other nodes is part of being open: until it does, nothing kept counts as known. */
  static async open(url: string, options: PostgresOptions): Promise<PostgresDatabase> {
    const pools = await openPools(url, options.poolSize, options.busyLimit);
    const database = new PostgresDatabase(url, pools, options);
    await database.#news.listen();
    return database;
  }

  scanning(scope: WorkScope, parameter: string): ReadHandle {
    return this.#scans.handle(scope, parameter);
  }

  /** The server sees to its own flushes. */
  readonly broken = false;

  get lastWriteFailed(): boolean {
    return this.#transactions.lastWriteFailed;
  }

  // Other nodes tell of their commits by themselves.
  lookForChanges(): void {}

  async transaction<T>(work: (tx: WriteHandle) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#transact(work, 'begin');
      } catch (error) {
        if (attempt === attempts || !lostToAnother(error)) throw error;
      }
    }
  }

  async schemaChange<T>(work: (tx: SchemaHandle) => Promise<T>): Promise<T> {
    return this.#transact(work, 'begin; set local statement_timeout = 0; set local lock_timeout = 0', withoutLimit);
  }

  snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    return PostgresSnapshot.during(this.#url, this.#observe, work);
  }

  dataVersion(): undefined {
    return undefined;
  }

  async optimize(): Promise<void> {
    await this.schemaChange((tx) => tx.execute('analyze'));
  }

  statistics(): Statistics {
    return { ...this.#counts, scans: this.#scans.statistics };
  }

  async close(): Promise<void> {
    this.#closed ??= this.#close();
    await this.#closed;
  }

  async #close(): Promise<void> {
    const { reading, writing } = this.#pools;
    // What runs there is ended by way of a connection for reading.
    await this.#scans.close();
    for (const { turns } of [reading, writing]) turns.close();
    await Promise.all([this.#news.close(), reading.connections.end(), writing.connections.end()]);
  }

  async #transact<T>(work: (tx: WritingHandle) => Promise<T>, begin: string, patience: object = {}): Promise<T> {
    this.#transactions.refuseNesting();
    if (this.#pools.writing.connections.ending) throw new DatabaseMisuse('The database is closed.');
    return inTurn(this.#pools.writing, () => this.#transactInTurn(work, begin, patience));
  }

  async #transactInTurn<T>(work: (tx: WritingHandle) => Promise<T>, begin: string, patience: object): Promise<T> {
    const client = await this.#connect();
    const session = new PostgresWriter((query) => client.query({ ...query, ...patience }));
    const handle = new WritingHandle(postgresDialect, session, this.#observe);
    try {
      const ends = this.#ends(session, begin, handle);
      const result = await this.#transactions.run(ends, handle, work);
      if (handle.wrote) this.changes.noteChange(handle.changed);
      this.#counts.transactions++;
      runEffects(handle.effects);
      return result;
    } finally {
      client.release(session.lost);
    }
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.#pools.writing.connections.connect();
    } catch (error) {
      throw translateError(error);
    }
  }

  #ends(session: PostgresWriter, begin: string, handle: WritingHandle): TransactionEnds {
    return {
      begin: async () => {
        await session.execute(begin);
      },
      commit: async () => {
        if (handle.wrote) await session.command(...this.#news.telling(handle.changed));
        // The server answers a commit after a failure with a rollback and calls it a success.
        const done = await session.command('commit').catch((error) => {
          if (session.lost) this.#news.disown();
          throw error;
        });
        if (done !== 'COMMIT') throw new DatabaseUnavailable('The transaction was rolled back by the server.');
      },
      rollback: async () => {
        this.#counts.rollbacks++;
        // A connection that is lost takes its transaction with it.
        if (!session.lost) await session.command('rollback').catch(() => {});
      },
    };
  }
}
