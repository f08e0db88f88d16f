/** A task that goes on until it is stopped. */
export interface Recurring {
  /** Lets the task go on no longer; resolves when it is not running. */
  stop(): Promise<void>;
}

/** So much later than the beginning of a second, so that clocks which differ a little agree on which one it is. Milliseconds. */
const margin = 5;

/**
 * Runs a task at the beginning of every second by the clock, and never a second time while it still runs. What it throws is
 * told to `onFailure`, and it is run again the next second. It does not keep the process alive.
 */
export const everySecond = (task: () => Promise<unknown>, onFailure: (error: unknown) => void): Recurring =>
  recurring(() => 1000 - (Date.now() % 1000) + margin, task, onFailure, 'later');

/**
 * Runs a task again so many milliseconds after it has ended, and at once where that is wished. What it throws is told to
 * `onFailure`. It does not keep the process alive.
 */
export const everySoOften = (
  pause: number,
  task: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
  when: 'at once' | 'later' = 'later',
): Recurring => recurring(() => pause, task, onFailure, when);

/** `pause` tells how long to wait from now until the next run. Milliseconds. */
function recurring(
  pause: () => number,
  task: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
  when: 'at once' | 'later',
): Recurring {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let stopped = false;
  const wait = () => {
    if (stopped) return;
    timer = setTimeout(run, pause());
    timer.unref();
  };
  const run = () => {
    running = Promise.resolve()
      .then(task)
      .then(() => {}, onFailure)
      .finally(wait);
  };
  if (when === 'at once') run();
  else wait();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
