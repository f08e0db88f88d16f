import type { WorkScope } from '../../../workers/work-scope.ts';
import { Changes } from '../../changes.ts';
import { type Counts, newCounts } from '../../counts.ts';
import type { Database, ReadHandle, SchemaHandle, Snapshot, Statistics, WriteHandle } from '../../handle.ts';
import { ReadingHandle } from '../../read-handle.ts';
import { Scans } from '../../scans.ts';
import type { StatementObserver } from '../../session.ts';
import { runEffects, type TransactionEnds, Transactions } from '../../transaction.ts';
import { WritingHandle } from '../../write-handle.ts';
import { Connection } from './connection.ts';
import { sqliteDialect } from './dialect.ts';
import { Disk } from './disk.ts';
import type { Sync } from './log-sync.ts';
import { MemoryScans } from './memory-scans.ts';
import { openFile, setUpWriter } from './open-file.ts';
import { type Deadline, deadlineIn, untilFree } from './patience.ts';
import { MemoryReader } from './reader.ts';
import { SqliteSnapshot } from './snapshot.ts';
import { Turns } from './turns.ts';
import { WritingSession } from './writing-session.ts';

/** How long a schema change waits for others, in milliseconds: another process may be migrating a large site. */
const SCHEMA_PATIENCE = 600_000;

/** How long the last look for commits of other processes counts, in milliseconds; they may be unknown to us for 100. */
const LOOK_AGAIN = 5;

export interface SqliteOptions {
  readonly onStatement?: StatementObserver | undefined;
  /** How long a transaction waits for other writers, in milliseconds. */
  readonly busyLimit: number;
  /** How the log is brought to disk. */
  readonly sync: Sync;
}

/**
 * Opens or creates a database in a file.
 * @throws DatabaseUnusable, DatabaseBusy
 */
export async function openSqliteFile(path: string, options: SqliteOptions): Promise<Database> {
  const { file, writer } = await openFile(path, options.busyLimit);
  const counts = newCounts();
  const turns = new Turns();
  try {
    const disk = await Disk.open(file, writer, turns, counts, options);
    return new SqliteDatabase(writer, turns, counts, options, disk);
  } catch (error) {
    writer.close();
    throw error;
  }
}

/** A new database in memory, gone when it is closed. Reads beside a transaction see what it has done so far. */
export function openSqliteMemory(options: SqliteOptions): Database {
  const writer = new Connection(':memory:', { readonly: false });
  setUpWriter(writer);
  return new SqliteDatabase(writer, new Turns(), newCounts(), options, undefined);
}

/** One writing connection whose transactions take turns, and a reading one that never waits for them. */
class SqliteDatabase implements Database {
  readonly engine = 'sqlite';
  readonly dialect = sqliteDialect;
  readonly read: ReadHandle;
  readonly changes = new Changes();
  #version: number;
  #looked = 0;
  readonly #writer: Connection;
  readonly #turns: Turns;
  readonly #counts: Counts;
  readonly #busyLimit: number;
  readonly #disk: Disk | undefined;
  readonly #observe: StatementObserver;
  readonly #scans: Scans;
  readonly #transactions = new Transactions();
  #closed: Promise<void> | undefined;

  constructor(writer: Connection, turns: Turns, counts: Counts, options: SqliteOptions, disk: Disk | undefined) {
    this.#writer = writer;
    this.#turns = turns;
    this.#counts = counts;
    this.#busyLimit = options.busyLimit;
    this.#disk = disk;
    this.#observe = (sql) => {
      counts.statements++;
      options.onStatement?.(sql);
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
    return this.#transact(work, this.#busyLimit);
  }

  schemaChange<T>(work: (tx: SchemaHandle) => Promise<T>): Promise<T> {
    return this.#transact(work, SCHEMA_PATIENCE);
  }

  async snapshot<T>(work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    const place = this.#disk?.file ?? (await this.#bytes());
    return SqliteSnapshot.during(place, this.#busyLimit, this.#observe, work);
  }

  dataVersion(): number {
    return this.#writer.dataVersion();
  }

  get broken(): boolean {
    return this.#disk?.broken ?? false;
  }

  get lastWriteFailed(): boolean {
    return this.#transactions.lastWriteFailed;
  }

  lookForChanges(): void {
    const now = performance.now();
    if (now - this.#looked < LOOK_AGAIN) return;
    this.#looked = now;
    const version = this.dataVersion();
    if (version !== this.#version) this.changes.noteUnknownChange();
    this.#version = version;
  }

  async optimize(): Promise<void> {
    if (this.#disk !== undefined) return this.#disk.optimize();
    await this.#turns.during(deadlineIn(this.#busyLimit), () => this.#writer.runText('analyze'));
  }

  statistics(): Statistics {
    return { ...this.#counts, scans: this.#scans.statistics };
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  /** What is in memory is copied between two transactions. */
  #bytes(): Promise<Buffer> {
    return this.#turns.during(deadlineIn(this.#busyLimit), () => this.#writer.bytes());
  }

  async #close(): Promise<void> {
    await Promise.all([this.#disk?.rest(), this.#scans.close()]);
    await this.#turns.during(deadlineIn(SCHEMA_PATIENCE), async () => {
      await this.#disk?.close();
      this.#writer.close();
    });
  }

  async #transact<T>(work: (tx: WritingHandle) => Promise<T>, patience: number): Promise<T> {
    this.#transactions.refuseNesting();
    const deadline = deadlineIn(patience);
    const { handle, result, kept } = await this.#turns.during(deadline, async () => {
      // In memory everybody reads through the one connection, where they would see half of what is done.
      const session = this.#disk ? new WritingSession(this.#writer) : this.#writer;
      const handle = new WritingHandle(sqliteDialect, session, this.#observe);
      const result = await this.#transactions.run(this.#ends(deadline), handle, work);
      // Asked for within the turn, awaited after it: the next writer goes on, and close() waits for the flush.
      return { handle, result, kept: this.#disk?.keep(handle.wrote) };
    });
    // Others see it from now on, whatever becomes of the flush.
    if (handle.wrote) this.changes.noteChange(handle.changed);
    await kept;
    runEffects(handle.effects);
    return result;
  }

  #ends(deadline: Deadline): TransactionEnds {
    return {
      begin: async () => {
        this.#disk?.refuseIfBroken();
        // The lock for writing is taken at once: a reader that turns writer later can fail half way.
        await untilFree(() => this.#writer.runText('begin immediate'), deadline);
      },
      commit: () => {
        this.#writer.runText('commit');
        this.#counts.transactions++;
      },
      rollback: () => {
        this.#counts.rollbacks++;
        // Some failures, a full disk among them, have already made SQLite roll back.
        if (this.#writer.inTransaction) this.#writer.runText('rollback');
      },
    };
  }
}
