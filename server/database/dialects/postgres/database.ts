import type { PoolClient, QueryConfig } from 'pg';
import type { WorkScope } from '../../../workers/work-scope.ts';
import { Changes } from '../../changes.ts';
import { type Counts, newCounts } from '../../counts.ts';
import { CurrentReader } from '../../current-reader.ts';
import { DatabaseMisuse } from '../../errors.ts';
import { FlushScopes } from '../../flush-scopes.ts';
import type { Database, ReadHandle, SchemaHandle, Snapshot, Statistics, WriteHandle } from '../../handle.ts';
import { ReadingHandle } from '../../read-handle.ts';
import { Scans } from '../../scans.ts';
import type { StatementObserver } from '../../session.ts';
import { runEffects, type TransactionCommands, Transactions } from '../../transaction.ts';
import { WritingHandle } from '../../write-handle.ts';
import { beginPooled } from './begin-pooled.ts';
import { ChangeLog } from './change-log.ts';
import { postgresDialect } from './dialect.ts';
import { inspectLocation, type PoolTarget, type PostgresLocation, type ReplicaLocation } from './endpoint.ts';
import { isRetryable, translateError } from './errors.ts';
import type { LogConnection } from './log-connection.ts';
import { endPools, MAX_WRITE_WAIT_MS, openPools, type Pool, type Pools, runLimited } from './pools.ts';
import { ReadBatches } from './read-batches.ts';
import type { Primary } from './replica.ts';
import { Replicas } from './replicas.ts';
import { RequiredPosition } from './required-position.ts';
import { PostgresScans } from './scans.ts';
import { explainMissing } from './schema-errors.ts';
import { sendTogether } from './send-together.ts';
import { PostgresReader, PostgresWriter, type Send } from './session.ts';
import { PostgresSnapshot } from './snapshot.ts';
import { StatementNames } from './statement-names.ts';

export interface PostgresOptions {
  readonly onStatement?: StatementObserver | undefined;
  /** Lock timeout of a statement, in milliseconds. */
  readonly busyTimeoutMs: number;
  /** Maximum number of connections. */
  readonly poolSize: number;
  /** Called before the log of changes is read for the first time. */
  readonly onConnected?: (() => void) | undefined;
}

/**
 * Opens a database of a PostgreSQL server.
 * @throws DatabaseUnavailable, DatabaseUnusable
 */
export async function openPostgres(location: PostgresLocation, options: PostgresOptions): Promise<Database> {
  return PostgresDatabase.open(location, options);
}

/** Maximum number of attempts of a transaction that the server aborts in favor of another one. */
const maxAttempts = 4;

/** Command after the beginning of a transaction whose commit does not wait for the disk. */
const WITHOUT_FLUSH = 'set local synchronous_commit = off';

/**
 * Commands after the beginning of a schema change, which has no timeouts: a restore sends no statements while it copies the current
 * data.
 */
const WITHOUT_TIMEOUTS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
  .map((name) => `set local ${name} = 0`)
  .join('; ');

/** Query options of a migration: the maximum timeout that a timer supports, in milliseconds. */
const withoutTimeout = { query_timeout: 2 ** 31 - 1 };

/** The way in which a transaction begins and ends. */
interface TransactionOptions {
  /** The command that begins it. */
  readonly begin: string;
  /** Whether its commit waits for the disk. */
  readonly isFlushed: boolean;
  readonly queryOptions?: object;
}

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
  readonly primary: ReadHandle;
  readonly changes = new Changes();
  /** URL of the server itself. */
  readonly #directUrl: string;
  readonly #changeLog: ChangeLog;
  readonly #pools: Pools;
  /** Undefined without replicas. */
  readonly #replicas: Replicas | undefined;
  readonly #names: StatementNames;
  readonly #counts: Counts = newCounts();
  readonly #observe: StatementObserver;
  readonly #scans: Scans;
  readonly #transactions = new Transactions();
  readonly #flushScopes = new FlushScopes();
  #closed: Promise<unknown> | undefined;

  private constructor(target: PoolTarget, options: PostgresOptions) {
    const { isPooled, canPrepare } = target.endpoint;
    this.#directUrl = target.directUrl ?? target.url;
    this.#pools = openPools(target, options.poolSize, options.busyTimeoutMs);
    this.#names = new StatementNames(canPrepare);
    this.#observe = (sql, compiled) => {
      this.#counts.statements++;
      options.onStatement?.(sql, compiled);
    };
    const batches = new ReadBatches(this.#pools.reading);
    const send: Send = isPooled
      ? (query) => this.#names.run(query, (sent) => batches.run(sent))
      : (query) => batches.run(query);
    const position = target.replicas?.length ? new RequiredPosition(this.changes) : undefined;
    this.#changeLog = new ChangeLog(this.#directUrl, this.changes, position);
    this.primary = this.#openReads(send, isPooled);
    this.#replicas = position && this.#openReplicas(target.replicas ?? [], position);
    this.read = this.#replicas ? this.#openReads(this.#withReplicas(this.#replicas, send), isPooled) : this.primary;
    const runner = new PostgresScans(this.#pools, this.changes, (pid) => this.#changeLog.cancelBackend(pid));
    this.#scans = new Scans(postgresDialect, runner, this.#observe, this.changes);
  }

  #openReads(send: Send, isPooled: boolean): ReadHandle {
    const reader = new PostgresReader((query) => explainMissing(this.changes, () => send(query)));
    // A transaction that waits for a read on another connection of a pooler could have the last connection to the server.
    const session = isPooled ? new CurrentReader(reader, this.#transactions) : reader;
    return new ReadingHandle(postgresDialect, session, this.#observe, this.changes);
  }

  #openReplicas(locations: readonly ReplicaLocation[], position: RequiredPosition): Replicas {
    const changeLog = this.#changeLog;
    const { changes } = this;
    const primary: Primary = {
      get identity() {
        return changeLog.identity;
      },
      get requiredPosition() {
        return position.value;
      },
      get lastPosition() {
        return position.last;
      },
      recordUnknownChange: () => changes.recordUnknownChange(),
    };
    return new Replicas(locations, primary, this.#pools.reading.connections.options.max);
  }

  /** Returns the function that sends reads to replicas, as far as they may use them. A transaction would not read its own locks there. */
  #withReplicas(replicas: Replicas, send: Send): Send {
    return (query) => (this.#transactions.current === undefined ? replicas.read(query, send) : send(query));
  }

  /** Opens the database. Reads the log of changes before it returns: until then, no cached response is valid. */
  static async open(location: PostgresLocation, options: PostgresOptions): Promise<PostgresDatabase> {
    const database = new PostgresDatabase(await inspectLocation(location), options);
    options.onConnected?.();
    await database.#changeLog.open();
    database.#replicas?.start();
    return database;
  }

  async readFromReplicas<T>(work: () => Promise<T>): Promise<T> {
    return this.#replicas ? this.#replicas.allow(work) : work();
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
    const { writing } = this.#pools;
    const isFlushed = scope === undefined;
    const begin = isFlushed ? writing.begin : `${writing.begin}; ${WITHOUT_FLUSH}`;
    const { result, handle } = await explainMissing(this.changes, () =>
      this.#retry(() => this.#transact(writing, work, { begin, isFlushed })),
    );
    if (handle.hasWritten && connection) await scope?.add(() => this.#flush(connection), connection);
    runEffects(handle.effects);
    return result;
  }

  flushTogether<T>(work: () => Promise<T>): Promise<T> {
    return this.#flushScopes.run(work);
  }

  async schemaChange<T>(work: (tx: SchemaHandle) => Promise<T>): Promise<T> {
    const { schema } = this.#pools;
    const begin = `${schema.begin}; ${WITHOUT_TIMEOUTS}`;
    const { result, handle } = await this.#transact(schema, work, {
      ...{ begin, isFlushed: true, queryOptions: withoutTimeout },
    });
    runEffects(handle.effects);
    return result;
  }

  snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    return PostgresSnapshot.run(this.#directUrl, this.#observe, work);
  }

  dataVersion(): undefined {
    return undefined;
  }

  async optimize(): Promise<void> {
    await this.schemaChange((tx) => tx.execute('analyze'));
  }

  statistics(): Statistics {
    return { ...this.#counts, scans: this.#scans.statistics, replicas: this.#replicas?.statistics ?? [] };
  }

  async close(): Promise<void> {
    this.#closed ??= this.#close();
    await this.#closed;
  }

  async #close(): Promise<void> {
    await this.#flushScopes.whenIdle();
    // To cancel running scans, a connection of the read pool, or the one of the log, is needed.
    await this.#scans.close();
    await Promise.all([endPools(this.#pools), this.#replicas?.close(), this.#changeLog.close()]);
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
    pool: Pool,
    work: (tx: WritingHandle) => Promise<T>,
    options: TransactionOptions,
  ): Promise<Transacted<T>> {
    this.#transactions.rejectNesting();
    if (pool.connections.ending) throw new DatabaseMisuse('The database is closed.');
    return runLimited(pool, () => this.#transactLimited(pool, work, options));
  }

  async #transactLimited<T>(
    pool: Pool,
    work: (tx: WritingHandle) => Promise<T>,
    options: TransactionOptions,
  ): Promise<Transacted<T>> {
    const client = await this.#connect(pool);
    const session = this.#openSession(client, pool, options.queryOptions);
    const handle = new WritingHandle(postgresDialect, session, this.#observe);
    try {
      const commands = this.#commandsFor(session, handle, options);
      const result = await this.#transactions.run(commands, handle, work);
      if (handle.hasWritten) {
        this.changes.recordChange(this.changes.affectedBy(handle));
        this.#changeLog.announce(options.isFlushed);
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
      await runLimited(writing, () => this.#appendNoChange(writing)).catch((error) => {
        throw translateError(error);
      });
      await connection.verify();
    } catch (error) {
      this.#transactions.recordFailure(error);
      throw error;
    }
  }

  async #appendNoChange(pool: Pool): Promise<void> {
    const query = this.#changeLog.appendNoChangeQuery();
    if (!pool.isPooled) return void (await pool.connections.query(query));
    const client = await this.#connect(pool);
    const session = this.#openSession(client, pool);
    try {
      session.begin(pool.begin);
      session.sendQuery(query);
      await session.commit();
    } catch (error) {
      await session.rollback();
      throw error;
    } finally {
      client.release(session.isLost);
    }
  }

  async #connect({ connections }: Pool): Promise<PoolClient> {
    try {
      return await connections.connect();
    } catch (error) {
      throw translateError(error);
    }
  }

  /** Returns a session for one transaction on a connection of a pool. */
  #openSession(client: PoolClient, { isPooled }: Pool, queryOptions: object = {}): PostgresWriter {
    const send = (query: QueryConfig) => sendTogether(client, { ...query, ...queryOptions });
    if (!isPooled) return new PostgresWriter(send);
    const begin = ({ text }: QueryConfig) => beginPooled(client, text, MAX_WRITE_WAIT_MS);
    return new PostgresWriter((query) => this.#names.attempt(query, send), begin);
  }

  #commandsFor(
    session: PostgresWriter,
    handle: WritingHandle,
    { begin, isFlushed }: TransactionOptions,
  ): TransactionCommands {
    return {
      begin: async () => session.begin(begin),
      commit: async () => {
        if (handle.hasWritten) await this.#changeLog.append(session, this.changes.affectedBy(handle), isFlushed);
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
