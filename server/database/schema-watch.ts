// Notices that another process has migrated the database while this one is running (decision 0035).
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { reportBackgroundFailure } from './diagnostics.ts';
import { DatabaseNewer } from './errors.ts';
import { findDependents } from './find-dependents.ts';
import { findGeneration } from './generations.ts';
import type { Database } from './handle.ts';
import { findPendingMigrations, type MigrationSet } from './migrate.ts';
import { lastMigration } from './migration-history.ts';

/** Delay before the history is read again after a failure, in milliseconds. */
const RETRY_DELAY_MS = 250;

/** The schema versions of a database and of this program. */
export interface SchemaVersions {
  readonly schema: number;
  readonly supported: number;
}

export interface SchemaWatchOptions {
  /** The migrations that this program knows. */
  readonly sets: readonly MigrationSet[];
  /** Called when a newer version has migrated the database, and this program can still use it. */
  readonly onNewer: (versions: SchemaVersions) => void;
  /** Called once, when migrations have excluded this program. `changes.isExcluded` of the database is then true. */
  readonly onExcluded: (error: DatabaseNewer) => void;
}

/**
 * Reads the history of migrations each time the schema may have changed, and marks the database as unusable for this program when migrations
 * exclude it. Otherwise, reads again what this process knows of the schema.
 */
export class SchemaWatch {
  readonly #database: Database;
  readonly #options: SchemaWatchOptions;
  readonly #stopping = new AbortController();
  readonly #stopped: Promise<unknown>;
  #isRequested = false;
  #isRunning = false;
  #running: Promise<void> | undefined;
  #schema: number;

  /** Begins to watch. The database must have been migrated by this program, or by a newer one with which it is compatible. */
  constructor(database: Database, options: SchemaWatchOptions) {
    this.#database = database;
    this.#options = options;
    this.#schema = this.#supported;
    this.#stopped = once(this.#stopping.signal, 'abort');
    database.changes.onSchemaChange = () => this.#request();
    // A migration may have been committed since the start has read the history.
    this.#request();
  }

  /** Stops watching. Does not wait for a database that does not respond. */
  async stop(): Promise<void> {
    this.#database.changes.onSchemaChange = () => {};
    this.#stopping.abort();
    await this.#running;
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  get #supported(): number {
    const own = this.#options.sets.find(({ extension }) => extension === undefined);
    return Math.max(0, ...(own?.migrations ?? []).map(({ number }) => number));
  }

  #request(): void {
    // A newer schema may have other foreign keys and triggers.
    this.#database.changes.dependents = undefined;
    this.#isRequested = true;
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#running = this.#run();
  }

  async #run(): Promise<void> {
    const { changes } = this.#database;
    while (this.#isRequested && !this.#isStopped && !changes.isExcluded) {
      this.#isRequested = false;
      try {
        // The one that runs when the watch is stopped fails when the database is closed.
        const check = this.#check();
        check.catch(() => {});
        await Promise.race([check, this.#stopped]);
      } catch (error) {
        if (error instanceof DatabaseNewer) {
          changes.isExcluded = true;
          this.#options.onExcluded(error);
        } else {
          reportBackgroundFailure('check of the schema', error);
          this.#isRequested = true;
          await pause(RETRY_DELAY_MS, undefined, { ref: false, signal: this.#stopping.signal }).catch(() => undefined);
        }
      }
    }
    this.#isRunning = false;
  }

  async #check(): Promise<void> {
    const { read, changes } = this.#database;
    // The generation is read first, so that this program is known to be compatible with all migrations up to it.
    const generation = await findGeneration(read);
    await findPendingMigrations(read, this.#options.sets);
    const dependents = await findDependents(read);
    const schema = await lastMigration(read);
    // The schema may have changed again meanwhile.
    if (this.#isRequested) return;
    changes.generation = generation;
    changes.dependents = dependents;
    if (schema > this.#schema) this.#options.onNewer({ schema, supported: this.#supported });
    this.#schema = schema;
  }
}
