// Tests that a screen that exceeds its budget fails the build.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type BuildOutput, checkBudgets, loadedSize } from './budgets.ts';

/** Returns a build whose files have random content of these sizes in KiB. `part-1.js` belongs to the start, `part-2.js` to the home screen. */
function buildOf(sizes: Readonly<Record<string, number>>): BuildOutput {
  const files = new Map(
    ['main.js', 'home.js', 'part-1.js', 'part-2.js', 'app.css'].map((name) => [
      name,
      randomBytes((sizes[name] ?? 1) * 1024),
    ]),
  );
  const output = (
    entryPoint?: string,
    ...imports: readonly (readonly [path: string, kind: 'import-statement' | 'dynamic-import'])[]
  ) => ({
    ...{ bytes: 1, inputs: {}, exports: [], imports: imports.map(([path, kind]) => ({ path: `dist/${path}`, kind })) },
    ...(entryPoint !== undefined && { entryPoint }),
  });
  const outputs = {
    'dist/main.js': output('app/main.tsx', ['part-1.js', 'import-statement'], ['home.js', 'dynamic-import']),
    'dist/home.js': output(
      'screens/home/screen.tsx',
      ['part-1.js', 'import-statement'],
      ['part-2.js', 'import-statement'],
    ),
    'dist/part-1.js': output(),
    'dist/part-2.js': output(),
    'dist/app.css': output('app/app.css'),
  };
  return { files, metafile: { inputs: {}, outputs } };
}

describe('the budgets of the admin', () => {
  it('include every file that a screen loads, once', () => {
    const build = buildOf({});
    const sizeOf = (...names: string[]) =>
      names.reduce((sum, name) => sum + gzipSync(build.files.get(name) ?? '').length, 0);
    assert.equal(loadedSize([build], ['app/main.tsx']), sizeOf('main.js', 'part-1.js'));
    assert.equal(
      loadedSize([build], ['app/main.tsx', 'screens/home/screen.tsx']),
      sizeOf('main.js', 'part-1.js', 'home.js', 'part-2.js'),
    );
    assert.throws(() => loadedSize([build], ['app/other.tsx']), /no file for app\/other\.tsx/);
  });

  it('fail the build when they are exceeded', () => {
    checkBudgets([buildOf({ 'part-1.js': 90, 'part-2.js': 190 })]);
    for (const name of ['main.js', 'part-1.js', 'app.css'])
      assert.throws(() => checkBudgets([buildOf({ [name]: 101 })]), /"before signing in" needs \d+ bytes/, name);
    for (const name of ['home.js', 'part-2.js'])
      assert.throws(() => checkBudgets([buildOf({ [name]: 301 })]), /"home" needs \d+ bytes/, name);
  });
});
