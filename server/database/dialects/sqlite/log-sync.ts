import { close, fdatasync, open } from 'node:fs';
import { promisify } from 'node:util';
import { DatabaseUnavailable, DiskFull } from '../../errors.ts';
import { FileIdentities } from './file-identities.ts';

/** Flushes the data of a file descriptor to disk. */
export type Sync = (descriptor: number) => Promise<void>;

const openFile: (file: string, flags: string) => Promise<number> = promisify(open);
const closeFile: (descriptor: number) => Promise<void> = promisify(close);

/** Calls `fdatasync` of the operating system, on the thread pool. */
export const syncData: Sync = promisify(fdatasync);

/**
 * The sync of commits to disk. SQLite appends commits to its write-ahead log, and is configured to leave flushing to this class. A flush
 * covers all commits that were finished when it started; commits that arrive while it runs share the next one.
 *
 * The log is flushed through a separate descriptor of the same file, and therefore of the same pages. SQLite rewrites and
 * truncates this file but deletes it only when the last connection closes, and the connections of this process stay open. Unlike the
 * database file, the log has no locks that closing a descriptor would release.
 */
export class LogSync {
  readonly #descriptor: number;
  readonly #files: FileIdentities;
  readonly #sync: Sync;
  readonly #afterSync: () => void;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #failure: Error | undefined;
  /** Whether there are commits for which no flush has begun. */
  #hasUnflushed = false;

  private constructor(descriptor: number, files: FileIdentities, sync: Sync, afterSync: () => void) {
    this.#descriptor = descriptor;
    this.#files = files;
    this.#sync = sync;
    this.#afterSync = afterSync;
  }

  /** Opens the log of a database file. */
  static async open(file: string, sync: Sync, afterSync: () => void): Promise<LogSync> {
    const log = `${file}-wal`;
    return new LogSync(await openFile(log, 'r+'), FileIdentities.record([file, log]), sync, afterSync);
  }

  /** Whether a flush has failed. */
  get isBroken(): boolean {
    return this.#failure !== undefined;
  }

  /**
   * Throws when an earlier flush has failed. The content of the disk is then unknown, and a later flush may succeed without
   * reporting the loss, so no write can be acknowledged until the process has restarted and read the file again.
   */
  throwIfBroken(): void {
    if (this.#failure !== undefined) {
      throw new DatabaseUnavailable(
        'An earlier write could not be flushed to disk; restart the service to write again.',
        {
          cause: this.#failure,
        },
      );
    }
  }

  /** Must be called after each commit, whose flush may begin later. */
  onCommit(): void {
    this.#hasUnflushed = true;
  }

  /** Resolves when everything committed before this call is on the disk. */
  whenDurable(): Promise<void> {
    this.#next ??= this.#flushNext();
    return this.#next;
  }

  /** Resolves when all commits are on the disk. Commits that wrote nothing wait for this, because they may have read unflushed data. */
  async whenIdle(): Promise<void> {
    if (this.#hasUnflushed) return this.whenDurable();
    await (this.#next ?? this.#running);
  }

  async close(): Promise<void> {
    await (this.#next ?? this.#running)?.catch(() => {});
    await closeFile(this.#descriptor);
  }

  async #flushNext(): Promise<void> {
    // Yields even when no flush is running, so that simultaneous commits share this one.
    await this.#running?.catch(() => {});
    this.#running = this.#next;
    this.#next = undefined;
    this.#hasUnflushed = false;
    try {
      await this.#flush();
    } finally {
      if (this.#next === undefined) this.#running = undefined;
    }
    this.#afterSync();
  }

  async #flush(): Promise<void> {
    this.throwIfBroken();
    try {
      await this.#sync(this.#descriptor);
      this.#files.check();
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error));
      throw flushError(this.#failure);
    }
  }
}

function flushError(cause: NodeJS.ErrnoException): Error {
  const message = 'The write could not be flushed to disk, and may be lost.';
  if (cause.code === 'ENOSPC' || cause.code === 'EDQUOT') return new DiskFull(message, { cause });
  return new DatabaseUnavailable(message, { cause });
}
