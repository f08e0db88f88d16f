// Maximum durations of tests. `OCTAVO_TEST_MINUTES` raises them for the longer forms of tests (CONTRIBUTING.md).

/** Maximum duration of the tests of a file. On a slow and busy machine, some files take several minutes. */
export const fileTimeoutMs = Number(process.env.OCTAVO_TEST_MINUTES ?? 9) * 60_000;

/** Maximum duration of the tests of a group of files. */
export const groupTimeoutMs = Math.max(30 * 60_000, fileTimeoutMs);
