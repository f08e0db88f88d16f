import assert from 'node:assert/strict';
import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { describeEachEngine } from '../../test/engines.ts';
import { insertRecord } from '../audit/store.ts';
import type { Database } from '../database/handle.ts';
import { migrate } from '../database/migrate.ts';
import { migrations } from '../database/migrations.ts';
import { openBackupFolder } from './backup-folder.ts';
import { findLastBackup } from './last-backup.ts';
import type { BackupRecord } from './record.ts';

const record = (id: string, made: string, state: BackupRecord['state']): BackupRecord => ({
  ...{ id, name: '', state, made, finished: null, made_by: '', size: 1, progress: 1 },
  ...{ error: null, contents: null, restore: null },
});

describeEachEngine('findLastBackup', (engine) => {
  let parent: string;
  let database: Database;
  before(async () => {
    parent = await mkdtemp(path.join(tmpdir(), 'octavo-last-backup-'));
    database = await engine.open();
    await migrate(database, migrations);
  });
  after(() => rm(parent, { recursive: true }));

  const now = Date.parse('2026-03-10T00:00:00Z');
  const insertEvent = (date_gmt: string, object_id: string) =>
    database.transaction((tx) =>
      insertRecord(tx, {
        ...{ date_gmt, action: 'backup-created', actor: 0, actor_login: '', origin: 'command line', credential: '' },
        ...{ object_type: 'backup', object_id, object_name: '', details: '{}' },
      }),
    );

  test('returns the time of the last successful backup, and whether the latest one has failed', async () => {
    const folder = openBackupFolder(path.join(parent, 'one'));
    const find = () => findLastBackup(folder, database.read, now);
    assert.deepEqual(await find(), { succeededAt: 0, hasFailed: false });
    await folder.write(record('a', '2026-03-01T00:00:00.000Z', 'ready'));
    assert.deepEqual(await find(), { succeededAt: Date.parse('2026-03-01T00:00:00Z'), hasFailed: false });
    await folder.write(record('b', '2026-03-02T00:00:00.000Z', 'failed'));
    assert.deepEqual(await find(), { succeededAt: Date.parse('2026-03-01T00:00:00Z'), hasFailed: true });
    await folder.write({ ...record('c', '2026-03-03T00:00:00.000Z', 'ready'), finished: '2026-03-03T00:07:00.000Z' });
    assert.deepEqual(await find(), { succeededAt: Date.parse('2026-03-03T00:07:00Z'), hasFailed: false });
  });

  test('counts a backup that was interrupted as failed, and one in progress as neither', async () => {
    const data = path.join(parent, 'two');
    const folder = openBackupFolder(data);
    await folder.write(record('a', '2026-03-01T00:00:00.000Z', 'making'));
    const touch = (at: number) => utimes(path.join(data, 'a.json'), at / 1000, at / 1000);
    await touch(now - 10_000);
    assert.equal((await findLastBackup(folder, database.read, now)).hasFailed, false);
    await touch(now - 60_000);
    assert.equal((await findLastBackup(folder, database.read, now)).hasFailed, true);
  });

  test('knows backups outside the folder from the audit log, but not deleted ones of the folder', async () => {
    const folder = openBackupFolder(path.join(parent, 'three'));
    const find = async () => (await findLastBackup(folder, database.read, now)).succeededAt;
    await insertEvent('2026-03-04T00:00:00', 'nightly');
    assert.equal(await find(), Date.parse('2026-03-04T00:00:00Z'));
    await insertEvent('2026-03-05T00:00:00', '20260305t000000-0123abcd');
    assert.equal(await find(), Date.parse('2026-03-04T00:00:00Z'));
  });
});
