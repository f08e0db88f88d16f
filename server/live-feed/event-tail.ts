// Notices new events, whichever process has made them happen, as long as somebody waits for them.
import type { Database } from '../database/handle.ts';
import { lastPosition } from '../events/store.ts';
import { placeAll } from '../events/tell-events.ts';

/** How often is looked. Milliseconds. */
const every = 400;

/** One look for all who wait, however many they are. */
export class EventTail {
  readonly #database: Database;
  readonly #waiting = new Set<() => void>();
  #last = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Resolves when there are events behind a position, when so many milliseconds have gone by, or when it is ended. */
  async next(position: number, patience: number, ending: AbortSignal): Promise<void> {
    if (this.#last > position || ending.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const impatient = setTimeout(resolve, patience).unref();
    const end = () => resolve();
    ending.addEventListener('abort', end);
    this.#waiting.add(resolve);
    this.#look();
    await promise;
    ending.removeEventListener('abort', end);
    this.#waiting.delete(resolve);
    clearTimeout(impatient);
  }

  #look(): void {
    if (this.#timer) return;
    const look = async () => {
      // A storage that cannot be asked now is asked the next time.
      const last = await this.#findLast().catch(() => this.#last);
      if (last > this.#last) for (const wake of this.#waiting) wake();
      this.#last = last;
      this.#timer = undefined;
      if (this.#waiting.size > 0) this.#look();
    };
    this.#timer = setTimeout(look, every).unref();
  }

  async #findLast(): Promise<number> {
    await placeAll(this.#database);
    return lastPosition(this.#database.read);
  }
}
