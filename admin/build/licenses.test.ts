// Tests which packages the build lists, and that licenses which are not compatible with that of the admin fail it.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import type { Metafile } from 'esbuild';
import { findBundledPackages, formatLicenses, isCompatible } from './licenses.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'octavo-licenses-'));
after(() => rmSync(folder, { recursive: true }));

/** Installs a package with files besides its package.json. */
function install(location: string, manifest: object, files: Readonly<Record<string, string>> = {}): void {
  const installed = path.join(folder, 'node_modules', location);
  mkdirSync(installed, { recursive: true });
  const name = location.replace(/^.*node_modules\//, '');
  writeFileSync(path.join(installed, 'package.json'), JSON.stringify({ name, version: '1.0.0', ...manifest }));
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(installed, file), text);
}

/** Returns the metafile of a build with inputs, by the number of their bytes in the output. */
const metafileOf = (inputs: Readonly<Record<string, number>>): Metafile => ({
  inputs: {},
  outputs: {
    'dist/main.js': {
      ...{ bytes: 1, imports: [], exports: [] },
      inputs: Object.fromEntries(
        Object.entries(inputs).map(([file, bytesInOutput]) => [`node_modules/${file}`, { bytesInOutput }]),
      ),
    },
  },
});

const list = (inputs: Readonly<Record<string, number>>) =>
  findBundledPackages(folder, [metafileOf(inputs), metafileOf({})]).map(({ name, version }) => `${name} ${version}`);

describe('the packages in the build', () => {
  install('plain', { license: 'MIT' }, { LICENSE: 'The text.\r\n' });
  install('@scope/named', { license: 'GPL-2.0-or-later' }, { 'LICENSE.md': 'Another text.' });
  install(
    'plain/node_modules/nested',
    { license: '(MIT OR GPL-3.0)' },
    { 'README.md': '# A\n\n## License\n\nThe text.\n' },
  );
  install('nested', { version: '2.0.0', license: 'ISC' });
  install('secret', { license: 'UNLICENSED' });
  install('undeclared', {});

  it('are those of which the output contains bytes, with the versions that are used', () => {
    const inputs = {
      'plain/a.js': 1,
      'plain/node_modules/nested/b/c.js': 2,
      '@scope/named/d.css': 3,
      'nested/e.js': 4,
    };
    assert.deepEqual(list(inputs), ['@scope/named 1.0.0', 'nested 1.0.0', 'nested 2.0.0', 'plain 1.0.0']);
    assert.deepEqual(list({ ...inputs, 'nested/e.js': 0, 'secret/f.js': 0 }).includes('nested 2.0.0'), false);
  });

  it('do not include packages that are replaced by empty modules', () => {
    const { outputs } = metafileOf({});
    const inputs = {
      '(disabled):node_modules/secret/a.js': { bytesInOutput: 9 },
      'app/main.tsx': { bytesInOutput: 9 },
    };
    const output = { bytes: 1, imports: [], exports: [], inputs };
    assert.deepEqual(findBundledPackages(folder, [{ inputs: {}, outputs: { ...outputs, 'dist/a.js': output } }]), []);
  });

  it('must have licenses that are compatible', () => {
    assert.throws(() => list({ 'plain/a.js': 1, 'secret/a.js': 1 }), /packages in it: secret \(UNLICENSED\)\.$/);
    assert.throws(() => list({ 'undeclared/a.js': 1 }), /undeclared \(unknown\)/);
  });

  it('are listed with the texts of their licenses, each of which occurs once', () => {
    const inputs = { 'plain/a.js': 1, 'plain/node_modules/nested/b.js': 1, '@scope/named/c.js': 1, 'nested/d.js': 1 };
    const text = formatLicenses(findBundledPackages(folder, [metafileOf(inputs)]));
    assert.match(text, /^nested 1\.0\.0 \(\(MIT OR GPL-3\.0\)\)\nplain 1\.0\.0 \(MIT\)\n\nThe text\.$/m);
    assert.match(text, /^@scope\/named 1\.0\.0 \(GPL-2\.0-or-later\)\n\nAnother text\.$/m);
    assert.match(text, /^nested 2\.0\.0 \(ISC\)\n\nThe package contains no text of its license\.$/m);
    assert.equal(text.split('The text.').length, 2);
  });
});

describe('compatible licenses', () => {
  const cases: Readonly<Record<string, boolean>> = {
    ...{ MIT: true, 'GPL-2.0-or-later': true, '(CC-BY-3.0 OR MIT)': true, 'Apache-2.0 OR CC-BY-3.0': true },
    ...{ 'GPL-2.0-only': false, 'GPL-3.0-only': false, 'AGPL-3.0-or-later': false, 'CC-BY-NC-4.0': false, '': false },
    ...{ '(CC-BY-3.0 OR MIT OR ISC) AND CC-BY-NC-4.0': false, 'MIT OR CC-BY-NC-4.0 AND ISC': true },
    ...{ 'MIT AND CC-BY-NC-4.0': false, 'SEE LICENSE IN LICENSE.md': false, unknown: false },
  };
  for (const [expression, expected] of Object.entries(cases))
    it(`${expected ? 'include' : 'do not include'} ${JSON.stringify(expression)}`, () =>
      assert.equal(isCompatible(expression), expected));
});
