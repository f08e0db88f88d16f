// Tests where the configuration file of a site is found.
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import { findSiteConfig, siteConfigNames } from './site-config-file.ts';

const root = mkdtempSync(path.join(tmpdir(), 'octavo-site-config-'));
const project = path.join(root, 'project');
const data = path.join(project, 'data');
after(() => rmSync(root, { recursive: true }));

const find = (config?: string) => findSiteConfig({ data, config });

describe('the configuration file of a site', () => {
  beforeEach(() => {
    rmSync(project, { recursive: true, force: true });
    mkdirSync(data, { recursive: true });
    chmodSync(project, 0o755);
  });

  it('may be missing', () => {
    assert.equal(find(), undefined);
    assert.equal(findSiteConfig({ data: path.join(root, 'missing', 'data'), config: undefined }), undefined);
  });

  it('is the configured one, even if it does not exist', () => {
    writeFileSync(path.join(data, 'octavo.config.ts'), '');
    assert.equal(find('other.ts'), path.resolve('other.ts'));
  });

  it('is in the data folder, or else in the folder that contains it', () => {
    writeFileSync(path.join(project, 'octavo.config.ts'), '');
    assert.equal(find(), path.join(project, 'octavo.config.ts'));
    writeFileSync(path.join(data, 'octavo.config.mjs'), '');
    assert.equal(find(), path.join(data, 'octavo.config.mjs'));
  });

  it('is the first of the names that exists', () => {
    for (const name of [...siteConfigNames].reverse()) {
      writeFileSync(path.join(data, name), '');
      assert.equal(find(), path.join(data, name));
    }
    assert.equal(siteConfigNames[0], 'octavo.config.ts');
  });

  it('is not in a containing folder that every user can write to', { skip: process.platform === 'win32' }, () => {
    writeFileSync(path.join(project, 'octavo.config.ts'), '');
    chmodSync(project, 0o1777);
    assert.equal(find(), undefined);
    writeFileSync(path.join(data, 'octavo.config.ts'), '');
    assert.equal(find(), path.join(data, 'octavo.config.ts'));
  });
});
