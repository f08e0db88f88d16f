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

/** A check that the database can be read and, after a failed write or with little free space, that it can be written to. */
export class Readiness {
  readonly #database: Database;
  readonly #dataFolder: string;
  #checked = Number.NEGATIVE_INFINITY;
  #hadWriteFailed = false;
  #result: Promise<boolean> | undefined;

  /** Creates the check. `dataFolder` contains the embedded database. */
  constructor(database: Database, dataFolder: string) {
    this.#database = database;
    this.#dataFolder = dataFolder;
  }

  /**
   * Returns whether reads and writes succeed. The result may be up to a second old. A check that exceeds its timeout counts as
   * failed. Never throws.
   */
  check(): Promise<boolean> {
    const { isBroken, lastWriteFailed } = this.#database;
    if (isBroken) return Promise.resolve(false);
    const now = performance.now();
    const isRecent = now - this.#checked < RESULT_CACHE_MS && lastWriteFailed === this.#hadWriteFailed;
    if (this.#result && isRecent) return this.#result;
    this.#checked = now;
    this.#hadWriteFailed = lastWriteFailed;
    this.#result = Promise.race([this.#isReady().catch(() => false), pause(CHECK_LIMIT_MS, false, { ref: false })]);
    return this.#result;
  }

  async #isReady(): Promise<boolean> {
    const { read, lastWriteFailed } = this.#database;
    await Promise.all([
      read.first(settings, {}),
      read.first(users, {}),
      read.first(terms, {}),
      read.first(entries, {}),
    ]);
    const free = this.#database.engine === 'sqlite' ? await freeBytes(this.#dataFolder) : Number.POSITIVE_INFINITY;
    if (free < MIN_FREE_BYTES) return false;
    if (lastWriteFailed || free < SCARCE_FREE_BYTES) await writeAndDelete(this.#database);
    return true;
  }
}
