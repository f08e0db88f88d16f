// Long work in short slices, so that other requests are served between them.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long a slice of work may keep the event loop. Milliseconds. */
const maxSliceMs = 10;

/** Divides work into slices: `await yielder.turn()` stands between its steps, each of which must be short by itself. */
export class EventLoopYielder {
  #since = performance.now();

  /** Resolves in the next turn of the event loop where this one was kept for a whole slice; undefined where it was not. */
  turn(): Promise<void> | undefined {
    return performance.now() - this.#since < maxSliceMs ? undefined : this.#rest();
  }

  async #rest(): Promise<void> {
    await nextTurn();
    this.#since = performance.now();
  }
}
