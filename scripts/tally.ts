// A machine-readable test reporter: it prints one line of JSON with the number of passed and failed tests and the paths of
// the files with failures.
import type { TestEvent } from 'node:test/reporters';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** Paths of the test files with failures. */
  readonly files: readonly string[];
}

export default async function* tally(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const files = new Set<string>();
  let [passed, failed] = [0, 0];
  for await (const { type, data } of events) {
    if (type === 'test:fail' && data.todo === undefined) {
      // If a test was declared in an imported file, its failure is attributed to the file that was run.
      const file = data.entryFile ?? data.file;
      if (file !== undefined) files.add(file);
    }
    // There is also a summary of each file. Only the summary of the whole run has no `file`.
    if (type === 'test:summary' && data.file === undefined) {
      const { tests, skipped, todo } = data.counts;
      passed = data.counts.passed;
      failed = tests - passed - skipped - todo;
    }
  }
  yield `${JSON.stringify({ passed, failed, files: [...files] } satisfies Tally)}\n`;
}
