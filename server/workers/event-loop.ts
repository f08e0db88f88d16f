// Divides long work into short slices, so that other requests are served between them.

/**
 * CPU time that divided work may take in one turn of the event loop, in milliseconds. A cached read, which takes less than 0.1 ms, waits
 * about 0.5 ms for such work.
 */
const maxSliceMs = 1;

/** Time, in milliseconds of `performance.now()`, at which divided work began in the current turn; undefined if it has not begun. */
let turnStart: number | undefined;

/** Callbacks that run before each slice that resumes waiting work. */
const listeners = new Set<() => void>();

/** Continuations of work that waits for its next slice. */
const waiting: (() => void)[] = [];

/**
 * A yielder of the event loop: `await yielder.turn()` must be called between the steps of long work, and each step must be short.
 *
 * All yielders share one budget per turn of the event loop, however many requests they belong to and however many stages of one
 * request follow each other. Waiting work is resumed in the order in which it began to wait, one slice per turn.
 */
export class EventLoopYielder {
  constructor() {
    if (turnStart === undefined) beginTurn();
  }

  /** Resolves in a later turn of the event loop if the budget of this one is spent; returns undefined if it is not. */
  turn(): Promise<void> | undefined {
    if (turnStart === undefined) beginTurn();
    return performance.now() - (turnStart ?? 0) < maxSliceMs ? undefined : this.nextSlice();
  }

  /** Resolves in a later turn of the event loop. */
  nextSlice(): Promise<void> {
    if (turnStart === undefined) beginTurn();
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push(resolve);
    return promise;
  }
}

/**
 * Calls a listener before each slice that resumes waiting work, so that finished responses do not wait for the slice. The listener
 * must not throw. Returns a function that removes it.
 */
export function beforeSlices(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function beginTurn(): void {
  turnStart = performance.now();
  setImmediate(endTurn);
}

/** Ends the current turn and begins the next one, in which one waiting continuation is resumed. */
function endTurn(): void {
  turnStart = undefined;
  const resume = waiting.shift();
  if (!resume) return;
  for (const listener of listeners) listener();
  beginTurn();
  resume();
}
