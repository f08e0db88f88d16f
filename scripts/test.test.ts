// Tests the test runner with tests that fail, that are declared in a shared file, and that share a process.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';

describe('npm test', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'octavo-runner-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Runs test files with this content, by name. Returns the exit code, the output and its last line. */
  function run(files: Readonly<Record<string, string>>, more: Readonly<Record<string, string>> = {}) {
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
    // If this variable is set, the child process behaves like a test file and runs no other test files.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { status, stdout } = spawnSync(process.execPath, ['scripts/test.ts', folder], { env: { ...env, ...more } });
    const output = stdout.toString();
    return { status, output, lastLine: output.trim().split('\n').at(-1) ?? '' };
  }

  const passes = `import { it } from 'node:test'; it('passes', () => {});`;

  it('fails when a test fails, and names its file', () => {
    const fails = `import { it } from 'node:test'; it('fails', () => { throw new Error('always'); });`;
    const { status, output, lastLine } = run({ 'fails.test.ts': fails, 'passes.test.ts': passes });
    assert.deepEqual({ status, lastLine }, { status: 1, lastLine: 'tests: 1 passed, 1 failed' });
    assert.match(output, /^Failed with OCTAVO_TEST_SEED=\d+: \S+fails\.test\.ts$/m);
  });

  it('fails when a test declared in another file fails', () => {
    const shared = `import { after, describe, it } from 'node:test';
      export const declare = () => describe('shared', () => {
        after(() => { throw new Error('always'); });
        it('passes', () => {});
      });`;
    const user = `import { declare } from './shared.ts'; declare();`;
    assert.equal(run({ 'passes.test.ts': passes, 'shared.ts': shared, 'user.test.ts': user }).status, 1);
  });

  it('fails when a file cannot be loaded, and when a process exits early', () => {
    const broken = `throw new Error('always');`;
    const exits = `import { it } from 'node:test'; it('exits', () => process.exit(0));`;
    assert.equal(run({ 'broken.test.ts': broken, 'passes.test.ts': passes }).status, 1);
    assert.equal(run({ 'broken.test.ts': exits, 'passes.test.ts': passes }).status, 1);
  });

  for (const [name, code] of [
    ['an uncaught error', `setTimeout(() => { throw new Error('always'); }, 20)`],
    ['an unhandled rejection', `setTimeout(() => Promise.reject(new Error('always')), 20)`],
  ])
    it(`fails when a test causes ${name}, and names its file`, () => {
      const causes = `import { it } from 'node:test';
        it('causes it', async () => {
          await null;
          ${code};
          await new Promise((ended) => setTimeout(ended, 50));
        });`;
      const { status, output } = run({ 'causes.test.ts': causes, 'passes.test.ts': passes });
      assert.equal(status, 1);
      assert.match(output, /always/);
      assert.match(output, /^Failed with OCTAVO_TEST_SEED=\d+: \S+causes\.test\.ts/m);
    });

  it('does not count todo tests as failures', () => {
    const todo = `import { it } from 'node:test'; it('later', { todo: true }, () => { throw new Error('not yet'); });`;
    const { status, lastLine } = run({ 'todo.test.ts': todo });
    assert.deepEqual({ status, lastLine }, { status: 0, lastLine: 'tests: 0 passed, 0 failed' });
  });

  it('runs the hooks of a file only for its own tests, even if the file waits while it is loaded', () => {
    const counts = `import { after, before, it } from 'node:test';
      import assert from 'node:assert';
      let [opened, closed] = [0, 0];
      before(() => { opened += 1; });
      await new Promise((loaded) => setTimeout(loaded, 50));
      after(() => { closed += 1; });
      it('is first', () => assert.deepEqual([opened, closed], [1, 0]));
      export const counted = () => [opened, closed];`;
    const reads = `import { it } from 'node:test';
      import assert from 'node:assert';
      import { counted } from './a.test.ts';
      it('is second', () => assert.deepEqual(counted(), [1, 1]));`;
    const { status, lastLine } = run({ 'a.test.ts': counts, 'b.test.ts': reads });
    assert.deepEqual({ status, lastLine }, { status: 0, lastLine: 'tests: 2 passed, 0 failed' });
  });

  it('repeats a run with the seed of an environment variable, and uses a new one otherwise', () => {
    const prints = `import { it } from 'node:test';
      import fc from 'fast-check';
      it('prints', (test) => test.diagnostic('generated ' + fc.sample(fc.nat(), 3).join()));`;
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
    const generated = (more?: Readonly<Record<string, string>>) => {
      const text = prints.replace("'fast-check'", JSON.stringify(import.meta.resolve('fast-check')));
      return /generated ([\d,]+)/.exec(run({ 'prints.test.ts': text }, more).output)?.[1];
    };
    const first = generated({ OCTAVO_TEST_SEED: '42' });
    assert.ok(first);
    assert.equal(generated({ OCTAVO_TEST_SEED: '42' }), first);
    assert.notEqual(generated({ OCTAVO_TEST_SEED: '43' }), first);
  });
});
