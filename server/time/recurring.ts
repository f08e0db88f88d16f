/** A recurring task that runs until it is stopped. */
export interface Recurring {
  /** Prevents further runs; resolves when the task is not running. */
  stop(): Promise<void>;
}

/** Delay after the beginning of a second, in milliseconds, so that clocks that differ slightly agree on the second. */
const startDelayMs = 5;

/**
 * Runs a task at the beginning of every second of the clock, but never concurrently with itself. Errors of the task are passed to
 * `onFailure`, and the task runs again in the next second. Does not keep the process alive.
 */
export const everySecond = (task: () => Promise<unknown>, onFailure: (error: unknown) => void): Recurring =>
  recurring(() => 1000 - (Date.now() % 1000) + startDelayMs, task, onFailure, 'later');

/**
 * Runs a task again a number of milliseconds after it has ended, and optionally immediately. Its errors are passed to
 * `onFailure`. Does not keep the process alive.
 */
export const everyInterval = (
  delayMs: number,
  task: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
  firstRun: 'at once' | 'later' = 'later',
): Recurring => recurring(() => delayMs, task, onFailure, firstRun);

/** Runs a task repeatedly. `nextDelayMs` returns the time until the next run, in milliseconds. */
function recurring(
  nextDelayMs: () => number,
  task: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
  firstRun: 'at once' | 'later',
): Recurring {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let stopped = false;
  const wait = () => {
    if (stopped) return;
    timer = setTimeout(run, nextDelayMs());
    timer.unref();
  };
  const run = () => {
    running = Promise.resolve()
      .then(task)
      .then(() => {}, onFailure)
      .finally(wait);
  };
  if (firstRun === 'at once') run();
  else wait();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
