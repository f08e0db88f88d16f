// Long work of the service's own process as steps, each of which is short.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** The maximum time that steps may occupy the event loop. Milliseconds. */
const maxSliceMs = 10;

/** Runs all steps of some work one after the other. */
export function runAtOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Runs steps in slices, each in a turn of the event loop of its own, so that others are served between them. */
export async function runInTurns<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    await nextTurn();
    const began = performance.now();
    while (performance.now() - began < maxSliceMs) {
      const step = steps.next();
      if (step.done) return step.value;
    }
  }
}
