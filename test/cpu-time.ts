// Limits the CPU time of work on the main thread. Unlike elapsed time, it does not depend on other processes or on pauses of this one.
import assert from 'node:assert/strict';

/** Number of runs after which work counts as too slow. Compilation and garbage collection make single runs slower. */
const maxRuns = 5;

/**
 * Asserts that at least one of several runs of `work` takes less than `maxMs` milliseconds of CPU time on this thread. Work that is
 * fast enough runs once.
 */
export function assertCpuTime(work: () => unknown, maxMs: number, description = 'the work'): void {
  let fastestMs = Number.POSITIVE_INFINITY;
  for (let run = 0; run < maxRuns && fastestMs >= maxMs; run += 1) {
    const before = process.threadCpuUsage();
    work();
    fastestMs = Math.min(fastestMs, cpuMsSince(before));
  }
  assertFast(fastestMs, maxMs, description);
}

/** The same as `assertCpuTime` for asynchronous work. Time that other threads and processes spend on it is not limited. */
export async function assertAsyncCpuTime(
  work: () => Promise<unknown>,
  maxMs: number,
  description = 'the work',
): Promise<void> {
  let fastestMs = Number.POSITIVE_INFINITY;
  for (let run = 0; run < maxRuns && fastestMs >= maxMs; run += 1) {
    const before = process.threadCpuUsage();
    await work();
    fastestMs = Math.min(fastestMs, cpuMsSince(before));
  }
  assertFast(fastestMs, maxMs, description);
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

function assertFast(fastestMs: number, maxMs: number, description: string): void {
  assert.ok(
    fastestMs < maxMs,
    `${description} takes ${Math.round(fastestMs)} ms of CPU time, at most ${maxMs} allowed`,
  );
}
