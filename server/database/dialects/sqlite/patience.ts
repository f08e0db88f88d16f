import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseBusy } from '../../errors.ts';

/** Waits between attempts, in milliseconds; the last one repeats. */
const PAUSES = [1, 2, 5, 10, 20];

/** When to stop waiting, in milliseconds of `performance.now()`. */
export type Deadline = number;

/** The moment that lies so many milliseconds ahead. */
export function deadlineIn(milliseconds: number): Deadline {
  return performance.now() + milliseconds;
}

/**
 * Tries until another process lets go of the database, without holding up the event loop meanwhile.
 * @throws DatabaseBusy when the deadline has passed, and whatever else the attempt throws
 */
export async function untilFree<T>(attempt: () => T, deadline: Deadline): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return attempt();
    } catch (error) {
      if (!(error instanceof DatabaseBusy) || performance.now() >= deadline) throw error;
    }
    await pause(PAUSES[Math.min(tries, PAUSES.length - 1)]);
  }
}
