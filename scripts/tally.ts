// A test reporter for programs: one line of JSON with the number of passed and failed tests, and the files with
// failures.
import type { TestEvent } from 'node:test/reporters';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** Test files with failures. */
  readonly files: readonly string[];
}

export default async function* tally(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const files = new Set<string>();
  let [passed, failed] = [0, 0];
  for await (const { type, data } of events) {
    if (type === 'test:fail' && data.todo === undefined) {
      // A failure of a test that another file declares counts for the file that was run.
      const file = data.entryFile ?? data.file;
      if (file !== undefined) files.add(file);
    }
    // Each file has a summary too; only the summary of the run has no file.
    if (type === 'test:summary' && data.file === undefined) {
      const { tests, skipped, todo } = data.counts;
      passed = data.counts.passed;
      failed = tests - passed - skipped - todo;
    }
  }
  yield `${JSON.stringify({ passed, failed, files: [...files] } satisfies Tally)}\n`;
}
