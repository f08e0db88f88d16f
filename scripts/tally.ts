// A reporter of test runs for programs: one line of JSON with what passed, what failed, and in which files.
import type { TestEvent } from 'node:test/reporters';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** The files of tests in which something failed. */
  readonly files: readonly string[];
}

export default async function* tally(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const files = new Set<string>();
  let [passed, failed] = [0, 0];
  for await (const { type, data } of events) {
    if (type === 'test:fail' && data.todo === undefined) {
      // What is declared for several files, in a file of its own, failed in the one that was run.
      const file = data.entryFile ?? data.file;
      if (file !== undefined) files.add(file);
    }
    // Each file has a summary too; that of the run names none.
    if (type === 'test:summary' && data.file === undefined) {
      const { tests, skipped, todo } = data.counts;
      passed = data.counts.passed;
      failed = tests - passed - skipped - todo;
    }
  }
  yield `${JSON.stringify({ passed, failed, files: [...files] } satisfies Tally)}\n`;
}
