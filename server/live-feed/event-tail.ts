// Notices new events, whichever process has made them happen, as long as somebody waits for them.
import type { Database } from '../database/handle.ts';
import { lastPosition } from '../events/store.ts';
import { placeAll } from '../events/tell-events.ts';

/** How often is looked. Milliseconds. */
const every = 400;

/** One look for all who wait, however many they are. */
export class EventTail {
  readonly #database: Database;
  readonly #waiting = new Map<(last: number | undefined) => void, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Gives the last position as soon as it is another than this one: greater where there are new events, smaller where the database
   * is another. Gives undefined when so many milliseconds have gone by, or when it is ended.
   */
  async next(position: number, patience: number, ending: AbortSignal): Promise<number | undefined> {
    if (ending.aborted) return undefined;
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    const end = () => resolve(undefined);
    const impatient = setTimeout(end, patience).unref();
    ending.addEventListener('abort', end);
    this.#waiting.set(resolve, position);
    this.#look();
    const last = await promise;
    ending.removeEventListener('abort', end);
    this.#waiting.delete(resolve);
    clearTimeout(impatient);
    return last;
  }

  #look(): void {
    if (this.#timer) return;
    const look = async () => {
      // A storage that cannot be asked now is asked the next time.
      const last = await this.#findLast().catch(() => undefined);
      for (const [wake, position] of this.#waiting) if (last !== undefined && last !== position) wake(last);
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
