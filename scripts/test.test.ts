// What the runner of the tests makes of tests that fail: always, only beside others, or for everybody who declares them.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';

describe('tests that are tried once more', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'octavo-runner-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Runs files by their text; the status and the last line. */
  function run(files: Readonly<Record<string, string>>): { readonly status: number | null; readonly said: string } {
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
    // What tells a process that it is a test would keep it from running any.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { status, stdout } = spawnSync(process.execPath, ['scripts/test.ts', '--again', folder], { env });
    return { status, said: stdout.toString().trim().split('\n').at(-1) ?? '' };
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

  it('have passed where they pass then', () => {
    assert.deepEqual(run({ 'once.test.ts': failsOnce }), { status: 0, said: 'tests: 1 passed, 0 failed' });
  });

  it('have failed where they fail again, also beside one that does not', () => {
    const always = `import { it } from 'node:test'; it('fails', () => { throw new Error('always'); });`;
    const { status, said } = run({ 'once.test.ts': failsOnce, 'always.test.ts': always });
    assert.deepEqual({ status, said }, { status: 1, said: 'tests: 1 passed, 1 failed' });
  });

  it('have failed where they are declared in another file than the one that runs', () => {
    const shared = `import { after, describe, it } from 'node:test';
      export const declare = () => describe('shared', () => {
        after(() => { throw new Error('always'); });
        it('passes', () => {});
      });`;
    const user = `import { declare } from './shared.ts'; declare();`;
    assert.equal(run({ 'once.test.ts': failsOnce, 'shared.ts': shared, 'user.test.ts': user }).status, 1);
  });

  it('are not failures where they are still to be done', () => {
    const todo = `import { it } from 'node:test'; it('later', { todo: true }, () => { throw new Error('not yet'); });`;
    assert.deepEqual(run({ 'todo.test.ts': todo }), { status: 0, said: 'tests: 0 passed, 0 failed' });
  });
});
