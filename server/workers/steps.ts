// Runs long work as a sequence of short steps in the process of the service.
import { EventLoopYielder } from './event-loop.ts';

/** Runs all steps in the current turn of the event loop, and returns their result. */
export function runSync<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Runs steps in slices, so that other requests are served between them. The first slice begins in a later turn of the event loop. */
export async function runInSlices<T>(steps: Generator<void, T>): Promise<T> {
  const yielder = new EventLoopYielder();
  await yielder.nextSlice();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await yielder.turn();
  }
}
