// Tests which admin the service serves, and what `octavo doctor` reports about it.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { ConfigError } from '../config/config-error.ts';
import { version } from '../version.ts';
import { checkAdmin } from './doctor/admin-check.ts';
import { type AdminLocation, findAdmin, openAdminFiles } from './find-admin.ts';

describe('the admin that the service serves', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-find-admin-'));
  after(() => rmSync(folder, { recursive: true }));

  const build = (name: string): string => {
    const built = path.join(folder, name);
    mkdirSync(path.join(built, 'assets'), { recursive: true });
    writeFileSync(path.join(built, 'inline-scripts.json'), '[]');
    writeFileSync(path.join(built, 'index.html'), name);
    return built;
  };
  /** Installs a version of the package in a site, and returns the folder of its build. */
  const install = (site: string, installed: string): string => {
    const built = build(`${site}/node_modules/octavo-admin/dist`);
    writeFileSync(
      path.join(built, '../package.json'),
      JSON.stringify({ name: 'octavo-admin', version: installed, dependencies: {} }),
    );
    return built;
  };
  const locationOf = (site: string, admin?: string): AdminLocation => ({
    ...{ data: path.join(folder, site, 'data'), admin, sources: admin === undefined ? {} : { admin: 'environment' } },
  });

  it('is that of the package that a site has installed', () => {
    const built = install('site', '1.2.3');
    assert.deepEqual(findAdmin(locationOf('site')), { folder: built, version: '1.2.3' });
    assert.equal(openAdminFiles(locationOf('site'))()?.page, 'site/node_modules/octavo-admin/dist');
  });

  it('is that of this repository otherwise', () => {
    assert.deepEqual(findAdmin(locationOf('other')), { folder: path.resolve('admin/dist'), version: version() });
  });

  it('is that in the configured folder, which must contain one', () => {
    install('configured', '1.2.3');
    const location = locationOf('configured', build('development'));
    assert.deepEqual(findAdmin(location), { folder: path.join(folder, 'development'), version: undefined });
    const files = openAdminFiles(location);
    assert.equal(files()?.page, 'development');
    rmSync(path.join(folder, 'development/index.html'));
    assert.equal(files(), undefined);
    for (const open of [findAdmin, openAdminFiles, checkAdmin])
      assert.throws(
        () => open(location),
        (error) => error instanceof ConfigError && /^No admin in .*development \(OCTAVO_ADMIN\)\.$/.test(error.message),
      );
  });

  it('should have the version of the service', () => {
    assert.equal(checkAdmin(locationOf('other')).result, 'ok');
    install('current', version());
    assert.equal(checkAdmin(locationOf('current')).result, 'ok');
    install('older', '0.0.1');
    const { result, message, action } = checkAdmin(locationOf('older'));
    assert.deepEqual([result, message], ['warning', `The admin has version 0.0.1, the service has ${version()}.`]);
    assert.match(action, new RegExp(`npm install octavo-admin@${version()}`));
  });
});
