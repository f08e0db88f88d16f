import type { Counts } from '../../counts.ts';
import { reportBackgroundFailure } from '../../diagnostics.ts';
import type { Connection } from './connection.ts';
import type { WriteLock } from './group-commit.ts';
import type { Maintenance } from './maintenance.ts';
import { deadlineIn } from './retry-while-busy.ts';

/** Minimum number of log pages (4 KB) for a checkpoint; pages that have already been copied are not counted. */
const MIN_CHECKPOINT_PAGES = 2000;
/** Minimum number of log pages (4 KB) at which writers are paused, so that the log can be truncated instead of growing further. */
const MIN_TRUNCATE_PAGES = 16_000;
/** Minimum interval between two measurements of the log, in milliseconds. It takes 20 to 40 µs, a part of the CPU time of a commit. */
const MEASUREMENT_INTERVAL_MS = 20;
/** Idle time after which the log is truncated, in milliseconds. */
const IDLE_MS = 5000;
/** Maximum wait of a checkpoint for the write lock, in milliseconds. */
const LOCK_TIMEOUT_MS = 10_000;

/**
 * The checkpoints that keep the write-ahead log short. The maintenance thread does all copying while readers and writers continue. A
 * checkpoint takes the write lock only to truncate the log: when the log has grown too long, or when there have been no writes for a while.
 */
export class Checkpoints {
  readonly #reader: () => Connection;
  readonly #maintenance: Maintenance;
  readonly #writeLock: WriteLock;
  readonly #counts: Counts;
  #running: Promise<void> | undefined;
  #isClosed = false;
  #measuredAt = Number.NEGATIVE_INFINITY;
  #idle: NodeJS.Timeout | undefined;

  constructor(reader: () => Connection, maintenance: Maintenance, writeLock: WriteLock, counts: Counts) {
    this.#reader = reader;
    this.#maintenance = maintenance;
    this.#writeLock = writeLock;
    this.#counts = counts;
  }

  /** Starts a checkpoint if the log has grown enough, as of the last measurement. Must be called after writes have reached the disk. */
  onLogGrowth(): void {
    if (this.#running !== undefined || this.#isClosed) return;
    const time = performance.now();
    if (time - this.#measuredAt < MEASUREMENT_INTERVAL_MS) {
      this.#whenIdle();
      return;
    }
    this.#measuredAt = time;
    const { log, copied } = this.#logPages();
    if (log - copied < MIN_CHECKPOINT_PAGES) this.#whenIdle();
    else this.#start(log >= MIN_TRUNCATE_PAGES);
  }

  /** Resolves when no checkpoint is running and none will start. A running checkpoint may wait for the write lock. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    await this.#running;
  }

  /** Returns the size of the log. A write does not fail when it cannot be measured; a later write measures again. */
  #logPages(): { readonly log: number; readonly copied: number } {
    try {
      return this.#reader().logPages();
    } catch {
      return { log: 0, copied: 0 };
    }
  }

  #start(truncate: boolean): void {
    this.#running = this.#checkpoint(truncate).finally(() => {
      this.#running = undefined;
      this.#whenIdle();
    });
  }

  /** Runs a checkpoint. A failure loses nothing: the log stays, and the next checkpoint tries again. */
  async #checkpoint(truncate: boolean): Promise<void> {
    try {
      await this.#maintenance.run('wal_checkpoint(passive)');
      if (truncate) await this.#truncate();
      this.#counts.checkpoints++;
    } catch (error) {
      reportBackgroundFailure('checkpoint', error);
    }
  }

  async #truncate(): Promise<void> {
    await this.#writeLock.runExclusive(
      () => this.#maintenance.run('wal_checkpoint(truncate)'),
      deadlineIn(LOCK_TIMEOUT_MS),
    );
  }

  #whenIdle(): void {
    if (this.#isClosed) return;
    if (this.#idle !== undefined) {
      this.#idle.refresh();
      return;
    }
    this.#idle = setTimeout(() => {
      this.#idle = undefined;
      if (this.#running === undefined && this.#logPages().log >= MIN_CHECKPOINT_PAGES) this.#start(true);
    }, IDLE_MS);
    this.#idle.unref();
  }
}
