// Tests the archive with the sources of the packages in the admin, with an admin that has three packages.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import { writeBundledSources } from './bundled-sources.ts';
import { archive } from './tar.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'octavo-sources-'));
after(() => rmSync(folder, { recursive: true }));
const admin = path.join(folder, 'admin');

const write = (file: string, content: string | object) => {
  mkdirSync(path.dirname(path.join(admin, file)), { recursive: true });
  writeFileSync(path.join(admin, file), typeof content === 'string' ? content : JSON.stringify(content));
};

const locked = {
  'node_modules/plain': { version: '1.0.0', integrity: 'sha512-plain' },
  'node_modules/plain/node_modules/@a/b': {
    version: '2.0.0',
    integrity: 'sha512-b',
  },
  'node_modules/@a/b': { version: '3.0.0', integrity: 'sha512-b3' },
  'node_modules/tool': { version: '1.0.0', integrity: 'sha512-tool' },
};

/** Creates an admin that contains `plain` and the version 2 of `@a/b`, but not the version 3, and no `tool`. */
beforeEach(() => {
  rmSync(admin, { recursive: true, force: true });
  write('dist/packages.json', [
    { name: '@a/b', version: '2.0.0', license: 'GPL-2.0-or-later' },
    { name: 'plain', version: '1.0.0', license: 'MIT' },
  ]);
  write('package-lock.json', { packages: locked });
  write('node_modules/.package-lock.json', { packages: locked });
  write('node_modules/plain/index.js', 'plain');
  write('node_modules/plain/node_modules/@a/b/src/index.js', 'two');
  write(`node_modules/plain/node_modules/@a/b/${'long/'.repeat(60)}ü.js`, 'long');
  write('node_modules/@a/b/src/index.js', 'three');
  write('node_modules/tool/index.js', 'tool');
});

/** Writes the archive, unpacks it with the program of the system, and returns its files with their content. */
async function unpack(): Promise<Map<string, string>> {
  const name = await writeBundledSources(admin, '0.2.0', folder);
  assert.equal(name, 'octavo-admin-0.2.0-sources.tar.gz');
  const target = mkdtempSync(path.join(folder, 'unpacked-'));
  execFileSync('tar', ['-xzf', path.join(folder, name), '-C', target]);
  const files = execFileSync('find', ['.', '-type', 'f'], { cwd: target, encoding: 'utf8' }).trim().split('\n').sort();
  return new Map(
    files.map((file) => [
      file.replace('./octavo-admin-0.2.0-sources/', ''),
      readFileSync(path.join(target, file), 'utf8'),
    ]),
  );
}

describe('the sources of the packages in the admin', () => {
  it('are the files of exactly these packages, with their origins', async () => {
    const files = await unpack();
    assert.deepEqual(
      [...files.keys()],
      [
        'README.md',
        `packages/@a/b@2.0.0/${'long/'.repeat(60)}ü.js`,
        'packages/@a/b@2.0.0/src/index.js',
        'packages/plain@1.0.0/index.js',
      ],
    );
    assert.deepEqual([...files.values()].slice(1), ['long', 'two', 'plain']);
    assert.match(files.get('README.md') ?? '', /\| @a\/b 2\.0\.0 \| GPL-2\.0-or-later \| sha512-b \|/);
  });

  it('are the same in every archive', async () => {
    const read = async () => readFileSync(path.join(folder, await writeBundledSources(admin, '0.2.0', folder)));
    assert.ok((await read()).equals(await read()));
  });

  const rejects = (message: RegExp) => assert.rejects(() => writeBundledSources(admin, '0.2.0', folder), message);

  it('must be those of the lock file', async () => {
    const changed = { ...locked, 'node_modules/plain': { ...locked['node_modules/plain'], integrity: 'sha512-other' } };
    write('node_modules/.package-lock.json', { packages: changed });
    await rejects(/node_modules\/plain is not installed as in admin\/package-lock\.json/);
    write('package-lock.json', { packages: { 'node_modules/tool': locked['node_modules/tool'] } });
    await rejects(/does not contain @a\/b 2\.0\.0/);
  });

  it('must be complete if the license requires it', async () => {
    rmSync(path.join(admin, 'node_modules/plain/node_modules/@a/b/src'), { recursive: true });
    await rejects(/@a\/b contains no sources/);
    write('node_modules/plain/node_modules/@a/b/index.js.map', { sourcesContent: [null] });
    await rejects(/@a\/b contains no sources/);
    write('node_modules/plain/node_modules/@a/b/index.js.map', { sourcesContent: [null, 'source'] });
    assert.equal((await unpack()).get('packages/@a/b@2.0.0/index.js.map'), '{"sourcesContent":[null,"source"]}');
  });
});

describe('archives', () => {
  it('contain files of any length and name', () => {
    const names = [
      'a',
      `${'d/'.repeat(70)}${'n'.repeat(100)}`,
      'n'.repeat(101),
      `${'p'.repeat(155)}/${'n'.repeat(100)}`,
      `${'p'.repeat(156)}/n${'n'.repeat(90)}`,
      '日本',
    ];
    const files = names.map((name, at) => ({
      name,
      read: () => Buffer.alloc([0, 1, 511, 512, 513, 2000][at] ?? 0, 'x'),
    }));
    const target = mkdtempSync(path.join(folder, 'archive-'));
    execFileSync('tar', ['-xf', '-', '-C', target], { input: Buffer.concat([...archive(files)]) });
    for (const { name, read } of files) assert.ok(readFileSync(path.join(target, name)).equals(read()), name);
  });
});
