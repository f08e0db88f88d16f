// Tests `octavo init`, the file `.env`, and the configuration file in the current folder. scripts/deployment.ts runs the created site.
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { version } from '../../server/version.ts';
import { runOctavo } from './in-process.ts';
import { newFolder, runOctavo as runProcess } from './processes.ts';

const init = (...args: string[]) => runOctavo(['init', ...args]);

describe('octavo init', () => {
  it('creates a site that other users can read, and prints the next commands', async () => {
    const folder = path.join(newFolder(), 'new folder/My Site');
    const umask = process.umask();
    const { status, stdout, stderr } = await init(folder, '--package', '^1.2.3');
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, new RegExp(`^Created the site ${folder}\\.`));
    assert.match(stdout, new RegExp(`^  cd "${folder}"\n  npm install\n  npm start$`, 'm'));
    const { name, dependencies, scripts } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    assert.deepEqual([name, scripts.start], ['my-site', 'octavo serve']);
    assert.deepEqual(dependencies, { octavo: '^1.2.3', 'octavo-admin': '^1.2.3' });
    assert.deepEqual(readdirSync(folder, { recursive: true }).sort(), [
      ...['.dockerignore', '.env.example', '.gitignore', '.npmrc', 'Dockerfile', 'README.md', 'compose.yaml', 'deploy'],
      ...['deploy/Caddyfile', 'deploy/nginx.conf', 'deploy/octavo-backup.service', 'deploy/octavo-backup.timer'],
      ...['deploy/octavo.service', 'extensions', 'extensions/hello.ts'],
      ...['octavo.config.ts', 'package.json', 'tsconfig.json'],
    ]);
    assert.equal(statSync(path.join(folder, 'deploy')).mode & 0o777, 0o755);
    assert.equal(statSync(path.join(folder, 'deploy/Caddyfile')).mode & 0o777, 0o644);
    assert.equal(process.umask(), umask);
  });

  it('copies the files of the packages into the site', async () => {
    const folder = newFolder();
    const file = path.join(folder, 'octavo-9.9.9.tgz');
    const admin = path.join(folder, `octavo-admin-${version()}.tgz`);
    for (const each of [file, admin]) writeFileSync(each, path.basename(each));
    for (const [name, options] of [
      ['site', []],
      ['other', ['--admin-package', admin]],
    ] as const) {
      const site = path.join(folder, name);
      const { status, stderr } = await init('--package', file, site, ...options);
      assert.deepEqual([status, stderr], [0, '']);
      const { dependencies } = JSON.parse(readFileSync(path.join(site, 'package.json'), 'utf8'));
      const expected = { octavo: 'file:octavo-9.9.9.tgz', 'octavo-admin': `file:octavo-admin-${version()}.tgz` };
      assert.deepEqual(dependencies, expected);
      for (const each of [file, admin])
        assert.equal(readFileSync(path.join(site, path.basename(each)), 'utf8'), path.basename(each));
    }
  });

  it('can create a site without the admin', async () => {
    const folder = newFolder();
    const file = path.join(folder, 'octavo-9.9.9.tgz');
    writeFileSync(file, 'content');
    const { status, stderr } = await init('--package', file, path.join(folder, 'site'));
    const message = `add --admin-package FILE with the file octavo-admin-${version()}.tgz, or --admin-package none`;
    assert.equal(status, 2);
    assert.ok(stderr.includes(message), stderr);
    assert.equal((await init('--package', file, path.join(folder, 'site'), '--admin-package', 'none')).status, 0);
    const { dependencies } = JSON.parse(readFileSync(path.join(folder, 'site/package.json'), 'utf8'));
    assert.deepEqual(dependencies, { octavo: 'file:octavo-9.9.9.tgz' });
  });

  it('accepts an empty folder', async () => {
    const folder = newFolder();
    assert.equal((await init(folder, '--package=latest')).status, 0);
  });

  it('never overwrites files', async () => {
    const folder = newFolder();
    writeFileSync(path.join(folder, '.env'), 'A=1');
    const { status, stderr } = await init(folder, '--package', '1');
    assert.equal(status, 1);
    assert.equal(stderr, `The folder ${folder} is not empty; choose another folder, or empty this one.\n`);
    assert.deepEqual(readdirSync(folder), ['.env']);
  });

  it('rejects a file in place of the folder', async () => {
    const folder = newFolder();
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    for (const [target, reason] of [
      [file, 'a file has this name'],
      [path.join(file, 'site'), 'a file has the name of one of its parent folders'],
    ] as const) {
      const { status, stderr } = await init(target, '--package', '1');
      assert.deepEqual([status, stderr], [1, `The folder ${target} cannot be created: ${reason}.\n`]);
    }
  });

  const invalidNames = [
    'a:b',
    'a?',
    'what"',
    'a*',
    'a|b',
    '<a>',
    'a\\b',
    'a\nb',
    'site.',
    'site ',
    'CON',
    'nul.txt',
    'node_modules',
  ];
  for (const name of [...invalidNames, 'x'.repeat(201)])
    it(`rejects the name ${JSON.stringify(name.slice(0, 20))}`, async () => {
      const folder = newFolder();
      const { status, stderr } = await init(path.join(folder, name), '--package', '1');
      assert.equal(status, 1);
      assert.match(stderr, /^Invalid folder name ".*": .*\.\n$/);
      assert.deepEqual(readdirSync(folder), []);
    });

  const packageNames = {
    octavo: 'octavo-site',
    'Café Übersee': 'caf-bersee',
    日本: 'site',
    '.hidden': 'hidden',
    'a.b_c-': 'a.b_c',
  };
  for (const [name, expected] of Object.entries(packageNames))
    it(`derives a package name from ${name}`, async () => {
      const folder = path.join(newFolder(), name);
      assert.equal((await init(folder, '--package', '1')).status, 0);
      assert.equal(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).name, expected);
    });

  const usages: readonly (readonly [args: string[], status: number, message: RegExp])[] = [
    [[], 2, /^Usage: octavo init FOLDER/],
    [['a', 'b'], 2, /^Usage: octavo init FOLDER/],
    [['a', '--force'], 2, /^Unknown option --force\.\n$/],
    [['a', '--package'], 2, /^The option --package needs a value \(FILE\|VERSION\)\./],
    [['a', '--package', 'octavo'], 2, /^The option --package must be a file .* or a version .*, not "octavo"\./],
    [['a', '--package', '1', '--admin-package', 'off'], 2, /^The option --admin-package must be a file .* not "off"\./],
    [['a', '--package', '1', '--admin-package', 'missing.tgz'], 1, /^No such file: .*missing\.tgz\.$/m],
    [['a', '--package', 'missing.tgz'], 1, /^No such file: .*missing\.tgz\.$/m],
    [['a'], 2, new RegExp(`^A site cannot depend on a clone .* --package dist/octavo-${version()}\\.tgz\\.`)],
  ];
  for (const [args, expected, message] of usages)
    it(`rejects ${args.join(' ') || 'no arguments'}`, async () => {
      const { status, stderr } = await init(...args);
      assert.equal(status, expected);
      assert.match(stderr, message);
    });
});

describe('the file .env', () => {
  const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' };
  const list = (folder: string, more: Record<string, string> = {}) =>
    runProcess(['user', 'list'], { ...env, ...more }, folder);

  it('sets variables that the environment does not contain', () => {
    const folder = newFolder();
    writeFileSync(path.join(folder, '.env'), 'OCTAVO_DATA=from-file\n');
    assert.match(list(folder).stderr, /from-file/);
    assert.match(list(folder, { OCTAVO_DATA: 'from-environment' }).stderr, /from-environment/);
  });

  it('is ignored if every user can write to the folder', () => {
    const folder = newFolder();
    writeFileSync(path.join(folder, '.env'), 'OCTAVO_DATA=from-file\n');
    chmodSync(folder, 0o777);
    assert.doesNotMatch(list(folder).stderr, /from-file/);
  });

  it('is rejected with one sentence if it cannot be read', () => {
    const folder = newFolder();
    mkdirSync(path.join(folder, '.env'));
    const { status, stderr } = list(folder);
    assert.notEqual(status, 0);
    assert.match(stderr, /^The file \.env cannot be read: EISDIR[^\n]+\.\n$/);
  });
});
