// Detects new events, including events of other processes, while callers wait for them.
import { reportBackgroundFailure } from '../database/diagnostics.ts';
import type { Database } from '../database/handle.ts';
import { assignAllPositions } from '../events/deliver-events.ts';
import { lastPosition } from '../events/store.ts';

/** Polling interval, in milliseconds. */
const pollIntervalMs = 400;

/** A poller of the last position in the event log. All waiting callers share its polls. */
export class EventTail {
  readonly #database: Database;
  readonly #waiting = new Map<(last: number | undefined) => void, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Resolves with the last position when it differs from `position`. It is greater after new events, and may be smaller after the
   * database was restored. Resolves with undefined after `timeoutMs` milliseconds, or when `ending` aborts.
   */
  async next(position: number, timeoutMs: number, ending: AbortSignal): Promise<number | undefined> {
    if (ending.aborted) return undefined;
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    const end = () => resolve(undefined);
    const timer = setTimeout(end, timeoutMs).unref();
    ending.addEventListener('abort', end);
    this.#waiting.set(resolve, position);
    this.#schedulePoll();
    const last = await promise;
    ending.removeEventListener('abort', end);
    this.#waiting.delete(resolve);
    clearTimeout(timer);
    return last;
  }

  #schedulePoll(): void {
    if (this.#timer) return;
    const poll = async () => {
      // The next poll tries again.
      const last = await this.#findLast().catch((error: unknown) => {
        reportBackgroundFailure('poll of the live feed', error);
        return undefined;
      });
      for (const [resolveWaiting, position] of this.#waiting)
        if (last !== undefined && last !== position) resolveWaiting(last);
      this.#timer = undefined;
      if (this.#waiting.size > 0) this.#schedulePoll();
    };
    this.#timer = setTimeout(poll, pollIntervalMs).unref();
  }

  async #findLast(): Promise<number> {
    await assignAllPositions(this.#database);
    return lastPosition(this.#database.read);
  }
}
