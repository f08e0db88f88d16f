import type { PoolClient } from 'pg';
import type { WorkScope } from '../../../workers/work-scope.ts';
import { Changes } from '../../changes.ts';
import { type Counts, newCounts } from '../../counts.ts';
import { DatabaseMisuse } from '../../errors.ts';
import { FlushScopes } from '../../flush-scopes.ts';
import type { Database, ReadHandle, SchemaHandle, Snapshot, Statistics, WriteHandle } from '../../handle.ts';
import { ReadingHandle } from '../../read-handle.ts';
import { Scans } from '../../scans.ts';
import type { StatementObserver } from '../../session.ts';
import { runEffects, type TransactionCommands, Transactions } from '../../transaction.ts';
import { WritingHandle } from '../../write-handle.ts';
import { ChangeLog } from './change-log.ts';
import { postgresDialect } from './dialect.ts';
import { isRetryable, translateError } from './errors.ts';
import type { LogConnection } from './log-connection.ts';
import { openPools, type Pools, runLimited } from './pools.ts';
import { ReadBatches } from './read-batches.ts';
import { PostgresScans } from './scans.ts';
import { sendTogether } from './send-together.ts';
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

/** Commands that begin a transaction whose commit waits for the disk, and one whose commit does not. */
const BEGIN = 'begin';
const BEGIN_WITHOUT_FLUSH = 'begin; set local synchronous_commit = off';

/** Command that begins a schema change, which has no timeouts: a restore sends no statements while it copies the current data. */
const BEGIN_SCHEMA_CHANGE = [
  BEGIN,
  ...['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'].map(
    (name) => `set local ${name} = 0`,
  ),
].join('; ');

/** Query options of a migration: the maximum timeout that a timer supports, in milliseconds. */
const withoutTimeout = { query_timeout: 2 ** 31 - 1 };

/** A committed transaction: the result of its work, and its handle. */
interface Transacted<T> {
  readonly result: T;
  readonly handle: WritingHandle;
}

/** A database with read-only connections for reads, and separate connections for transactions and scans. */
class PostgresDatabase implements Database {
  readonly engine = 'postgres';
  readonly dialect = postgresDialect;
  readonly read: ReadHandle;
  readonly changes = new Changes();
  readonly #url: string;
  readonly #changeLog: ChangeLog;
  readonly #pools: Pools;
  readonly #counts: Counts = newCounts();
  readonly #observe: StatementObserver;
  readonly #scans: Scans;
  readonly #transactions = new Transactions();
  readonly #flushScopes = new FlushScopes();
  #closed: Promise<unknown> | undefined;

  private constructor(url: string, pools: Pools, options: PostgresOptions) {
    this.#url = url;
    this.#pools = pools;
    this.#observe = (sql, compiled) => {
      this.#counts.statements++;
      options.onStatement?.(sql, compiled);
    };
    const batches = new ReadBatches(pools.reading);
    const reader = new PostgresReader((query) => batches.run(query));
    this.read = new ReadingHandle(postgresDialect, reader, this.#observe, this.changes);
    this.#scans = new Scans(postgresDialect, new PostgresScans(pools), this.#observe, this.changes);
    this.#changeLog = new ChangeLog(url, this.changes);
  }

  /** Opens the database. Reads the log of changes before it returns: until then, no cached response is valid. */
  static async open(url: string, options: PostgresOptions): Promise<PostgresDatabase> {
    const pools = await openPools(url, options.poolSize, options.busyTimeoutMs);
    const database = new PostgresDatabase(url, pools, options);
    await database.#changeLog.open();
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

  /** Does nothing, because the log of changes is read all the time. */
  pollChanges(): void {}

  async transaction<T>(work: (tx: WriteHandle) => Promise<T>): Promise<T> {
    // The flush adds a row to the log of changes, and needs a connection that was open before the transaction began.
    const { connection } = this.#changeLog;
    const scope = connection && this.#flushScopes.current;
    const begin = scope === undefined ? BEGIN : BEGIN_WITHOUT_FLUSH;
    const { result, handle } = await this.#retry(() => this.#transact(work, begin));
    if (handle.hasWritten && connection) await scope?.add(() => this.#flush(connection), connection);
    runEffects(handle.effects);
    return result;
  }

  flushTogether<T>(work: () => Promise<T>): Promise<T> {
    return this.#flushScopes.run(work);
  }

  async schemaChange<T>(work: (tx: SchemaHandle) => Promise<T>): Promise<T> {
    const { result, handle } = await this.#transact(work, BEGIN_SCHEMA_CHANGE, withoutTimeout);
    runEffects(handle.effects);
    return result;
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
    await this.#flushScopes.whenIdle();
    // To cancel running scans, a connection of the read pool is needed.
    await this.#scans.close();
    for (const { limiter } of [reading, writing]) limiter.close();
    await Promise.all([this.#changeLog.close(), reading.connections.end(), writing.connections.end()]);
  }

  /** Repeats a transaction that the server has aborted in favor of another one. */
  async #retry<T>(transact: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await transact();
      } catch (error) {
        if (attempt === maxAttempts || !isRetryable(error)) throw error;
      }
    }
  }

  /** Runs a transaction. The caller must run its effects. */
  async #transact<T>(
    work: (tx: WritingHandle) => Promise<T>,
    begin: string,
    queryOptions: object = {},
  ): Promise<Transacted<T>> {
    this.#transactions.rejectNesting();
    if (this.#pools.writing.connections.ending) throw new DatabaseMisuse('The database is closed.');
    return runLimited(this.#pools.writing, () => this.#transactLimited(work, begin, queryOptions));
  }

  async #transactLimited<T>(
    work: (tx: WritingHandle) => Promise<T>,
    begin: string,
    queryOptions: object,
  ): Promise<Transacted<T>> {
    const client = await this.#connect();
    const session = new PostgresWriter((query) => sendTogether(client, { ...query, ...queryOptions }));
    const handle = new WritingHandle(postgresDialect, session, this.#observe);
    try {
      const commands = this.#commandsFor(session, begin, handle);
      const result = await this.#transactions.run(commands, handle, work);
      if (handle.hasWritten) {
        this.changes.recordChange(this.changes.affectedBy(handle));
        this.#changeLog.announce();
      }
      this.#counts.transactions++;
      return { result, handle };
    } finally {
      client.release(session.isLost);
    }
  }

  /**
   * Waits until all transactions that have been committed since `connection` was opened are on disk: the server flushes its log in order,
   * and this commit is a later one. If the server had crashed in between, they could be lost although this commit succeeds, so that the
   * connection must have survived it.
   * @throws DatabaseUnavailable, DatabaseOverloaded, DiskFull
   */
  async #flush(connection: LogConnection): Promise<void> {
    const { writing } = this.#pools;
    try {
      await runLimited(writing, () => writing.connections.query(this.#changeLog.appendNoChangeQuery())).catch(
        (error) => {
          throw translateError(error);
        },
      );
      await connection.verify();
    } catch (error) {
      this.#transactions.recordFailure(error);
      throw error;
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
      begin: async () => session.begin(begin),
      commit: async () => {
        if (handle.hasWritten) await this.#changeLog.append(session, this.changes.affectedBy(handle));
        await session.commit().catch((error) => {
          if (session.isLost) this.#changeLog.renewIdentity();
          throw error;
        });
      },
      rollback: async () => {
        this.#counts.rollbacks++;
        await session.rollback();
      },
    };
  }
}
