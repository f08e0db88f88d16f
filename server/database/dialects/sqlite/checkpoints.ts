import type { Counts } from '../../counts.ts';
import type { Connection } from './connection.ts';
import type { Maintenance } from './maintenance.ts';
import { deadlineIn } from './patience.ts';
import type { Turns } from './turns.ts';

/** Pages of 4 KB in the log, not yet copied, from which copying is worth while. */
const COPY_FROM = 2000;
/** Pages from which writers are held up for a moment so that the log can begin anew instead of growing on. */
const RESTART_FROM = 16_000;
/** Quiet time after which the log is cut, in milliseconds. */
const IDLE = 5000;
/** How long a checkpoint waits for its turn among the writers, in milliseconds. */
const PATIENCE = 10_000;

/**
 * Keeps the write-ahead log short. All copying is done by the maintenance thread; readers and writers go on
 * meanwhile. Only when writers leave no gap and the log grows too long does one checkpoint take a writer's turn.
 */
export class Checkpoints {
  readonly #reader: () => Connection;
  readonly #maintenance: Maintenance;
  readonly #turns: Turns;
  readonly #counts: Counts;
  #running: Promise<void> | undefined;
  #closed = false;
  #idle: NodeJS.Timeout | undefined;

  constructor(reader: () => Connection, maintenance: Maintenance, turns: Turns, counts: Counts) {
    this.#reader = reader;
    this.#maintenance = maintenance;
    this.#turns = turns;
    this.#counts = counts;
  }

  /** To be called after writes have reached the disk. */
  grown(): void {
    if (this.#running !== undefined || this.#closed) return;
    const { log, copied } = this.#logPages();
    if (log - copied < COPY_FROM) this.#whenIdle();
    else this.#start(log >= RESTART_FROM);
  }

  /** Resolves when no checkpoint is running and none will start. It may wait for a writer's turn to end. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    await this.#running;
  }

  /** A write is not to fail because the log cannot be measured just now; the next write measures again. */
  #logPages(): { readonly log: number; readonly copied: number } {
    try {
      return this.#reader().logPages();
    } catch {
      return { log: 0, copied: 0 };
    }
  }

  #start(restart: boolean): void {
    this.#running = this.#copy(restart).finally(() => {
      this.#running = undefined;
      this.#whenIdle();
    });
  }

  /** A checkpoint that fails loses nothing: the log stays, and the next one tries again. */
  async #copy(restart: boolean): Promise<void> {
    try {
      await this.#maintenance.run('wal_checkpoint(passive)');
      if (restart) await this.#cut();
      this.#counts.checkpoints++;
    } catch {}
  }

  async #cut(): Promise<void> {
    await this.#turns.during(deadlineIn(PATIENCE), () => this.#maintenance.run('wal_checkpoint(truncate)'));
  }

  #whenIdle(): void {
    if (this.#closed) return;
    if (this.#idle !== undefined) {
      this.#idle.refresh();
      return;
    }
    this.#idle = setTimeout(() => {
      this.#idle = undefined;
      if (this.#running === undefined && this.#logPages().log >= COPY_FROM) this.#start(true);
    }, IDLE);
    this.#idle.unref();
  }
}
