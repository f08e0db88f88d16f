// A machine-readable test reporter: it prints one line of JSON with the number of passed and failed tests and the names of the
// failed suites and tests at the top level. These are the test files, and the programs of processes that failed as a whole.
import type { TestEvent } from 'node:test/reporters';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** Names of the failed suites and tests at the top level. */
  readonly names: readonly string[];
}

export default async function* tally(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const names = new Set<string>();
  let [passed, failed] = [0, 0];
  for await (const { type, data } of events) {
    if (type === 'test:fail' && data.nesting === 0 && data.todo === undefined) names.add(data.name);
    // There is also a summary of each process. Only the summary of the whole run has no `file`.
    if (type === 'test:summary' && data.file === undefined) {
      const { tests, skipped, todo } = data.counts;
      passed = data.counts.passed;
      failed = tests - passed - skipped - todo;
    }
  }
  yield `${JSON.stringify({ passed, failed, names: [...names] } satisfies Tally)}\n`;
}
