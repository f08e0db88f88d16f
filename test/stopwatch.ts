// Measures durations of asynchronous work in this process, for tests with a maximum.

/** Interval of the timer that measures, in milliseconds. */
const intervalMs = 10;

/** A running measurement. */
export interface Stopwatch {
  /** Ends the measurement and returns its duration in milliseconds. */
  stop(): number;
}

/**
 * Starts to measure elapsed time without the time in which the event loop of this process did not run, because the machine was busy
 * or the process was paused: each turn of a timer counts for at most twice its interval. Use `assertCpuTime` for synchronous work.
 */
export function startStopwatch(): Stopwatch {
  let durationMs = 0;
  let countedAt = performance.now();
  const count = () => {
    const now = performance.now();
    durationMs += Math.min(now - countedAt, 2 * intervalMs);
    countedAt = now;
  };
  const timer = setInterval(count, intervalMs);
  return {
    stop() {
      clearInterval(timer);
      count();
      return durationMs;
    },
  };
}
