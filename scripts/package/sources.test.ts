// Tests that the package contains only files that git tracks.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { listTrackedFiles, requireTracked } from './sources.ts';

describe('the files that git tracks', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-sources-'));
  const write = (file: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), file);
  };
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });

  before(() => {
    git('init', '--quiet');
    for (const file of [
      'server/b.ts',
      'server/a b ä.css',
      'server/deleted.ts',
      'themes/t.json',
      'notes/page.md',
      'LICENSE',
    ])
      write(file);
    writeFileSync(path.join(folder, '.gitignore'), '*.log\n');
    symlinkSync('b.ts', path.join(folder, 'server/link.ts'));
    git('add', '.');
    rmSync(path.join(folder, 'server/deleted.ts'));
    for (const file of ['server/untracked.ts', 'server/ignored.log', 'themes/untracked.json']) write(file);
  });
  after(() => rmSync(folder, { recursive: true }));

  it('are listed without untracked, ignored and deleted files, and symbolic links', () => {
    const files = ['LICENSE', 'server/a b ä.css', 'server/b.ts', 'themes/t.json'];
    assert.deepEqual(listTrackedFiles(['server', 'themes', 'LICENSE'], folder), files);
    requireTracked(files, folder);
    requireTracked([], folder);
  });

  it('include all modules that are compiled', () => {
    assert.throws(
      () => requireTracked(['server/b.ts', 'server/untracked.ts'], folder),
      /The package would contain server\/untracked\.ts, which git does not track; run git add server\/untracked\.ts/,
    );
  });

  it('cannot be listed outside of a repository', () => {
    const outside = mkdtempSync(path.join(tmpdir(), 'octavo-sources-'));
    try {
      assert.throws(() => listTrackedFiles(['server'], outside), /git ls-files/);
    } finally {
      rmSync(outside, { recursive: true });
    }
  });
});
