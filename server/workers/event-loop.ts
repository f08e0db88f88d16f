// Divides long work into short slices, so that other requests are served between them.

/**
 * CPU time that divided work may take in one turn of the event loop, in milliseconds. Cached reads, each of which takes less than a
 * tenth of one, wait about half as long behind such work.
 */
const maxSliceMs = 1;

/** Start of the present turn of the event loop, as far as divided work has been seen in it; undefined if none has. Milliseconds. */
let turnStart: number | undefined;

/** Callbacks that run before each slice that resumes waiting work. */
const listeners = new Set<() => void>();

/** Continuations of work that waits for its next slice. */
const waiting: (() => void)[] = [];

/**
 * Yields the event loop: `await yielder.turn()` stands between the steps of long work, each of which must be short by itself.
 *
 * All yielders share one budget per turn of the event loop, however many requests they belong to and however many stages of one
 * request follow each other. Work that waits is resumed one piece per turn, in the order in which it began to wait.
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
 * Calls a listener before each slice that resumes waiting work, so that what is ready does not wait behind the slice. The listener must
 * not throw. Returns a function that removes it.
 */
export function beforeSlices(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function beginTurn(): void {
  turnStart = performance.now();
  setImmediate(endTurn);
}

/** Ends a turn, and resumes one piece of work in the next, which begins here. */
function endTurn(): void {
  turnStart = undefined;
  const resume = waiting.shift();
  if (!resume) return;
  for (const listener of listeners) listener();
  beginTurn();
  resume();
}
