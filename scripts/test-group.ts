// Declares the tests of several files in one process. `npm test` runs this in each of its processes.
import { after, before, describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { runCleanups } from './test-cleanup.ts';
import { fileTimeoutMs } from './test-limits.ts';
import './test-seed.ts';
import { stopTracking } from './test-tracking.ts';

/** Time after the last test in which the process must exit. */
const exitTimeoutMs = 30_000;

/**
 * Declares one suite for each file, with the tests and hooks that the file declares. The first test starts when all files are
 * loaded, so that loading does not delay tests that depend on the time.
 */
export async function declareTests(files: readonly string[]): Promise<void> {
  // The services of many test sites add a listener for the exit of this process.
  process.setMaxListeners(0);
  const { promise: isLoaded, resolve: startTests } = Promise.withResolvers<void>();
  for (const file of files) {
    // Files are loaded one at a time: in concurrent imports, tests could be assigned to the suite of another file.
    const { promise: isDeclared, resolve: declared } = Promise.withResolvers<void>();
    describe(file, { timeout: fileTimeoutMs }, async () => {
      before(async () => {
        await isLoaded;
        stopTracking();
      });
      try {
        await import(pathToFileURL(file).href);
      } finally {
        declared();
      }
    });
    await isDeclared;
  }
  let isFinished = false;
  process.on('exit', () => {
    // A call of process.exit() in a test would otherwise skip the remaining tests without a failure.
    if (!isFinished) process.exitCode = 1;
  });
  after(() => {
    isFinished = true;
    runCleanups();
    setTimeout(() => {
      console.error(`Still open after the tests: ${process.getActiveResourcesInfo().join(', ')}`);
      process.exit(1);
    }, exitTimeoutMs).unref();
  });
  startTests();
}
