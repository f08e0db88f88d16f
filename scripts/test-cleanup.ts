// Runs functions after all tests of a process, for helpers that several test files share: hooks that a helper declares itself would run
// only for the first file that imports it.
const cleanups: (() => void)[] = [];

/** Runs a function after the last test of the process. */
export const cleanUpAfterTests = (cleanUp: () => void): void => void cleanups.push(cleanUp);

/** Runs the functions. */
export function runCleanups(): void {
  for (const cleanUp of cleanups.splice(0)) cleanUp();
}
