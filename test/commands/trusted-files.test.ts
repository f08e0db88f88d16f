// Tests that commands neither execute a configuration file nor read a file .env that other operating-system users can change.
import assert from 'node:assert/strict';
import { chmodSync, chownSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { createOctavo } from '../../server/octavo.ts';
import { runOctavo } from './in-process.ts';
import { newFolder, runOctavo as runProcess } from './processes.ts';

const isRoot = process.getuid?.() === 0;
const needsRoot = !isRoot && 'changing the owner of a file requires root';

/** A user and a group to which neither this process nor root belongs. */
const foreignId = 54321;

interface Site {
  readonly data: string;
  readonly file: string;
  /** The file that the configuration file writes when it is executed. */
  readonly evidence: string;
}

/** Creates a data folder with a configuration file. Modules are loaded once, so that each test needs its own. */
function createSite(mode: number, fileName = 'octavo.config.ts'): Site {
  const data = newFolder();
  const [file, evidence] = [path.join(data, fileName), path.join(newFolder(), 'executed')];
  writeFileSync(
    file,
    `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(evidence)}, ''); export default {};`,
  );
  chmodSync(file, mode);
  return { data, file, evidence };
}

async function assertRejected({ data, file, evidence }: Site, message: RegExp, options: string[] = []): Promise<void> {
  for (const command of [['user', 'list'], ['info'], ['serve', '--port', '0'], ['migrate']]) {
    const { status, stderr } = await runOctavo([...command, '--data', data, ...options]);
    assert.match(stderr, message, command.join(' '));
    assert.ok(stderr.startsWith(`The configuration file ${file} `) && stderr.endsWith(`${file}.\n`), stderr);
    assert.equal(status, 2, command.join(' '));
  }
  assert.equal(existsSync(evidence), false, 'the file was not executed');
  assert.equal(existsSync(path.join(data, 'octavo.sqlite')), false);
}

async function assertExecuted({ data, evidence }: Site, options: string[] = []): Promise<void> {
  const created = await runOctavo(['user', 'create', 'ann', 'ann@example.org', '--data', data, ...options]);
  assert.equal(created.status, 0, created.stderr);
  assert.equal(existsSync(evidence), true);
}

describe('a configuration file', { skip: process.platform === 'win32' && 'modes work differently on Windows' }, () => {
  const writable = /^[^\n]* can be changed by other operating-system users \(mode \d{3}\), [^\n]*\n$/;

  it('is not executed if every user can write to it, wherever it is', async () => {
    await assertRejected(createSite(0o666), writable);
    await assertRejected(createSite(0o602, 'octavo.config.mjs'), writable);
    const named = createSite(0o646, 'other.ts');
    await assertRejected(named, writable, ['--config', named.file]);
    const linked = createSite(0o666, 'target.ts');
    symlinkSync(linked.file, path.join(linked.data, 'octavo.config.ts'));
    const { status, stderr } = await runOctavo(['user', 'list', '--data', linked.data]);
    assert.match(stderr, writable);
    assert.equal(status, 2);
    const { data, evidence } = createSite(0o666);
    await assert.rejects(createOctavo({ data, port: 0 }), /^ConfigError: The configuration file .* can be changed by/);
    assert.equal(existsSync(evidence), false);
  });

  it('is not executed if a foreign group can write to it', { skip: needsRoot }, async () => {
    const site = createSite(0o664);
    chownSync(site.file, 0, foreignId);
    await assertRejected(site, writable);
    chmodSync(site.file, 0o644);
    await assertExecuted(site);
  });

  it('is not executed if it belongs to another user, unless it is named', { skip: needsRoot }, async () => {
    const site = createSite(0o600);
    chownSync(site.file, foreignId, foreignId);
    await assertRejected(site, /^[^\n]* belongs to another operating-system user \(UID 54321\), [^\n]*\n$/);
    await assertExecuted(site, ['--config', site.file]);
  });

  it('is executed if only its owner or the group of this process can write to it', async () => {
    await assertExecuted(createSite(0o600));
    await assertExecuted(createSite(0o664));
  });

  it('is reported by doctor', async () => {
    const { data } = createSite(0o666);
    const { status, stdout } = await runOctavo(['doctor', '--data', data, '--port', '0']);
    assert.match(stdout, /^problem {2}configuration {6}The configuration file \S+ can be changed by other/m);
    assert.equal(status, 1);
  });
});

describe('a file .env', { skip: process.platform === 'win32' && 'modes work differently on Windows' }, () => {
  const list = (prepare: (file: string) => void) => {
    const folder = path.join(newFolder(), 'project');
    mkdirSync(folder);
    const file = path.join(folder, '.env');
    writeFileSync(file, 'OCTAVO_DATA=from-file\n');
    prepare(file);
    return runProcess(['user', 'list'], {}, folder);
  };

  it('is rejected if other users can write to it', () => {
    const { status, stderr } = list((file) => chmodSync(file, 0o666));
    assert.match(
      stderr,
      /^The file \.env can be changed by other [^\n]* \(mode 666\), [^\n]*chmod go-w \S+\/\.env\.\n$/,
    );
    assert.equal(status, 2);
  });

  it('is rejected if it belongs to another user, or if a foreign group can write to it', { skip: needsRoot }, () => {
    const owned = list((file) => chownSync(file, foreignId, foreignId));
    assert.match(owned.stderr, /^The file \.env belongs to another [^\n]*chown 0 \S+\/\.env\.\n$/);
    const shared = list((file) => {
      chownSync(file, 0, foreignId);
      chmodSync(file, 0o660);
    });
    assert.match(shared.stderr, /^The file \.env can be changed by other/);
    assert.deepEqual([owned.status, shared.status], [2, 2]);
  });

  it('is read if only its owner or the group of this process can write to it', () => {
    for (const mode of [0o600, 0o664]) assert.match(list((file) => chmodSync(file, mode)).stderr, /from-file/);
  });
});
