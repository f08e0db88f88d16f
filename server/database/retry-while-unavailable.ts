// Repeats transactions that record the results of work which cannot be undone, such as an email that was sent.
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseBusy, DatabaseOverloaded, DatabaseUnavailable } from './errors.ts';

/** Delay before the next attempt, in milliseconds. */
const RETRY_DELAY_MS = 500;

/** When attempts end. */
export interface RetryLimits {
  /** Time after which no further attempt begins, in milliseconds. */
  readonly maxMs: number;
  /** Ends the attempts when it aborts. */
  readonly signal: AbortSignal;
}

/**
 * Runs a transaction, and repeats it as long as the database is unreachable or busy. An earlier attempt may have been committed although it has
 * failed, so that the transaction must do nothing the second time. Throws the error of the last attempt.
 */
export async function retryWhileUnavailable<T>(transact: () => Promise<T>, { maxMs, signal }: RetryLimits): Promise<T> {
  const endsAt = performance.now() + maxMs;
  for (;;) {
    try {
      return await transact();
    } catch (error) {
      const isTemporary = [DatabaseUnavailable, DatabaseBusy, DatabaseOverloaded].some((kind) => error instanceof kind);
      if (!isTemporary || performance.now() + RETRY_DELAY_MS > endsAt) throw error;
      const isOver = await pause(RETRY_DELAY_MS, false, { signal }).catch(() => true);
      if (isOver) throw error;
    }
  }
}
