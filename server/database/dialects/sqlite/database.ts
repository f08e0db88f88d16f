import { Mutex } from '../../../workers/mutex.ts';
import type { WorkScope } from '../../../workers/work-scope.ts';
import { Changes } from '../../changes.ts';
import { type Counts, newCounts } from '../../counts.ts';
import { DatabaseBusy } from '../../errors.ts';
import type { Database, ReadHandle, SchemaHandle, Snapshot, Statistics, WriteHandle } from '../../handle.ts';
import { ReadingHandle } from '../../read-handle.ts';
import { Scans } from '../../scans.ts';
import type { StatementObserver } from '../../session.ts';
import { runEffects, type TransactionCommands, Transactions } from '../../transaction.ts';
import { WritingHandle } from '../../write-handle.ts';
import { Connection } from './connection.ts';
import { sqliteDialect } from './dialect.ts';
import { Disk } from './disk.ts';
import type { Sync } from './log-sync.ts';
import { MemoryScans } from './memory-scans.ts';
import { openFile, setUpWriter } from './open-file.ts';
import { MemoryReader } from './reader.ts';
import { type Deadline, deadlineIn, retryWhileBusy } from './retry-while-busy.ts';
import { SqliteSnapshot } from './snapshot.ts';
import { WritingSession } from './writing-session.ts';

/** Maximum wait of a schema change for other writers, in milliseconds: another process may be migrating a large site. */
const SCHEMA_CHANGE_TIMEOUT_MS = 600_000;

/** Minimum interval between two checks for commits of other processes, in milliseconds. Commits must be noticed within 100 ms. */
const POLL_INTERVAL_MS = 5;

export interface SqliteOptions {
  readonly onStatement?: StatementObserver | undefined;
  /** Maximum wait of a transaction for other writers, in milliseconds. */
  readonly busyTimeoutMs: number;
  /** Flushes the write-ahead log to disk; tests replace it. */
  readonly sync: Sync;
}

/**
 * Opens or creates a database in a file.
 * @throws DatabaseUnusable, DatabaseBusy
 */
export async function openSqliteFile(path: string, options: SqliteOptions): Promise<Database> {
  const { file, writer } = await openFile(path, options.busyTimeoutMs);
  const counts = newCounts();
  const writeLock = createWriteLock();
  try {
    const disk = await Disk.open(file, writer, writeLock, counts, options);
    return new SqliteDatabase(writer, writeLock, counts, options, disk);
  } catch (error) {
    writer.close();
    throw error;
  }
}

/** Opens a new in-memory database, which is lost when it is closed. Reads during a transaction see its uncommitted changes. */
export function openSqliteMemory(options: SqliteOptions): Database {
  const writer = new Connection(':memory:', { readonly: false });
  setUpWriter(writer);
  return new SqliteDatabase(writer, createWriteLock(), newCounts(), options, undefined);
}

const createWriteLock = (): Mutex => new Mutex(() => new DatabaseBusy('Timed out waiting for the write lock.'));

/** A database with a write connection, which one transaction at a time uses, and a read connection that never waits for it. */
class SqliteDatabase implements Database {
  readonly engine = 'sqlite';
  readonly dialect = sqliteDialect;
  readonly read: ReadHandle;
  readonly changes = new Changes();
  #version: number;
  #polledAt = 0;
  readonly #writer: Connection;
  readonly #writeLock: Mutex;
  readonly #counts: Counts;
  readonly #busyTimeoutMs: number;
  readonly #disk: Disk | undefined;
  readonly #observe: StatementObserver;
  readonly #scans: Scans;
  readonly #transactions = new Transactions();
  #closed: Promise<void> | undefined;

  constructor(writer: Connection, writeLock: Mutex, counts: Counts, options: SqliteOptions, disk: Disk | undefined) {
    this.#writer = writer;
    this.#writeLock = writeLock;
    this.#counts = counts;
    this.#busyTimeoutMs = options.busyTimeoutMs;
    this.#disk = disk;
    this.#observe = (sql, compiled) => {
      counts.statements++;
      options.onStatement?.(sql, compiled);
    };
    const reader = disk?.reader ?? new MemoryReader(writer);
    this.read = new ReadingHandle(sqliteDialect, reader, this.#observe, this.changes);
    this.#scans = new Scans(sqliteDialect, disk?.readers ?? new MemoryScans(reader), this.#observe, this.changes);
    this.#version = writer.dataVersion();
  }

  scanning(scope: WorkScope, parameter: string): ReadHandle {
    return this.#scans.handle(scope, parameter);
  }

  transaction<T>(work: (tx: WriteHandle) => Promise<T>): Promise<T> {
    return this.#transact(work, this.#busyTimeoutMs);
  }

  schemaChange<T>(work: (tx: SchemaHandle) => Promise<T>): Promise<T> {
    return this.#transact(work, SCHEMA_CHANGE_TIMEOUT_MS);
  }

  async snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    const source = this.#disk?.file ?? (await this.#bytes());
    return SqliteSnapshot.run(source, this.#busyTimeoutMs, this.#observe, work);
  }

  dataVersion(): number {
    return this.#writer.dataVersion();
  }

  get isBroken(): boolean {
    return this.#disk?.isBroken ?? false;
  }

  get lastWriteFailed(): boolean {
    return this.#transactions.lastWriteFailed;
  }

  pollChanges(): void {
    const now = performance.now();
    if (now - this.#polledAt < POLL_INTERVAL_MS) return;
    this.#polledAt = now;
    const version = this.dataVersion();
    if (version !== this.#version) this.changes.recordUnknownChange();
    this.#version = version;
  }

  async optimize(): Promise<void> {
    if (this.#disk !== undefined) return this.#disk.optimize();
    await this.#writeLock.runExclusive(() => this.#writer.runText('analyze'), deadlineIn(this.#busyTimeoutMs));
  }

  statistics(): Statistics {
    return { ...this.#counts, scans: this.#scans.statistics };
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  /** Returns a copy of an in-memory database, made between two transactions. */
  #bytes(): Promise<Buffer> {
    return this.#writeLock.runExclusive(() => this.#writer.bytes(), deadlineIn(this.#busyTimeoutMs));
  }

  async #close(): Promise<void> {
    await Promise.all([this.#disk?.stopCheckpoints(), this.#scans.close()]);
    await this.#writeLock.runExclusive(async () => {
      await this.#disk?.close();
      this.#writer.close();
    }, deadlineIn(SCHEMA_CHANGE_TIMEOUT_MS));
  }

  async #transact<T>(work: (tx: WritingHandle) => Promise<T>, timeoutMs: number): Promise<T> {
    this.#transactions.rejectNesting();
    const deadline = deadlineIn(timeoutMs);
    const { handle, result, flushed } = await this.#writeLock.runExclusive(async () => {
      // An in-memory database has a single connection, on which concurrent reads would see half of a deferred write.
      const session = this.#disk ? new WritingSession(this.#writer) : this.#writer;
      const handle = new WritingHandle(sqliteDialect, session, this.#observe);
      const result = await this.#transactions.run(this.#commandsFor(deadline), handle, work);
      // The flush starts while the lock is held but is awaited later, so that the next writer can continue. close() waits for it.
      return { handle, result, flushed: this.#disk?.whenDurable(handle.hasWritten) };
    }, deadline);
    // Other connections see the commit from now on, regardless of the outcome of the flush.
    if (handle.hasWritten) this.changes.recordChange(this.changes.affectedBy(handle));
    await flushed;
    runEffects(handle.effects);
    return result;
  }

  #commandsFor(deadline: Deadline): TransactionCommands {
    return {
      begin: async () => {
        this.#disk?.throwIfBroken();
        // Takes the write lock immediately: a read transaction that starts to write later can fail halfway.
        await retryWhileBusy(() => this.#writer.runText('begin immediate'), deadline);
      },
      commit: () => {
        this.#writer.runText('commit');
        this.#counts.transactions++;
      },
      rollback: () => {
        this.#counts.rollbacks++;
        // After some failures, such as a full disk, SQLite has already rolled back.
        if (this.#writer.inTransaction) this.#writer.runText('rollback');
      },
    };
  }
}
