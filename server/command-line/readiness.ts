// Checks whether the service is ready, for the endpoint `readyz`.
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../database/handle.ts';
import { statement } from '../database/statement.ts';
import { writeAndDelete } from '../namespaces/site-health/store.ts';
import { freeBytes, MIN_FREE_BYTES } from './free-space.ts';

/** Timeout of a check, in milliseconds. */
const CHECK_LIMIT_MS = 2000;

/** Time for which the result of a check is cached, in milliseconds, so that frequent probes cause no load. */
const RESULT_CACHE_MS = 1000;

/** Free space below which a check includes a write, in bytes. */
const SCARCE_FREE_BYTES = 16 * 1024 * 1024;

// Statements that read the tables that almost every request reads.
const settings = statement((q) => q.selectFrom('settings').select('name').limit(1));
const users = statement((q) => q.selectFrom('users').select('login').orderBy('id', 'desc').limit(1));
const terms = statement((q) => q.selectFrom('terms').select('slug').orderBy('id', 'desc').limit(1));
const entries = statement((q) =>
  q
    .selectFrom('entries')
    .innerJoin('entry_text', 'entry_text.entry_id', 'entries.id')
    .select(['entries.slug', 'entry_text.title'])
    .orderBy('entries.id', 'desc')
    .limit(1),
);

/**
 * An obstacle to the readiness of a service, which waits until the database responds, it accepts writes, the data folder of the embedded
 * database is accessible, its disk has free space, the process is started again (after a failed flush), the program is replaced with a newer
 * version (after a migration), or the process has ended (after a request to stop).
 */
export type ReadinessObstacle =
  | 'database'
  | 'database-writes'
  | 'data-folder'
  | 'disk-space'
  | 'restart'
  | 'upgrade'
  | 'shutdown';

/** A check that the database can be read and, after a failed write or with little free space, that it can be written to. */
export class Readiness {
  readonly #database: Database;
  readonly #dataFolder: string;
  readonly #readFreeBytes: (folder: string) => Promise<number>;
  #checked = Number.NEGATIVE_INFINITY;
  #hadWriteFailed = false;
  #result: Promise<readonly ReadinessObstacle[]> | undefined;

  /** Creates the check. `dataFolder` contains the embedded database; tests replace the function that reads the free space on its disk. */
  constructor(database: Database, dataFolder: string, readFreeBytes = freeBytes) {
    this.#database = database;
    this.#dataFolder = dataFolder;
    this.#readFreeBytes = readFreeBytes;
  }

  /**
   * Returns what the service is waiting for before reads and writes succeed; nothing if they do. The result may be up to a second old. A check
   * that exceeds its timeout counts as failed. Never throws.
   */
  check(): Promise<readonly ReadinessObstacle[]> {
    const { isBroken, lastWriteFailed } = this.#database;
    if (isBroken) return Promise.resolve(['restart']);
    const now = performance.now();
    const isRecent = now - this.#checked < RESULT_CACHE_MS && lastWriteFailed === this.#hadWriteFailed;
    if (this.#result && isRecent) return this.#result;
    this.#checked = now;
    this.#hadWriteFailed = lastWriteFailed;
    this.#result = this.#find();
    return this.#result;
  }

  async #find(): Promise<readonly ReadinessObstacle[]> {
    const timeout = pause(CHECK_LIMIT_MS, undefined, { ref: false });
    /** Returns the result of some work; undefined if it fails or exceeds the timeout. */
    const resultOf = <T>(work: Promise<T>): Promise<T | undefined> =>
      Promise.race([work.catch(() => undefined), timeout]);
    const succeeds = async (work: Promise<unknown>): Promise<boolean> =>
      (await resultOf(work.then(() => true))) === true;
    if (!(await succeeds(this.#read()))) return ['database'];
    const free = await resultOf(this.#freeBytes());
    if (free === undefined) return ['data-folder'];
    if (free < MIN_FREE_BYTES) return ['disk-space'];
    if (!this.#database.lastWriteFailed && free >= SCARCE_FREE_BYTES) return [];
    return (await succeeds(writeAndDelete(this.#database))) ? [] : ['database-writes'];
  }

  async #read(): Promise<void> {
    const { read } = this.#database;
    await Promise.all([
      read.first(settings, {}),
      read.first(users, {}),
      read.first(terms, {}),
      read.first(entries, {}),
    ]);
  }

  /** Returns the free space on the disk of the embedded database, in bytes; infinity if it is on another machine. */
  async #freeBytes(): Promise<number> {
    if (this.#database.engine !== 'sqlite') return Number.POSITIVE_INFINITY;
    return this.#readFreeBytes(this.#dataFolder);
  }
}
