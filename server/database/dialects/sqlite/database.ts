import type { WorkScope } from '../../../workers/work-scope.ts';
import { anyTable, Changes } from '../../changes.ts';
import { type Counts, newCounts } from '../../counts.ts';
import { CurrentReader } from '../../current-reader.ts';
import { FlushScopes } from '../../flush-scopes.ts';
import type { Database, ReadHandle, SchemaHandle, Snapshot, Statistics, WriteHandle } from '../../handle.ts';
import { ReadingHandle } from '../../read-handle.ts';
import { Scans } from '../../scans.ts';
import type { StatementObserver } from '../../session.ts';
import { runEffects, type TransactionCommands, Transactions } from '../../transaction.ts';
import { WritingHandle } from '../../write-handle.ts';
import { ChangeLog, textsTable } from './change-log.ts';
import { Connection } from './connection.ts';
import { sqliteDialect } from './dialect.ts';
import { Disk } from './disk.ts';
import { type Flush, GroupCommit, type TransactionHooks } from './group-commit.ts';
import { IndexUpdates } from './index-updates.ts';
import type { Sync } from './log-sync.ts';
import { MemoryScans } from './memory-scans.ts';
import { openFile, setUpWriter } from './open-file.ts';
import { MemoryReader } from './reader.ts';
import { deadlineIn } from './retry-while-busy.ts';
import { SqliteSnapshot } from './snapshot.ts';
import { hasPendingTexts, mergeIndex, updateIndex } from './update-index.ts';
import { WritingSession } from './writing-session.ts';

/** Maximum wait of a schema change for other writers, in milliseconds: another process may be migrating a large site. */
const SCHEMA_CHANGE_TIMEOUT_MS = 600_000;

/** Minimum interval between two checks for commits of other processes, in milliseconds. Commits must be noticed within 100 ms. */
const POLL_INTERVAL_MS = 5;

export interface SqliteOptions {
  readonly onStatement?: StatementObserver | undefined;
  /** Maximum wait of a transaction for other writers, in milliseconds. */
  readonly busyTimeoutMs: number;
  /** Whether the process writes many records, so that updates of the search index take fewer, longer steps. */
  readonly isBulk?: boolean;
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
  const writes = new GroupCommit(writer);
  try {
    const disk = await Disk.open(file, writer, writes, counts, options);
    return new SqliteDatabase(writer, writes, counts, options, disk);
  } catch (error) {
    writer.close();
    throw error;
  }
}

/** Opens a new in-memory database, which is lost when it is closed. Reads during a transaction see its uncommitted changes. */
export function openSqliteMemory(options: SqliteOptions): Database {
  const writer = new Connection(':memory:', { readonly: false });
  setUpWriter(writer);
  // Each transaction is committed by itself, because reads see uncommitted changes.
  return new SqliteDatabase(writer, new GroupCommit(writer, { maxTransactions: 1 }), newCounts(), options, undefined);
}

/** A database with a write connection, which one transaction at a time uses, and a read connection that never waits for it. */
class SqliteDatabase implements Database {
  readonly engine = 'sqlite';
  readonly dialect = sqliteDialect;
  readonly read: ReadHandle;
  readonly changes = new Changes();
  /** The changes of other connections; an in-memory database has no others. */
  readonly #changeLog: ChangeLog | undefined;
  #polledAt = 0;
  readonly #writer: Connection;
  readonly #writes: GroupCommit;
  readonly #hooks: TransactionHooks;
  readonly #counts: Counts;
  readonly #busyTimeoutMs: number;
  readonly #disk: Disk | undefined;
  readonly #observe: StatementObserver;
  readonly #scans: Scans;
  /** The updates of the search index of an in-memory database; those of a file are part of `Disk`. */
  readonly #memoryIndex: IndexUpdates | undefined;
  readonly #transactions = new Transactions();
  readonly #flushScopes = new FlushScopes();
  #closed: Promise<void> | undefined;

  constructor(writer: Connection, writes: GroupCommit, counts: Counts, options: SqliteOptions, disk: Disk | undefined) {
    this.#writer = writer;
    this.#writes = writes;
    this.#counts = counts;
    this.#busyTimeoutMs = options.busyTimeoutMs;
    this.#disk = disk;
    this.#observe = (sql, compiled) => {
      counts.statements++;
      options.onStatement?.(sql, compiled);
    };
    const reader = disk?.reader ?? new MemoryReader(writer);
    const current = new CurrentReader(reader, this.#transactions);
    this.read = new ReadingHandle(sqliteDialect, current, this.#observe, this.changes);
    this.#scans = new Scans(sqliteDialect, disk?.readers ?? new MemoryScans(reader), this.#observe, this.changes);
    this.#memoryIndex = disk
      ? undefined
      : new IndexUpdates(writes, {
          hasPending: () => hasPendingTexts(writer),
          prepare: () => {},
          update: (budgetMs) => updateIndex(writer, budgetMs),
          merge: (limits) => mergeIndex(writer, limits),
        });
    this.#changeLog = disk && new ChangeLog(writer, this.changes, () => disk.onTextsChangedElsewhere());
    this.#hooks = {
      beforeBegin: () => disk?.throwIfBroken(),
      afterBegin: () => this.#changeLog?.readCommits(),
      beforeCommit: (handles) => this.#beforeCommit(handles),
      afterCommit: (handles) => this.#afterCommit(handles),
      beforeNext: (handle) => this.#recordChanges([handle]),
      onRollback: (handles, error) => {
        counts.rollbacks += handles.length;
        this.#transactions.recordFailure(error);
        // Values may have been cached that later transactions of the group, or the transaction itself, have read.
        this.#recordChanges(handles);
      },
    };
  }

  /** The same as `read`, because there are no replicas. */
  get primary(): ReadHandle {
    return this.read;
  }

  readFromReplicas<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }

  scanning(scope: WorkScope, parameter: string): ReadHandle {
    return this.#scans.handle(scope, parameter);
  }

  transaction<T>(work: (tx: WriteHandle) => Promise<T>): Promise<T> {
    return this.#transact(work, { timeoutMs: this.#busyTimeoutMs, isAlone: false });
  }

  flushTogether<T>(work: () => Promise<T>): Promise<T> {
    return this.#flushScopes.run(work);
  }

  schemaChange<T>(work: (tx: SchemaHandle) => Promise<T>): Promise<T> {
    return this.#transact(work, { timeoutMs: SCHEMA_CHANGE_TIMEOUT_MS, isAlone: true });
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
    this.#changeLog?.poll();
  }

  async optimize(): Promise<void> {
    if (this.#disk !== undefined) {
      await this.#disk.finishIndex();
      return this.#disk.optimize();
    }
    await this.#memoryIndex?.finish();
    await this.#writes.runExclusive(() => this.#writer.runText('analyze'), deadlineIn(this.#busyTimeoutMs));
  }

  statistics(): Statistics {
    return { ...this.#counts, scans: this.#scans.statistics, replicas: [] };
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  /** Returns a copy of an in-memory database, made between two transactions or by the code of the current one. */
  async #bytes(): Promise<Buffer> {
    if (this.#transactions.current !== undefined) return this.#writer.bytes();
    return this.#writes.runExclusive(() => this.#writer.bytes(), deadlineIn(this.#busyTimeoutMs));
  }

  async #close(): Promise<void> {
    await this.#flushScopes.whenIdle();
    await Promise.all([this.#disk?.stopBackgroundWork(), this.#memoryIndex?.close(), this.#scans.close()]);
    await this.#writes.runExclusive(async () => {
      await this.#disk?.close();
      this.#writer.close();
    }, deadlineIn(SCHEMA_CHANGE_TIMEOUT_MS));
  }

  async #transact<T>(
    work: (tx: WritingHandle) => Promise<T>,
    { timeoutMs, isAlone }: { readonly timeoutMs: number; readonly isAlone: boolean },
  ): Promise<T> {
    this.#transactions.rejectNesting();
    // An in-memory database has a single connection, on which concurrent reads would see half of a deferred write.
    const session = new WritingSession(this.#writer, { mayDefer: this.#disk !== undefined });
    const handle = new WritingHandle(sqliteDialect, session, this.#observe);
    const run = async (commands: TransactionCommands) => {
      session.start();
      try {
        return await this.#transactions.run(commands, handle, work);
      } finally {
        session.end();
      }
    };
    const scope = this.#flushScopes.current;
    const transaction = { handle, run, deadline: deadlineIn(timeoutMs), isAlone, mayFlushLater: scope !== undefined };
    const { result, flush } = await this.#writes.run(transaction, this.#hooks);
    if (scope === undefined) await flush();
    else await scope.add(flush);
    runEffects(handle.effects);
    return result;
  }

  #beforeCommit(handles: readonly WritingHandle[]): void {
    const tables = this.#tablesOf(handles);
    if (tables.size > 0) this.#changeLog?.beforeCommit(tables);
  }

  /** Returns a function that flushes the transactions that have just been committed. */
  #afterCommit(handles: readonly WritingHandle[]): Flush {
    this.#counts.transactions += handles.length;
    const writing = handles.filter((handle) => handle.hasWritten);
    // Other connections see the commit from now on, regardless of the outcome of the flush.
    this.#recordChanges(writing);
    const tables = this.#tablesOf(writing);
    if (tables.size > 0) this.#changeLog?.afterCommit(tables);
    if (writing.length > 0) this.#disk?.onCommit();
    if (tables.has(textsTable) || tables.has(anyTable)) {
      this.#disk?.onTextsChanged();
      this.#memoryIndex?.onChange();
    }
    return async () => this.#disk?.whenDurable(writing.length);
  }

  /** Records what transactions have changed. */
  #recordChanges(handles: readonly WritingHandle[]): void {
    const tables = this.#tablesOf(handles);
    if (tables.size > 0) this.changes.recordChange(tables);
  }

  /** Returns the tables that transactions have changed. */
  #tablesOf(handles: readonly WritingHandle[]): ReadonlySet<string> {
    const tables = new Set<string>();
    for (const handle of handles)
      if (handle.hasWritten) for (const table of this.changes.affectedBy(handle)) tables.add(table);
    return tables;
  }
}
