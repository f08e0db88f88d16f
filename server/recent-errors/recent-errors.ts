// Collects unexpected errors in memory and stores the latest ones, so that many errors cause few writes and fill no disk.
import type { Database } from '../database/handle.ts';
import { redactedMessageOf } from '../database/redact-message.ts';
import { type Clock, now } from '../time/zone.ts';
import { insertError, type NewError, pruneErrors } from './store.ts';

/** Number of errors that are stored for all processes of a site. */
export const maxStoredErrors = 1000;

/** Maximum number of errors between two writes. Older ones are only in the log. */
const maxCollectedErrors = 100;

/** The request that has failed. */
export interface FailedRequest {
  readonly method: string;
  /** The pattern of the matched route; undefined if no route matches. */
  readonly route: string | undefined;
}

/** The unexpected errors of this process that are not stored yet. */
export class RecentErrors {
  readonly #database: Database;
  readonly #clock: Clock;
  #collected: NewError[] = [];

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Adds an error in memory, with the ID that the response and the log contain. */
  add(error: unknown, id: string, request?: FailedRequest): void {
    this.#collected.push({
      error_id: id,
      date_gmt: now(this.#clock),
      method: request?.method ?? '',
      route: request?.route ?? '',
      message: redactedMessageOf(error),
    });
    this.#limit();
  }

  /**
   * Stores the collected errors in one transaction, and deletes the oldest ones.
   *
   * Throws errors of the database. The errors are then retained for the next write.
   */
  async write(): Promise<void> {
    const collected = this.#collected;
    if (collected.length === 0) return;
    this.#collected = [];
    try {
      await this.#database.transaction(async (tx) => {
        for (const each of collected) await insertError(tx, each);
        await pruneErrors(tx, maxStoredErrors);
      });
    } catch (error) {
      this.#collected = [...collected, ...this.#collected];
      this.#limit();
      throw error;
    }
  }

  #limit(): void {
    if (this.#collected.length > maxCollectedErrors) this.#collected = this.#collected.slice(-maxCollectedErrors);
  }
}
