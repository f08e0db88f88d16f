import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseBusy } from '../../errors.ts';

/** Delays between attempts, in milliseconds; the last one repeats. */
const RETRY_DELAYS_MS = [1, 2, 5, 10, 20];

/** Time at which to stop waiting, in milliseconds of `performance.now()`. */
export type Deadline = number;

/** Returns the deadline after a number of milliseconds from now. */
export function deadlineIn(milliseconds: number): Deadline {
  return performance.now() + milliseconds;
}

/**
 * Retries an attempt until another process releases its lock, without blocking the event loop.
 * @throws DatabaseBusy when the deadline has passed; any other error of the attempt
 */
export async function retryWhileBusy<T>(attempt: () => T | Promise<T>, deadline: Deadline): Promise<T> {
  for (let attempts = 0; ; attempts++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof DatabaseBusy) || performance.now() >= deadline) throw error;
    }
    await pause(RETRY_DELAYS_MS[Math.min(attempts, RETRY_DELAYS_MS.length - 1)]);
  }
}
