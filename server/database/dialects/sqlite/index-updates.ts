import { setTimeout as pause } from 'node:timers/promises';
import { reportBackgroundFailure } from '../../diagnostics.ts';
import { DatabaseBusy } from '../../errors.ts';
import type { WriteLock } from './group-commit.ts';
import { deadlineIn } from './retry-while-busy.ts';
import type { IndexStep, MergeLimits } from './update-index.ts';

/** Number of pending texts above which the index is updated without pauses. Searches read all pending texts. */
const MAX_PENDING = 1000;
/** Time for which a step adds texts to the index, in milliseconds; writing them takes about as long. */
const STEP_MS = 2;
/** The same if there are more than `MAX_PENDING` pending texts. It exceeds the time in which waiting transactions add as many. */
const URGENT_STEP_MS = 12;
/** The same in a process that writes many records: a text takes less time in a longer step, and each transaction adds more texts. */
const BULK_STEP_MS = 50;
/** Maximum time for which such a step waits for other processes, whose transactions may follow each other closely, in milliseconds. */
const URGENT_WAIT_MS = 100;
/** Minimum number of parts that are merged; FTS5 merges no fewer. */
const MIN_MERGED_PARTS = 4;
/** Limits of a step that merges parts (`MergeLimits`), whose number of pages is a multiple of those that the last update has written. */
const MERGING = { pagesAtOnce: 24, budgetMs: 4, pagesPerWritten: 4 };
/**
 * The same if there are more than `MAX_PENDING` pending texts. Each page must be merged at least once: when a level of the index has hundreds
 * of parts (`crisismerge`, migration 23), FTS5 merges them in one transaction, however long that takes.
 */
const URGENT_MERGING = { pagesAtOnce: 128, pagesPerWritten: 2 };
/** Time of such a step that merges, as a multiple of the time of one that adds texts. */
const URGENT_MERGING_FACTOR = 2;
/**
 * Delay between a write and the first step, and minimum time between two updates of which the second one would not be a full step, in
 * milliseconds. Adding 16 texts in one step takes a third of the CPU time of adding them in eight steps, merges of the parts included.
 */
const DELAY_MS = 100;
/** Delay between a write of another process and the first step: usually, that process updates the index. */
const ELSEWHERE_DELAY_MS = 1000;
/** Length of the pause after a step, as a multiple of its duration. */
const PAUSE_FACTOR = 3;
/** Range of the delay after a step for which another process held the lock, in milliseconds. */
const BUSY_DELAY_MS = { min: 20, max: 80 };
/** Delay after a step that failed, in milliseconds. */
const FAILURE_DELAY_MS = 5000;
/** Maximum wait of a step for the write lock, in milliseconds. */
const LOCK_TIMEOUT_MS = 10_000;

/** Functions that read and update the search index of a database. */
export interface IndexSteps {
  /** Whether texts are pending. */
  readonly hasPending: () => boolean;
  /** Prepares for other steps without the write lock. */
  readonly prepare: () => void | Promise<void>;
  /** Updates the index for pending texts, for about `budgetMs`, after it has waited for another process that writes, at most `waitMs`. */
  readonly update: (budgetMs: number, waitMs: number) => IndexStep | Promise<IndexStep>;
  /** Merges parts of the index. */
  readonly merge: (limits: MergeLimits) => IndexStep | Promise<IndexStep>;
}

/**
 * The updates of the search index that follow writes. They run in steps, each with the write lock, so that other transactions wait for one
 * step at most. Several processes can update the index of one file: a step that finds another process writing is tried again later.
 */
export class IndexUpdates {
  readonly #writeLock: WriteLock;
  readonly #steps: IndexSteps;
  readonly #urgentStepMs: number;
  #timer: NodeJS.Timeout | undefined;
  #elsewhere: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #finishing: Promise<void> | undefined;
  #hasChanged = false;
  #pending = 0;
  /**
   * Number of parts that updates have added to the index since all parts were merged; undefined before the first update. Others may have
   * added parts before, so that one is followed by merges.
   */
  #parts: number | undefined;
  #isMergeNext = false;
  /** Number of pages that the last update has written, number of texts that it has added, and its time in milliseconds. */
  #written = 0;
  #updated = 0;
  #updatedAt = 0;
  #isClosed = false;

  /** `isBulk` states whether the process writes many records. */
  constructor(writeLock: WriteLock, steps: IndexSteps, isBulk = false) {
    this.#writeLock = writeLock;
    this.#steps = steps;
    this.#urgentStepMs = isBulk ? BULK_STEP_MS : URGENT_STEP_MS;
  }

  /** Must be called after a commit that may have changed texts of entries, and when the database has been opened. */
  onChange(): void {
    this.#hasChanged = true;
    this.#startIn(DELAY_MS);
  }

  /** Must be called when another process may have changed texts of entries: it may end before the index contains them. */
  onChangeElsewhere(): void {
    if (this.#isClosed || this.#elsewhere !== undefined) return;
    this.#elsewhere = setTimeout(() => {
      this.#elsewhere = undefined;
      this.onChange();
    }, ELSEWHERE_DELAY_MS);
    this.#elsewhere.unref();
  }

  /**
   * Updates the index without pauses until no texts are pending. Returns earlier if the updates are closed.
   *
   * @throws the error of a step, except that another process is writing
   */
  async finish(): Promise<void> {
    this.#finishing ??= this.#finish().finally(() => {
      this.#finishing = undefined;
    });
    return this.#finishing;
  }

  /** Resolves when no step is running and none will start. Pending texts remain pending. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#elsewhere);
    await Promise.all([this.#running, this.#finishing?.catch(() => {})]);
  }

  async #finish(): Promise<void> {
    while (!this.#isClosed && this.#hasPending()) {
      try {
        await this.#step();
      } catch (error) {
        if (!(error instanceof DatabaseBusy)) throw error;
        await pause(BUSY_DELAY_MS.min);
      }
    }
  }

  #startIn(delayMs: number): void {
    if (this.#isClosed || this.#timer !== undefined || this.#running !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#running = this.#run();
    }, delayMs);
    this.#timer.unref();
  }

  /** Runs a step, and schedules the next one if there is more to do. A failure loses nothing: the texts remain pending. */
  async #run(): Promise<void> {
    const delayMs = await this.#step().catch((error: unknown) => {
      if (error instanceof DatabaseBusy)
        return BUSY_DELAY_MS.min + Math.random() * (BUSY_DELAY_MS.max - BUSY_DELAY_MS.min);
      reportBackgroundFailure('update of the search index', error);
      return FAILURE_DELAY_MS;
    });
    this.#running = undefined;
    if (delayMs !== undefined) this.#startIn(delayMs);
    else if (this.#hasChanged) this.#startIn(DELAY_MS);
  }

  /** Runs a step, and returns the delay before the next one, in milliseconds; undefined if there was nothing to do. */
  async #step(): Promise<number | undefined> {
    const isMerge = this.#isMergeDue();
    if (!isMerge && !this.#hasPending()) return undefined;
    await this.#steps.prepare();
    const isUrgent = this.#pending > MAX_PENDING;
    let startedAt = 0;
    const step = await this.#writeLock.runExclusive(() => {
      startedAt = performance.now();
      if (isMerge) return this.#steps.merge(this.#mergeLimits(isUrgent));
      return isUrgent ? this.#steps.update(this.#urgentStepMs, URGENT_WAIT_MS) : this.#steps.update(STEP_MS, 0);
    }, deadlineIn(LOCK_TIMEOUT_MS));
    this.#pending = step.pending;
    this.#isMergeNext = !isMerge;
    if (!isMerge) this.#parts = (this.#parts ?? MIN_MERGED_PARTS) + 1;
    else if (!step.hasMerged) this.#parts = 0;
    const endedAt = performance.now();
    if (!isMerge) [this.#written, this.#updated, this.#updatedAt] = [step.written, step.updated, endedAt];
    if (this.#pending > MAX_PENDING) return 0;
    const pauseMs = PAUSE_FACTOR * (endedAt - startedAt);
    return this.#isMergeDue() || this.#pending >= this.#updated
      ? pauseMs
      : Math.max(pauseMs, this.#updatedAt + DELAY_MS - endedAt);
  }

  /** Merges alternate with updates, so that the number of parts remains small under continuous load, too. */
  #isMergeDue(): boolean {
    return (this.#parts ?? 0) >= MIN_MERGED_PARTS && (this.#isMergeNext || this.#pending === 0);
  }

  /** Merging takes longer after an update that has written many pages. */
  #mergeLimits(isUrgent: boolean): MergeLimits {
    const urgent = { ...URGENT_MERGING, budgetMs: this.#urgentStepMs * URGENT_MERGING_FACTOR };
    const { pagesAtOnce, budgetMs, pagesPerWritten } = isUrgent ? urgent : MERGING;
    return { pagesAtOnce, budgetMs, pages: Math.max(pagesAtOnce, this.#written * pagesPerWritten) };
  }

  #hasPending(): boolean {
    if (this.#pending > 0) return true;
    this.#hasChanged = false;
    return this.#steps.hasPending();
  }
}
