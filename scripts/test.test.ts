// Tests the test runner with tests that always fail, that fail only once, and that are declared in a shared file.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';

describe('retrying failed tests', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'octavo-runner-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Runs test files with this content, by name. Returns the exit code and the last line of the output. */
  function run(files: Readonly<Record<string, string>>): { readonly status: number | null; readonly lastLine: string } {
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
    // If this variable is set, the child process behaves like a test file and runs no other test files.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { status, stdout } = spawnSync(process.execPath, ['scripts/test.ts', '--again', folder], { env });
    return { status, lastLine: stdout.toString().trim().split('\n').at(-1) ?? '' };
  }

  const failsOnce = `
    import { existsSync, writeFileSync } from 'node:fs';
    import { it } from 'node:test';
    it('fails once', () => {
      const mark = import.meta.filename + '.mark';
      if (existsSync(mark)) return;
      writeFileSync(mark, '');
      throw new Error('the first time');
    });`;

  it('succeeds when a failed test passes on the second run', () => {
    assert.deepEqual(run({ 'once.test.ts': failsOnce }), { status: 0, lastLine: 'tests: 1 passed, 0 failed' });
  });

  it('fails when a test fails again, even if another one passes', () => {
    const always = `import { it } from 'node:test'; it('fails', () => { throw new Error('always'); });`;
    const { status, lastLine } = run({ 'once.test.ts': failsOnce, 'always.test.ts': always });
    assert.deepEqual({ status, lastLine }, { status: 1, lastLine: 'tests: 1 passed, 1 failed' });
  });

  it('fails when a test declared in another file fails', () => {
    const shared = `import { after, describe, it } from 'node:test';
      export const declare = () => describe('shared', () => {
        after(() => { throw new Error('always'); });
        it('passes', () => {});
      });`;
    const user = `import { declare } from './shared.ts'; declare();`;
    assert.equal(run({ 'once.test.ts': failsOnce, 'shared.ts': shared, 'user.test.ts': user }).status, 1);
  });

  it('does not count todo tests as failures', () => {
    const todo = `import { it } from 'node:test'; it('later', { todo: true }, () => { throw new Error('not yet'); });`;
    assert.deepEqual(run({ 'todo.test.ts': todo }), { status: 0, lastLine: 'tests: 0 passed, 0 failed' });
  });
});
