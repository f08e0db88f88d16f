import { close, fdatasync, open } from 'node:fs';
import { promisify } from 'node:util';
import { DatabaseUnavailable, DiskFull } from '../../errors.ts';
import { FilesInPlace } from './files-in-place.ts';

/** Brings what was written to a descriptor onto the disk. */
export type Sync = (descriptor: number) => Promise<void>;

const openFile: (file: string, flags: string) => Promise<number> = promisify(open);
const closeFile: (descriptor: number) => Promise<void> = promisify(close);

/** The operating system's own, run on the thread pool. */
export const syncData: Sync = promisify(fdatasync);

/**
 * Brings commits onto the disk. SQLite appends them to its write-ahead log and leaves flushing to us; one flush serves
 * every commit that was finished when it started, and those that come while it runs share the next.
 *
 * The log is flushed through a descriptor of our own: the same file, so the same pages. SQLite rewrites and truncates
 * this file but removes it only when the last connection closes, and ours stays open. Unlike the database file, the
 * log carries no locks that closing a descriptor would drop.
 */
export class LogSync {
  readonly #descriptor: number;
  readonly #files: FilesInPlace;
  readonly #sync: Sync;
  readonly #afterSync: () => void;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #broken: Error | undefined;

  private constructor(descriptor: number, files: FilesInPlace, sync: Sync, afterSync: () => void) {
    this.#descriptor = descriptor;
    this.#files = files;
    this.#sync = sync;
    this.#afterSync = afterSync;
  }

  /** Opens the log that belongs to a database file. */
  static async open(file: string, sync: Sync, afterSync: () => void): Promise<LogSync> {
    const log = `${file}-wal`;
    return new LogSync(await openFile(log, 'r+'), await FilesInPlace.note([file, log]), sync, afterSync);
  }

  /** Whether a flush has failed. */
  get broken(): boolean {
    return this.#broken !== undefined;
  }

  /**
   * Throws when a flush has failed before. What the disk then holds is unknown and a later flush may succeed without
   * telling, so nothing may be promised until the process has started anew and read what is there.
   */
  refuseIfBroken(): void {
    if (this.#broken !== undefined) {
      throw new DatabaseUnavailable('An earlier write could not be brought to disk; restart to write again.', {
        cause: this.#broken,
      });
    }
  }

  /** Resolves when everything committed before this call is on the disk. */
  durable(): Promise<void> {
    this.#next ??= this.#flushNext();
    return this.#next;
  }

  /** Resolves when no flush is running or waiting; for commits that wrote nothing but may have read such. */
  async settled(): Promise<void> {
    await (this.#next ?? this.#running);
  }

  async close(): Promise<void> {
    await this.settled().catch(() => {});
    await closeFile(this.#descriptor);
  }

  async #flushNext(): Promise<void> {
    // Also when nothing is running this waits a moment, so that the commits of the same moment are gathered.
    await this.#running?.catch(() => {});
    this.#running = this.#next;
    this.#next = undefined;
    try {
      await this.#flush();
    } finally {
      if (this.#next === undefined) this.#running = undefined;
    }
    this.#afterSync();
  }

  async #flush(): Promise<void> {
    this.refuseIfBroken();
    try {
      await Promise.all([this.#sync(this.#descriptor), this.#files.check()]);
    } catch (error) {
      this.#broken = error instanceof Error ? error : new Error(String(error));
      throw failure(this.#broken);
    }
  }
}

function failure(cause: NodeJS.ErrnoException): Error {
  const message = 'The write could not be brought to disk, and may be lost.';
  if (cause.code === 'ENOSPC' || cause.code === 'EDQUOT') return new DiskFull(message, { cause });
  return new DatabaseUnavailable(message, { cause });
}
