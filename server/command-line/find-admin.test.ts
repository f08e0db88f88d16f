import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { findAdminFolder } from './find-admin.ts';

describe('the folder of the admin', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-find-admin-'));
  after(() => rmSync(folder, { recursive: true }));

  it('is that of the package that a site has installed', () => {
    const installed = path.join(folder, 'site/node_modules/octavo-admin');
    mkdirSync(path.join(installed, 'dist'), { recursive: true });
    writeFileSync(path.join(installed, 'package.json'), '{"name":"octavo-admin"}');
    assert.equal(findAdminFolder(path.join(folder, 'site/data')), path.join(installed, 'dist'));
  });

  it('is that of this repository otherwise', () => {
    assert.equal(findAdminFolder(path.join(folder, 'other/data')), path.resolve('admin/dist'));
  });
});
