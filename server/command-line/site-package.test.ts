// Tests the default of `octavo init --package` for all ways to install the package. test/commands/init.test.ts tests the command.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { version } from '../version.ts';
import { UsageError } from './command.ts';
import { choosePackages, type PackageOptions } from './site-package.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'octavo-site-package-'));
after(() => rmSync(folder, { recursive: true }));

/** Creates a folder `node_modules` in which npm has recorded a package and possibly the admin, and returns the folder of the package. */
function install(project: string, recorded?: object, admin?: object): string {
  const modules = path.join(folder, project, 'node_modules');
  mkdirSync(path.join(modules, 'octavo'), { recursive: true });
  if (recorded)
    writeFileSync(
      path.join(modules, '.package-lock.json'),
      JSON.stringify({ packages: { 'node_modules/octavo': recorded, 'node_modules/octavo-admin': admin } }),
    );
  return path.join(modules, 'octavo');
}

/** Returns the package for a site without the admin. */
const choosePackage = (octavo: string | undefined, root: string) =>
  choosePackages({ octavo, admin: 'none' }, root).octavo;

describe('the package on which a new site depends', () => {
  const file = path.join(folder, 'octavo-1.2.3 (1).tgz');
  writeFileSync(file, 'content');

  it('is the file from which npm has installed the running package', () => {
    const root = install('from-file', { version: '1.2.3', resolved: 'file:../octavo-1.2.3%20(1).tgz' });
    assert.deepEqual(choosePackage(undefined, root), {
      dependency: 'file:octavo.tgz',
      file: { path: file, name: 'octavo.tgz' },
    });
  });

  it('is the version that npm has installed from a registry', () => {
    for (const registry of ['https://registry.npmjs.org', 'http://127.0.0.1:4873', 'https://host.test/api/npm/main']) {
      const root = install('from-registry', { version: '1.2.3', resolved: `${registry}/octavo/-/octavo-1.2.3.tgz` });
      assert.deepEqual(choosePackage(undefined, root), { dependency: '^1.2.3' });
    }
  });

  it('is another URL from which npm has downloaded it', () => {
    const resolved = 'https://host.test/releases/octavo-1.2.3.tgz';
    const root = install('from-url', { version: '1.2.3', resolved });
    assert.deepEqual(choosePackage(undefined, root), { dependency: resolved });
  });

  const unknown: Readonly<Record<string, string>> = {
    'a global installation, or Yarn': install('global'),
    'the store of pnpm': install('site/node_modules/.pnpm/octavo@1.2.3'),
    'a lock file without origins': install('no-origins', { version: '1.2.3', integrity: 'sha512-x' }),
    'a repository': install('from-git', { version: '1.2.3', resolved: 'git+ssh://git@host.test/octavo.git#0123456' }),
    'a folder': install('from-folder', { version: '1.2.3', resolved: 'file:../octavo' }),
    'another package': install('other'),
  };
  writeFileSync(
    path.join(folder, 'other/node_modules/.package-lock.json'),
    JSON.stringify({ packages: { 'node_modules/other': { resolved: 'https://host.test/other/-/other-1.0.0.tgz' } } }),
  );
  for (const [origin, root] of Object.entries(unknown))
    it(`is required as an option if the origin is unknown: ${origin}`, () =>
      assert.throws(
        () => choosePackage(undefined, root),
        (error) => error instanceof UsageError && /^npm has not recorded .*--package FILE.*\.$/.test(error.message),
      ));

  it('is required as an option if the file no longer exists', () => {
    const root = install('deleted', { version: '1.2.3', resolved: 'file:../missing.tgz' });
    const { href } = new URL('missing.tgz', `file://${folder}/`);
    assert.throws(
      () => choosePackage(undefined, root),
      (error) => error instanceof UsageError && error.message.includes(href.slice('file://'.length)),
    );
  });

  it('is the one in the option, whatever the origin of the running package', () => {
    const root = install('global');
    assert.deepEqual(choosePackage('^1.0.0', root), { dependency: '^1.0.0' });
    assert.equal(choosePackage(file, root).file?.path, file);
  });
});

describe('the admin on which a new site depends', () => {
  const registry = 'https://registry.npmjs.org';
  const octavo = { version: '1.2.3', resolved: `${registry}/octavo/-/octavo-1.2.3.tgz` };
  const chooseAdmin = (root: string, options: PackageOptions = {}) => choosePackages(options, root).admin;

  it('is the one that npm has installed beside the running package', () => {
    const admin = { version: '1.2.4', resolved: `${registry}/octavo-admin/-/octavo-admin-1.2.4.tgz` };
    assert.deepEqual(chooseAdmin(install('beside', octavo, admin)), { dependency: '^1.2.4' });
    const file = path.join(folder, 'octavo-admin-x.tgz');
    writeFileSync(file, 'content');
    const root = install('beside-from-file', octavo, { version: '1.2.3', resolved: 'file:../octavo-admin-x.tgz' });
    assert.deepEqual(chooseAdmin(root), {
      dependency: 'file:octavo-admin-x.tgz',
      file: { path: file, name: 'octavo-admin-x.tgz' },
    });
  });

  it('has the same version as a service from a registry', () => {
    assert.deepEqual(chooseAdmin(install('same', octavo)), { dependency: '^1.2.3' });
    assert.deepEqual(chooseAdmin(install('same', octavo), { octavo: 'next' }), { dependency: 'next' });
  });

  it('is the file beside the file of the service', () => {
    const files = path.join(folder, 'files');
    mkdirSync(files);
    const [own, admin] = ['octavo-1.2.3.tgz', `octavo-admin-${version()}.tgz`].map((name) => path.join(files, name));
    assert.ok(own !== undefined && admin !== undefined);
    writeFileSync(own, 'content');
    const root = install('beside-file', { version: '1.2.3', resolved: 'file:../files/octavo-1.2.3.tgz' });
    assert.throws(
      () => chooseAdmin(root),
      (error) => error instanceof UsageError && /--admin-package none/.test(error.message),
    );
    writeFileSync(admin, 'content');
    assert.equal(chooseAdmin(root)?.file?.path, admin);
    assert.equal(chooseAdmin(install('global'), { octavo: own })?.file?.path, admin);
  });

  it('is required as an option if the service comes from another URL, or if its file no longer exists', () => {
    const root = install('other-url', { version: '1.2.3', resolved: 'https://host.test/octavo-1.2.3.tgz' });
    assert.throws(() => chooseAdmin(root), /^UsageError: .*--admin-package FILE with the file octavo-admin-/);
    const deleted = install('deleted-admin', octavo, { version: '1.2.3', resolved: 'file:../missing.tgz' });
    assert.throws(() => chooseAdmin(deleted), /missing\.tgz.*--admin-package\.$/);
  });

  it('is the one in the option, or none', () => {
    const root = install('option', octavo, { version: '1.2.3', resolved: 'file:../missing.tgz' });
    assert.deepEqual(chooseAdmin(root, { admin: '^2.0.0' }), { dependency: '^2.0.0' });
    assert.equal(chooseAdmin(root, { admin: 'none' }), undefined);
  });
});
