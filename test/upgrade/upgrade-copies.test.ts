// Tests the copy of an embedded database before it is migrated (docs/upgrade.md).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFile, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import BetterSqlite from 'better-sqlite3';
import { retainedCopies } from '../../server/command-line/upgrade-backup.ts';
import { migrations } from '../../server/database/migrations.ts';
import { runOctavo } from '../commands/in-process.ts';
import { openSqlite } from '../faults/consistency.ts';
import { newFolder } from '../faults/service-process.ts';
import { startInProcess } from '../service-in-process.ts';
import { readState } from './database-state.ts';
import { restoreVersion, type TestInstallation } from './fixtures.ts';

const copiesOf = ({ data }: Pick<TestInstallation, 'data'>) =>
  readdir(path.join(data, 'upgrade-backups')).catch((): string[] => []);

const stateOf = (place: TestInstallation) => place.query((query) => readState(query, 'sqlite'));

/** Makes the migration of a database with the current schema pending again. */
const undoLastMigration = (place: TestInstallation) =>
  place.query(async (query) => {
    await query("delete from migrations where name = 'rolling-upgrades' returning number");
    const driver = openSqlite(place.data);
    for (const table of ['migrations', 'extension_migrations'])
      for (const column of ['compatible', 'generation'])
        driver.driver.exec(`alter table ${table} drop column ${column}`);
    driver.close();
  });

describe('octavo migrate', () => {
  it('copies the database first, so that the previous version can use the copy', async () => {
    const place = await restoreVersion('0.1', 'sqlite');
    // The latest changes are only in the write-ahead log, as after a crash.
    const other = openSqlite(place.data);
    other.driver.pragma('journal_mode = wal');
    await other.query("update settings set value = '\"Latest title\"' where name = 'title' returning name");
    const before = await stateOf(place);
    const { status, stdout, stderr } = await runOctavo(['migrate', '--data', place.data]);
    other.close();
    assert.equal(status, 0, stderr);
    const [name = '', ...more] = await copiesOf(place);
    assert.deepEqual(more, []);
    assert.match(name, /^octavo-schema-15-\d{8}T\d{6}Z\.sqlite$/);
    const copy = path.join(place.data, 'upgrade-backups', name);
    assert.match(stdout, new RegExp(`^The database before the migration is in ${copy}\\.\\n0016 wide-indexes\\n`));
    assert.equal((await stat(copy)).mode & 0o777, 0o600);
    assert.equal((await stat(path.dirname(copy))).mode & 0o777, 0o700);
    const old = { data: await newFolder() };
    await copyFile(copy, path.join(old.data, 'octavo.sqlite'));
    const opened = openSqlite(old.data);
    assert.deepEqual(await readState(opened.query, 'sqlite'), before);
    assert.deepEqual(opened.driver.pragma('integrity_check'), [{ integrity_check: 'ok' }]);
    opened.close();
  });

  it('copies nothing if there is nothing to migrate, for new sites and extensions, and with --no-backup', async () => {
    const created = { data: await newFolder() };
    await runOctavo(['user', 'create', 'ann', 'ann@example.org', '--data', created.data]);
    assert.deepEqual(await copiesOf(created), []);
    await writeFile(
      path.join(created.data, 'octavo.config.ts'),
      `export default { extensions: [{
        name: 'fresh', version: '1.0.0', title: 'Fresh', description: '', namespace: 'fresh/v1', resources: [],
        migrations: [{ number: 1, name: 'first', up: (tx) => tx.execute('create table fresh_rows (n integer)') }],
        open: () => ({ modules: [] }),
      }] };`,
    );
    const extended = await runOctavo(['migrate', '--data', created.data]);
    assert.equal(extended.status, 0, extended.stderr);
    assert.deepEqual(await copiesOf(created), []);
    assert.equal((await runOctavo(['migrate', '--data', created.data])).stdout, 'The database is up to date.\n');
    const place = await restoreVersion('0.1', 'sqlite');
    const migrated = await runOctavo(['migrate', '--no-backup', '--data', place.data]);
    assert.match(migrated.stdout, /^0016 wide-indexes\n/);
    assert.deepEqual(await copiesOf(place), []);
  });

  it('retains the latest copies, and deletes older and incomplete ones', async () => {
    const place = await restoreVersion('0.1', 'sqlite');
    await runOctavo(['migrate', '--data', place.data]);
    const folder = path.join(place.data, 'upgrade-backups');
    const [first = ''] = await copiesOf(place);
    const old = ['octavo-schema-9-20200101T000000Z.sqlite', 'octavo-schema-15-20210101T000000Z.sqlite'];
    for (const name of [...old, 'octavo-schema-15-20220101T000000Z.sqlite.part', 'notes.txt'])
      await copyFile(path.join(folder, first), path.join(folder, name));
    await undoLastMigration(place);
    const { status, stderr } = await runOctavo(['migrate', '--data', place.data]);
    assert.equal(status, 0, stderr);
    const names = await copiesOf(place);
    assert.equal(retainedCopies, 3);
    assert.equal(names.length, 4, names.join());
    assert.ok(names.includes('notes.txt') && names.includes(first) && names.includes(old[1] ?? ''), names.join());
    const previous = (migrations.at(-1)?.number ?? 0) - 1;
    assert.ok(
      names.some((name) => name.startsWith(`octavo-schema-${previous}-`)),
      names.join(),
    );
  });

  it('changes nothing if the copy cannot be created', async () => {
    const place = await restoreVersion('0.1', 'sqlite');
    const before = await stateOf(place);
    await writeFile(path.join(place.data, 'upgrade-backups'), 'a file');
    const { status, stderr } = await runOctavo(['migrate', '--data', place.data]);
    assert.equal(status, 1);
    assert.match(
      stderr,
      /^The copy of the database .* cannot be created in .*: .* \(E\w+\)\. Nothing was changed\.\n$/,
    );
    assert.deepEqual(await stateOf(place), before);
  });

  /**
   * Calls `work` with an installation of version 0.1 on a disk that has this much free space besides the database. Skips the test if such a
   * disk cannot be mounted.
   */
  async function withSmallDisk(
    t: TestContext,
    freeBytesOf: (sizes: { readonly copyBytes: number; readonly migrationBytes: number }) => number,
    work: (data: string) => Promise<void>,
  ): Promise<void> {
    if (process.platform !== 'linux' || process.getuid?.() !== 0) return t.skip('mounting a small disk requires root');
    const place = await restoreVersion('0.1', 'sqlite');
    const data = await newFolder();
    const copyBytes = (await stat(path.join(place.data, 'octavo.sqlite'))).size;
    const { stdout } = await runOctavo(['migrate', '--plan', '--json', '--data', place.data]);
    const migrationBytes = JSON.parse(stdout).estimate.bytes - copyBytes;
    assert.ok(migrationBytes > 1.3 * 1024 * 1024);
    const names = ['octavo.sqlite', 'octavo.config.ts'];
    const kib = Math.ceil((copyBytes + freeBytesOf({ copyBytes, migrationBytes })) / 1024) + 64;
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kib}k`, 'tmpfs', data], { stdio: 'pipe' });
    } catch (error) {
      return t.skip(`a small disk cannot be mounted: ${error}`);
    }
    try {
      for (const name of names) await copyFile(path.join(place.data, name), path.join(data, name));
      await work(data);
    } finally {
      execFileSync('umount', ['--lazy', data]);
    }
  }

  const assertRejected = async (data: string) => {
    const stateOfSmall = async () => {
      const file = openSqlite(data);
      const state = await readState(file.query, 'sqlite');
      file.close();
      return state;
    };
    const before = await stateOfSmall();
    for (const command of [['migrate'], ['serve', '--port', '0']]) {
      const { status, stderr } = await runOctavo([...command, '--data', data]);
      assert.equal(status, 1, command.join(' '));
      assert.match(
        stderr,
        /^The upgrade needs about [\d.]+ [KM]B, of which [\d.]+ [KM]B are for the copy of the database, but .* has only .* of free/,
      );
      assert.match(stderr, /octavo migrate --no-backup\. Nothing was changed\.\n$/);
      assert.deepEqual(await stateOfSmall(), before);
      assert.deepEqual(await copiesOf({ data }), []);
    }
  };

  it('changes nothing if there is too little space for the copy', (t) =>
    withSmallDisk(t, ({ copyBytes }) => copyBytes * 0.5 + 512 * 1024, assertRejected));

  it('changes nothing if there is space for the copy, but not for the migrations', (t) =>
    withSmallDisk(t, ({ copyBytes }) => copyBytes + 1.1 * 1024 * 1024, assertRejected));

  it('succeeds if there is as much space as octavo migrate --plan says', (t) =>
    withSmallDisk(
      t,
      ({ copyBytes, migrationBytes }) => copyBytes + migrationBytes,
      async (data) => {
        const { status, stderr } = await runOctavo(['migrate', '--data', data]);
        assert.equal(status, 0, stderr);
        assert.equal((await copiesOf({ data })).length, 1);
      },
    ));
});

describe('octavo serve', () => {
  it('copies the database, too', async () => {
    const place = await restoreVersion('0.1', 'sqlite');
    await (await startInProcess({ data: place.data })).close();
    const [name = ''] = await copiesOf(place);
    const copy = new BetterSqlite(path.join(place.data, 'upgrade-backups', name), { readonly: true });
    assert.equal(copy.prepare('select max(number) from migrations').pluck().get(), 15);
    copy.close();
  });
});
