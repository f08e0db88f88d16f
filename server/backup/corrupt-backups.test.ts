// Tests that corrupt, foreign and malicious backups are rejected before anything changes.
import assert from 'node:assert/strict';
import { open, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createTestBackup, loadTestExtensions, newFolder, responsesOf } from '../../test/backup-site.ts';
import { createImage, type MediaSite, openMediaSite } from '../../test/media-site.ts';
import { commandLine } from '../audit/record-event.ts';
import { checkBackup } from './check-backup.ts';
import { addChecksum, type BackupTrailer, formatVersion, headerName, trailerName } from './format.ts';
import { restoreBackup } from './restore-backup.ts';
import { ArchiveReader, ArchiveWriter } from './tar.ts';

interface Entry {
  name: string;
  content: Buffer;
}

let site: MediaSite;
let good: string;
let responsesBefore: Record<string, string>;
const admin = () => site.authorizationOf('administrator') ?? '';

before(async () => {
  site = await openMediaSite({ extensions: ['union'] });
  await site.upload('administrator', 'a.png', await createImage(10, 10));
  good = await createTestBackup(site.database, site.service.media.files);
  await site.create('/cms/v2/posts', { title: 'Newer than the backup', status: 'publish' });
  responsesBefore = await responsesOf(site.service, admin());
});
after(() => site.close());

async function readEntries(archivePath: string): Promise<Entry[]> {
  const file = await open(archivePath);
  const archive = new ArchiveReader(file, (await file.stat()).size);
  const entries: Entry[] = [];
  for (let entry = await archive.next(); entry; entry = await archive.next())
    entries.push({ name: entry.name, content: await archive.readAll(Number.POSITIVE_INFINITY) });
  await file.close();
  return entries;
}

/** Creates a modified backup with a valid checksum, like an attacker, and returns its path. */
async function createModifiedBackup(change: (entries: Entry[]) => void): Promise<string> {
  const entries = await readEntries(good);
  change(entries);
  const archivePath = path.join(await newFolder(), 'forged.tar');
  const file = await open(archivePath, 'wx');
  const archive = new ArchiveWriter(file);
  for (const { name, content } of entries) {
    const bytes = name === trailerName ? withValidChecksum(archive.checksum(), content) : content;
    await archive.add(name, bytes.length, [bytes]);
  }
  await archive.end();
  await file.close();
  return archivePath;
}

function withValidChecksum(before: string, content: Buffer): Buffer {
  const { sha256: _former, ...end } = JSON.parse(content.toString()) as BackupTrailer;
  return Buffer.from(JSON.stringify(addChecksum(before, end)));
}

const changeMetadata = (name: string, change: (metadata: Record<string, unknown>) => void) => (entries: Entry[]) => {
  const entry = entries.find((each) => each.name === name);
  assert.ok(entry);
  const metadata = JSON.parse(entry.content.toString());
  change(metadata);
  entry.content = Buffer.from(JSON.stringify(metadata));
};

async function assertRejected(archivePath: string, error: object): Promise<void> {
  const restoreDeps = {
    database: site.database,
    files: site.service.media.files,
    extensions: await loadTestExtensions(),
    clock: Date.now,
  };
  await assert.rejects(restoreBackup(restoreDeps, archivePath, { auditActor: commandLine }), error);
}

const assertUnchanged = async () => {
  assert.deepEqual(await responsesOf(site.service, admin()), responsesBefore);
  assert.equal((await site.storedPaths()).length, 1);
  assert.deepEqual(await site.temporaryPaths(), []);
};

describe('a backup that is', () => {
  it('modified in any byte or truncated is rejected', async () => {
    const whole = await readFile(good);
    const archivePath = path.join(await newFolder(), 'changed.tar');
    const kinds = new Map<string, number>();
    // Only padding, which is not checked, and two blocks of zeros follow the trailer.
    const endOfTrailer = whole.lastIndexOf('}') + 1;
    for (let at = 0; at < endOfTrailer; at += 487) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await writeFile(archivePath, changed);
      const failure = await checkBackup(archivePath).then(
        () => undefined,
        (error: Error) => error,
      );
      assert.equal(failure?.name, 'BackupCorrupt', `byte ${at} of ${whole.length}`);
      kinds.set(failure.message, (kinds.get(failure.message) ?? 0) + 1);
    }
    assert.ok(kinds.has('it was modified after it was created'));
    for (const length of [0, 1, 511, 512, 5000, whole.length - 1025, whole.length - 1]) {
      await writeFile(archivePath, whole.subarray(0, length));
      await assertRejected(archivePath, { name: 'BackupCorrupt' });
    }
    await writeFile(archivePath, Buffer.concat([whole.subarray(0, endOfTrailer - 500), whole]));
    await assertRejected(archivePath, { name: 'BackupCorrupt' });
    await assertUnchanged();
  });

  it('not a backup is rejected', async () => {
    const folder = await newFolder();
    const archivePath = path.join(folder, 'a.tar');
    for (const content of ['', 'text', 'x'.repeat(5000), '\0'.repeat(5000)]) {
      await writeFile(archivePath, content);
      await assertRejected(archivePath, { name: 'BackupCorrupt' });
    }
    await assertRejected(folder, { name: 'BackupCorrupt', message: 'it is not a file' });
    await assertRejected(path.join(folder, 'none'), { name: 'BackupCorrupt', message: 'the file does not exist' });
  });

  it('from a newer version or with data of unknown extensions is rejected', async () => {
    const head = (change: (metadata: Record<string, unknown>) => void) =>
      createModifiedBackup(changeMetadata(headerName, change));
    const newer = { name: 'BackupIncompatible', reason: 'newer' };
    await assertRejected(
      await head((metadata) => Object.assign(metadata, { version: formatVersion + 1, tables: 'otherwise' })),
      newer,
    );
    await assertRejected(await head((metadata) => Object.assign(metadata, { schema: 9999 })), newer);
    await assertRejected(await head((metadata) => Object.assign(metadata, { extensions: { sbc: 99 } })), newer);
    const unknown = { name: 'BackupIncompatible', reason: 'extension', message: /nobody-knows/ };
    await assertRejected(
      await head((metadata) => Object.assign(metadata, { extensions: { 'nobody-knows': 1 } })),
      unknown,
    );
    await assertRejected(await head((metadata) => Object.assign(metadata, { site: 'another' })), {
      name: 'BackupIncompatible',
      reason: 'foreign',
    });
    await assertUnchanged();
  });

  it('malicious is rejected: path traversal, SQL injection in names, invalid rows, decompression bombs', async () => {
    const rename = (from: RegExp, to: string) => (entries: Entry[]) => {
      const entry = entries.find(({ name }) => from.test(name));
      assert.ok(entry);
      entry.name = to;
    };
    const refill = (table: string, content: Buffer) => (entries: Entry[]) => {
      const entry = entries.find(({ name }) => name.startsWith(`rows/${table}/`));
      assert.ok(entry);
      entry.content = content;
    };
    const changes: ((entries: Entry[]) => void)[] = [
      ...[
        'files/../../etc/passwd',
        'files//etc/passwd',
        'files/.work/a',
        'files/a\\b',
        'files/',
        '/etc/passwd',
        'other',
      ].map((name) => rename(/^files\//, name)),
      rename(/^rows\/users\//, 'rows/users; drop table users/000001.jsonl.gz'),
      rename(/^rows\/users\//, 'rows/../000001.jsonl.gz'),
      rename(/^rows\/users\//, 'rows/sqlite_sequence/000001.jsonl.gz'),
      changeMetadata(headerName, (metadata) =>
        Object.assign(metadata, { tables: [{ name: 'users (id) values (1); --', columns: ['id'] }] }),
      ),
      changeMetadata(headerName, (metadata) =>
        Object.assign(metadata, { tables: [{ name: 'users', columns: ['id" from x; --'] }] }),
      ),
      changeMetadata(headerName, (metadata) => Object.assign(metadata, { tables: null })),
      changeMetadata(trailerName, (metadata) => Object.assign(metadata, { keys: { "entries'; --": 1 } })),
      changeMetadata(trailerName, (metadata) => Object.assign(metadata, { keys: { entries: -1 } })),
      changeMetadata(trailerName, (metadata) => Object.assign(metadata, { rows: {} })),
      changeMetadata(trailerName, (metadata) => Object.assign(metadata, { files: 2 })),
      refill('users', gzipSync('[1]\n')),
      refill('users', gzipSync('{"id":1}\n')),
      refill('users', gzipSync('not json\n')),
      refill('users', Buffer.from('not packed')),
      refill('users', gzipSync(Buffer.alloc(129 * 1024 * 1024), { level: 1 })),
      (entries) => void entries.splice(2, 1),
      (entries) => void entries.pop(),
      (entries) => void entries.push({ name: 'files/more', content: Buffer.from('x') }),
      (entries) => void entries.splice(3, 0, { name: 'files/early', content: Buffer.from('x') }),
    ];
    for (const [n, change] of changes.entries()) {
      const archivePath = await createModifiedBackup(change);
      await assertRejected(archivePath, { name: 'BackupCorrupt' }).catch((error: unknown) => {
        throw new Error(`forgery ${n} was accepted`, { cause: error });
      });
    }
    await assertUnchanged();
  });

  it('inconsistent with its schema version in columns or tables is rejected without changes', async () => {
    const shape = (change: (table: { name: string; columns: string[] }) => void) =>
      changeMetadata(headerName, (metadata) => {
        const tables = metadata.tables as { name: string; columns: string[] }[];
        const users = tables.find(({ name }) => name === 'users');
        assert.ok(users);
        change(users);
      });
    await assertRejected(await createModifiedBackup(shape((users) => users.columns.splice(0, 1, 'identity'))), {
      name: 'BackupCorrupt',
      message: /table users/,
    });
    for (const name of ['migrations', 'sessions', 'jobs', 'sqlite_sequence', 'entry_search'])
      await assertRejected(
        await createModifiedBackup(
          changeMetadata(headerName, (metadata) => (metadata.tables as object[]).push({ name, columns: ['name'] })),
        ),
        { name: 'BackupCorrupt', message: new RegExp(`table ${name}`) },
      );
    await assertUnchanged();
  });

  it('rewritten without modifications is accepted', async () => {
    const { end } = await checkBackup(await createModifiedBackup(() => {}));
    assert.equal(end.files, 1);
  });
});
