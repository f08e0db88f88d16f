import type { PoolClient } from 'pg';
import type { WorkScope } from '../../../workers/work-scope.ts';
import { Changes } from '../../changes.ts';
import { type Counts, newCounts } from '../../counts.ts';
import { DatabaseMisuse, DatabaseUnavailable } from '../../errors.ts';
import type { Database, ReadHandle, SchemaHandle, Snapshot, Statistics, WriteHandle } from '../../handle.ts';
import { ReadingHandle } from '../../read-handle.ts';
import { Scans } from '../../scans.ts';
import type { StatementObserver } from '../../session.ts';
import { runEffects, type TransactionCommands, Transactions } from '../../transaction.ts';
import { WritingHandle } from '../../write-handle.ts';
import { ChangeNotifier } from './change-notifier.ts';
import { postgresDialect } from './dialect.ts';
import { isRetryable, translateError } from './errors.ts';
import { openPools, type Pools, runLimited } from './pools.ts';
import { PostgresScans } from './scans.ts';
import { PostgresReader, PostgresWriter } from './session.ts';
import { PostgresSnapshot } from './snapshot.ts';

export interface PostgresOptions {
  readonly onStatement?: StatementObserver | undefined;
  /** Lock timeout of a statement, in milliseconds. */
  readonly busyTimeoutMs: number;
  /** Maximum number of connections. */
  readonly poolSize: number;
}

/**
 * Opens a database of a PostgreSQL server.
 * @throws DatabaseUnavailable, DatabaseUnusable
 */
export async function openPostgres(url: string, options: PostgresOptions): Promise<Database> {
  return PostgresDatabase.open(url, options);
}

/** Maximum number of attempts of a transaction that the server aborts in favor of another one. */
const maxAttempts = 4;

/** Query options of a migration: the maximum timeout that a timer supports, in milliseconds. */
const withoutTimeout = { query_timeout: 2 ** 31 - 1 };

/** A database with read-only connections for reads, and separate connections for transactions and scans. */
class PostgresDatabase implements Database {
  readonly engine = 'postgres';
  readonly dialect = postgresDialect;
  readonly read: ReadHandle;
  readonly changes = new Changes();
  readonly #url: string;
  readonly #changeNotifier: ChangeNotifier;
  readonly #pools: Pools;
  readonly #counts: Counts = newCounts();
  readonly #observe: StatementObserver;
  readonly #scans: Scans;
  readonly #transactions = new Transactions();
  #closed: Promise<unknown> | undefined;

  private constructor(url: string, pools: Pools, options: PostgresOptions) {
    this.#url = url;
    this.#pools = pools;
    this.#observe = (sql, compiled) => {
      this.#counts.statements++;
      options.onStatement?.(sql, compiled);
    };
    const { reading } = pools;
    const reader = new PostgresReader(async (query) => {
      if (reading.connections.ending) throw new DatabaseMisuse('The database is closed.');
      return runLimited(reading, () => reading.connections.query(query));
    });
    this.read = new ReadingHandle(postgresDialect, reader, this.#observe, this.changes);
    this.#scans = new Scans(postgresDialect, new PostgresScans(pools), this.#observe, this.changes);
    this.#changeNotifier = new ChangeNotifier(url, this.changes);
  }

  /** Opens the database. Subscribes to the changes of other nodes before it returns: until then, no cached response is valid. */
  static async open(url: string, options: PostgresOptions): Promise<PostgresDatabase> {
    const pools = await openPools(url, options.poolSize, options.busyTimeoutMs);
    const database = new PostgresDatabase(url, pools, options);
    await database.#changeNotifier.listen();
    return database;
  }

  scanning(scope: WorkScope, parameter: string): ReadHandle {
    return this.#scans.handle(scope, parameter);
  }

  /** Always false, because the server flushes its log itself. */
  readonly isBroken = false;

  get lastWriteFailed(): boolean {
    return this.#transactions.lastWriteFailed;
  }

  /** Does nothing, because other nodes send notifications of their commits. */
  pollChanges(): void {}

  async transaction<T>(work: (tx: WriteHandle) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#transact(work, 'begin');
      } catch (error) {
        if (attempt === maxAttempts || !isRetryable(error)) throw error;
      }
    }
  }

  async schemaChange<T>(work: (tx: SchemaHandle) => Promise<T>): Promise<T> {
    return this.#transact(work, 'begin; set local statement_timeout = 0; set local lock_timeout = 0', withoutTimeout);
  }

  snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    return PostgresSnapshot.run(this.#url, this.#observe, work);
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
    // To cancel running scans, a connection of the read pool is needed.
    await this.#scans.close();
    for (const { limiter } of [reading, writing]) limiter.close();
    await Promise.all([this.#changeNotifier.close(), reading.connections.end(), writing.connections.end()]);
  }

  async #transact<T>(work: (tx: WritingHandle) => Promise<T>, begin: string, queryOptions: object = {}): Promise<T> {
    this.#transactions.rejectNesting();
    if (this.#pools.writing.connections.ending) throw new DatabaseMisuse('The database is closed.');
    return runLimited(this.#pools.writing, () => this.#transactLimited(work, begin, queryOptions));
  }

  async #transactLimited<T>(work: (tx: WritingHandle) => Promise<T>, begin: string, queryOptions: object): Promise<T> {
    const client = await this.#connect();
    const session = new PostgresWriter((query) => client.query({ ...query, ...queryOptions }));
    const handle = new WritingHandle(postgresDialect, session, this.#observe);
    try {
      const commands = this.#commandsFor(session, begin, handle);
      const result = await this.#transactions.run(commands, handle, work);
      if (handle.hasWritten) this.changes.recordChange(this.changes.affectedBy(handle));
      this.#counts.transactions++;
      runEffects(handle.effects);
      return result;
    } finally {
      client.release(session.isLost);
    }
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.#pools.writing.connections.connect();
    } catch (error) {
      throw translateError(error);
    }
  }

  #commandsFor(session: PostgresWriter, begin: string, handle: WritingHandle): TransactionCommands {
    return {
      begin: async () => {
        await session.execute(begin);
      },
      commit: async () => {
        if (handle.hasWritten) {
          const affected = this.changes.affectedBy(handle);
          await session.command(...this.#changeNotifier.notifyQuery(affected));
        }
        // After a failed statement, the server responds to a commit with a rollback and reports success.
        const done = await session.command('commit').catch((error) => {
          if (session.isLost) this.#changeNotifier.renewIdentity();
          throw error;
        });
        if (done !== 'COMMIT') throw new DatabaseUnavailable('The transaction was rolled back by the server.');
      },
      rollback: async () => {
        this.#counts.rollbacks++;
        // When the connection is lost, the server rolls back by itself.
        if (!session.isLost) await session.command('rollback').catch(() => {});
      },
    };
  }
}
