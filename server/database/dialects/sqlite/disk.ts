import type { Counts } from '../../counts.ts';
import { Checkpoints } from './checkpoints.ts';
import type { Connection } from './connection.ts';
import { LogSync, type Sync } from './log-sync.ts';
import { Maintenance } from './maintenance.ts';
import { deadlineIn } from './patience.ts';
import { Reader } from './reader.ts';
import { ReaderPool } from './reader-pool.ts';
import type { Turns } from './turns.ts';

/** After so many writing transactions the planner's statistics are looked at; each time ten times later, up to … */
const FIRST_OPTIMIZE = 100;
/** … every so many. */
const OPTIMIZE_EVERY = 10_000;
/** How long the refreshing of statistics waits for its turn, in milliseconds. */
const PATIENCE = 60_000;
/** Looks at all tables, reads a limited sample of each that has changed much. */
const OPTIMIZE = 'optimize = 0x10012';

/**
 * What a database in a file has beside its writer: a reader, processes for long reads, the log to bring to disk,
 * and a thread for the rest.
 */
export class Disk {
  /** Where the database is. */
  readonly file: string;
  readonly reader: Reader;
  /** For statements that may scan. */
  readonly readers: ReaderPool;
  readonly #writer: Connection;
  readonly #turns: Turns;
  readonly #log: LogSync;
  readonly #maintenance: Maintenance;
  readonly #checkpoints: Checkpoints;
  #closed = false;
  #writes = 0;
  #optimizeAt = FIRST_OPTIMIZE;

  constructor(writer: Connection, turns: Turns, log: LogSync, parts: DiskParts) {
    this.#writer = writer;
    this.#turns = turns;
    this.#log = log;
    this.file = parts.file;
    this.readers = new ReaderPool(parts.file);
    this.reader = parts.reader;
    this.#maintenance = parts.maintenance;
    this.#checkpoints = parts.checkpoints;
  }

  static async open(
    file: string,
    writer: Connection,
    turns: Turns,
    counts: Counts,
    options: DiskOptions,
  ): Promise<Disk> {
    const reader = new Reader(file, options.busyLimit);
    const maintenance = new Maintenance(file);
    const checkpoints = new Checkpoints(() => reader.connection, maintenance, turns, counts);
    const sync: Sync = async (descriptor) => {
      await options.sync(descriptor);
      counts.syncs++;
    };
    const log = await LogSync.open(file, sync, () => checkpoints.grown());
    return new Disk(writer, turns, log, { file, reader, maintenance, checkpoints });
  }

  /** Whether what is written can no longer be brought to disk. */
  get broken(): boolean {
    return this.#log.broken;
  }

  /** @throws DatabaseUnavailable when what is written can no longer be brought to disk */
  refuseIfBroken(): void {
    this.#log.refuseIfBroken();
  }

  /** Resolves when the commit that has just finished is on the disk. */
  async keep(wrote: boolean): Promise<void> {
    if (!wrote) return this.#log.settled();
    await this.#log.durable();
    this.#writes++;
    if (this.#writes < this.#optimizeAt) return;
    this.#optimizeAt = this.#writes + Math.min(this.#writes * 9, OPTIMIZE_EVERY);
    // Nobody waits for it, and if it cannot be done now it will be later.
    this.optimize().catch(() => {});
  }

  /** Refreshes the planner's statistics in the thread, then lets all connections see them. */
  async optimize(): Promise<void> {
    await this.#maintenance.run(OPTIMIZE);
    if (this.#closed) return;
    this.reader.reopen();
    this.readers.refreshStatistics();
    await this.#turns.during(deadlineIn(PATIENCE), () => {
      if (!this.#closed) this.#writer.runText('analyze sqlite_schema');
    });
  }

  /** Resolves when nothing in the background wants a writer's turn any more; to be called before `close`. */
  async rest(): Promise<void> {
    await this.#checkpoints.close();
  }

  /** To be called in a writer's turn, before the writer closes. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#log.close();
    await this.#maintenance.close();
    this.reader.connection.close();
    if (this.#writes > 0) this.#optimizeBeforeClosing();
  }

  /** Left out when another process is just writing: that one will do it. */
  #optimizeBeforeClosing(): void {
    try {
      this.#writer.pragma(OPTIMIZE);
    } catch {}
  }
}

interface DiskParts {
  readonly file: string;
  readonly reader: Reader;
  readonly maintenance: Maintenance;
  readonly checkpoints: Checkpoints;
}

interface DiskOptions {
  readonly busyLimit: number;
  readonly sync: Sync;
}
