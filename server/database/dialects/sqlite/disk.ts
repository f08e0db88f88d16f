import type { Counts } from '../../counts.ts';
import { reportBackgroundFailure } from '../../diagnostics.ts';
import { Checkpoints } from './checkpoints.ts';
import type { Connection } from './connection.ts';
import type { WriteLock } from './group-commit.ts';
import { type IndexSteps, IndexUpdates } from './index-updates.ts';
import { LogSync, type Sync } from './log-sync.ts';
import { Maintenance } from './maintenance.ts';
import { Reader } from './reader.ts';
import { ReaderPool } from './reader-pool.ts';
import { deadlineIn, retryWhileBusy } from './retry-while-busy.ts';
import { hasPendingTexts } from './update-index.ts';

/**
 * Number of writing transactions before the first refresh of the planner statistics. It grows tenfold for each later refresh, up to the
 * limit below.
 */
const FIRST_OPTIMIZE = 100;
/** Maximum number of writing transactions between two refreshes of the planner statistics. */
const MAX_OPTIMIZE_INTERVAL = 10_000;
/** Maximum wait of each step of a statistics refresh for other writers, in milliseconds. */
const OPTIMIZE_TIMEOUT_MS = 60_000;
/** Pragma that examines all tables, and samples a limited number of rows of each table that has changed much. */
const OPTIMIZE = 'optimize = 0x10012';

/**
 * The components of a file database besides its write connection: a reader, processes for scans, the log to flush, a maintenance
 * thread, and the updates of the search index with a thread of their own, because they must not wait for other maintenance.
 */
export class Disk {
  /** Path of the database file. */
  readonly file: string;
  readonly reader: Reader;
  /** Processes for scans. */
  readonly readers: ReaderPool;
  readonly #writer: Connection;
  readonly #writeLock: WriteLock;
  readonly #log: LogSync;
  readonly #maintenance: Maintenance;
  readonly #checkpoints: Checkpoints;
  readonly #indexThread: Maintenance;
  readonly #indexUpdates: IndexUpdates;
  /** The refreshes of the planner statistics that are running. */
  readonly #refreshes = new Set<Promise<void>>();
  #isStopping = false;
  #writes = 0;
  #optimizeAt = FIRST_OPTIMIZE;

  constructor(writer: Connection, writeLock: WriteLock, log: LogSync, deps: DiskDeps) {
    this.#writer = writer;
    this.#writeLock = writeLock;
    this.#log = log;
    this.file = deps.file;
    this.readers = new ReaderPool(deps.file);
    this.reader = deps.reader;
    this.#maintenance = deps.maintenance;
    this.#checkpoints = deps.checkpoints;
    this.#indexThread = deps.indexThread;
    this.#indexUpdates = deps.indexUpdates;
    this.#indexUpdates.onChange();
  }

  static async open(
    file: string,
    writer: Connection,
    writeLock: WriteLock,
    counts: Counts,
    options: DiskOptions,
  ): Promise<Disk> {
    const reader = new Reader(file, options.busyTimeoutMs);
    const maintenance = new Maintenance(file);
    const checkpoints = new Checkpoints(() => reader.connection, maintenance, writeLock, counts);
    const sync: Sync = async (descriptor) => {
      await options.sync(descriptor);
      counts.syncs++;
    };
    const log = await LogSync.open(file, sync, () => checkpoints.onLogGrowth());
    const indexThread = new Maintenance(file);
    const steps: IndexSteps = {
      hasPending: () => hasPendingTexts(reader.connection),
      prepare: () => indexThread.openIndex(),
      update: async (budgetMs, waitMs) => {
        const step = await indexThread.updateIndex(budgetMs, waitMs);
        checkpoints.onLogGrowth();
        return step;
      },
      merge: (limits) => indexThread.mergeIndex(limits),
    };
    const indexUpdates = new IndexUpdates(writeLock, steps, options.isBulk);
    return new Disk(writer, writeLock, log, { file, reader, maintenance, checkpoints, indexThread, indexUpdates });
  }

  /** Whether writes can no longer be flushed to disk. */
  get isBroken(): boolean {
    return this.#log.isBroken;
  }

  /** @throws DatabaseUnavailable when writes can no longer be flushed to disk */
  throwIfBroken(): void {
    this.#log.throwIfBroken();
  }

  /** Resolves when the commit that has just finished is on disk. `writes` is the number of its transactions that have written. */
  async whenDurable(writes: number): Promise<void> {
    if (writes === 0) return this.#log.whenIdle();
    await this.#log.whenDurable();
    this.#writes += writes;
    if (this.#writes < this.#optimizeAt) return;
    this.#optimizeAt = this.#writes + Math.min(this.#writes * 9, MAX_OPTIMIZE_INTERVAL);
    // Runs in the background; a failed refresh is retried later.
    this.optimize().catch((error: unknown) => reportBackgroundFailure('refresh of planner statistics', error));
  }

  /**
   * Refreshes the planner statistics in the maintenance thread, then makes all connections load them. Waits for other processes that are
   * writing. Ends early when background work is stopped.
   *
   * @throws DatabaseBusy
   */
  async optimize(): Promise<void> {
    const refresh = this.#refreshStatistics();
    this.#refreshes.add(refresh);
    await refresh.finally(() => this.#refreshes.delete(refresh));
  }

  async #refreshStatistics(): Promise<void> {
    const examine = () => (this.#isStopping ? undefined : this.#maintenance.run(OPTIMIZE));
    await retryWhileBusy(examine, deadlineIn(OPTIMIZE_TIMEOUT_MS));
    if (this.#isStopping) return;
    this.reader.reopen();
    this.readers.refreshStatistics();
    const deadline = deadlineIn(OPTIMIZE_TIMEOUT_MS);
    // SQLite takes the write lock to load the statistics.
    const load = () => (this.#isStopping ? undefined : this.#writer.runText('analyze sqlite_schema'));
    await this.#writeLock.runExclusive(() => retryWhileBusy(load, deadline), deadline);
  }

  /** Resolves when the search index contains all texts. */
  finishIndex(): Promise<void> {
    return this.#indexUpdates.finish();
  }

  /** Must be called after a commit that may have changed texts of entries. */
  onTextsChanged(): void {
    this.#indexUpdates.onChange();
  }

  /** Must be called when another process may have changed texts of entries. */
  onTextsChangedElsewhere(): void {
    this.#indexUpdates.onChangeElsewhere();
  }

  /** Must be called after each commit that has written. */
  onCommit(): void {
    this.#log.onCommit();
  }

  /** Resolves when no background work will need the write lock; must be called before `close`. */
  async stopBackgroundWork(): Promise<void> {
    this.#isStopping = true;
    await Promise.all([this.#checkpoints.close(), this.#indexUpdates.close(), Promise.allSettled(this.#refreshes)]);
  }

  /** Closes all components. Must be called with the write lock, before the write connection is closed. */
  async close(): Promise<void> {
    await this.#log.close();
    await Promise.all([this.#maintenance.close(), this.#indexThread.close()]);
    this.reader.connection.close();
    if (this.#writes > 0) this.#optimizeBeforeClosing();
  }

  /** Refreshes the planner statistics. Does nothing while another process is writing, because that process refreshes them. */
  #optimizeBeforeClosing(): void {
    try {
      this.#writer.pragma(OPTIMIZE);
    } catch {}
  }
}

interface DiskDeps {
  readonly file: string;
  readonly reader: Reader;
  readonly maintenance: Maintenance;
  readonly checkpoints: Checkpoints;
  readonly indexThread: Maintenance;
  readonly indexUpdates: IndexUpdates;
}

interface DiskOptions {
  readonly busyTimeoutMs: number;
  readonly isBulk?: boolean;
  readonly sync: Sync;
}
