// Tests that every command rejects a database of a newer version with a clear message and exit code 2, and changes nothing.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { headerName } from '../../server/backup/format.ts';
import { ArchiveWriter } from '../../server/backup/tar.ts';
import { migrations } from '../../server/database/migrations.ts';
import { version } from '../../server/version.ts';
import { runOctavo } from '../commands/in-process.ts';
import { testServerUrl } from '../faults/postgres-server.ts';
import { newFolder } from '../faults/service-process.ts';
import { readState } from './database-state.ts';
import { engines, locationOptions, restoreVersion, type TestInstallation } from './fixtures.ts';

const newest = migrations.at(-1)?.number ?? 0;

for (const engine of engines) {
  const skip = engine === 'postgres' && !testServerUrl ? 'OCTAVO_TEST_POSTGRES is not set' : false;
  describe(`a database of a newer version on ${engine}`, { skip }, () => {
    let place: TestInstallation;
    let archive: string;
    const commands = (): string[][] => [
      ['serve', '--port', '0'],
      ['serve', '--port', '8089', '--workers', '2'],
      ['migrate'],
      ['migrate', '--plan'],
      ['user', 'list'],
      ['app-password', 'create', 'admin', '--name', 'x'],
      ['setting', 'get', 'title'],
      ['setting', 'set', 'title', 'Changed'],
      ['audit', 'list'],
      ['audit', 'prune', '--days', '1'],
      ['backup', 'create'],
      ['backup', 'restore', archive],
      ['mail', 'list'],
      ['import', path.resolve(import.meta.dirname, '../fixtures/small-site.wxr.xml')],
      ['demo'],
      ['generate', '--posts', '1000'],
    ];

    before(async () => {
      place = await restoreVersion('0.1', engine);
      const folder = await newFolder();
      archive = path.join(folder, 'backup.tar');
      for (const command of [['migrate'], ['backup', 'create', '--to', archive]]) {
        const { status, stderr } = await runOctavo([...command, ...locationOptions(place)]);
        assert.equal(status, 0, stderr);
      }
      await rm(path.join(place.data, 'upgrade-backups'), { recursive: true, force: true });
    });
    after(() => place.drop());

    const assertRejected = async (message: RegExp) => {
      const before = await place.query((query) => readState(query, engine));
      for (const command of commands()) {
        const { status, stdout, stderr } = await runOctavo([...command, ...locationOptions(place)]);
        assert.equal(status, 2, `${command.join(' ')}: ${stdout}${stderr}`);
        assert.match(stderr, message, command.join(' '));
        assert.equal(stderr.trim().split('\n').length, 1, stderr);
        assert.equal(stdout, '', command.join(' '));
      }
      const { status, stdout } = await runOctavo(['info', '--json', ...locationOptions(place)]);
      const { database }: { database: { version: string; schema: number; error: string } } = JSON.parse(stdout);
      assert.match(database.error, message);
      assert.ok(database.version !== '' && database.schema >= newest && status === 0);
      const text = await runOctavo(['info', ...locationOptions(place)]);
      assert.match(text.stdout, message);
      assert.deepEqual(await place.query((query) => readState(query, engine)), before);
    };

    it('is rejected with the version that has migrated it', async () => {
      const columns = 'insert into migrations (number, name, applied_at, program)';
      await place.query((query) =>
        query(`${columns} values (${newest + 7}, 'to-come', '2099-01-01', '9.8.7') returning number`),
      );
      await assertRejected(
        new RegExp(
          `The database was migrated by Octavo 9\\.8\\.7, a newer version \\(its schema version is ${newest + 7}, and this version supports ${newest}\\); install Octavo 9\\.8\\.7 or newer`,
        ),
      );
      await place.query((query) => query(`delete from migrations where number > ${newest} returning number`));
    });

    it('is rejected if a newer version of an extension has migrated its tables', async () => {
      await place.query((query) =>
        query(
          `insert into extension_migrations (extension, number, name, applied_at) values ('cmsforms', 99, 'to-come', '2099-01-01') returning number`,
        ),
      );
      await assertRejected(/The tables of the extension cmsforms were migrated by a newer version of it/);
      await place.query((query) => query('delete from extension_migrations where number = 99 returning number'));
    });

    it('has recorded the version of this program', async () => {
      const rows = await place.query((query) => query(`select program from migrations where number = ${newest}`));
      assert.deepEqual(
        rows.map(({ program }) => program),
        [version()],
      );
    });
  });
}

describe('a backup of a newer version', () => {
  it('is rejected by the restore, which creates nothing', async () => {
    const folder = await newFolder();
    const head = {
      ...{ format: 'octavo-backup', version: 1, name: '', made: '2099-01-01T00:00:00Z', made_by: '', program: '9.8.7' },
      ...{ site: '', home: 'http://site.example', schema: newest + 1, extensions: {}, tables: [] },
    };
    const archive = path.join(folder, 'backup.tar');
    const file = await open(archive, 'wx');
    const writer = new ArchiveWriter(file);
    const bytes = Buffer.from(JSON.stringify(head));
    await writer.add(headerName, bytes.length, [bytes]);
    await writer.end();
    await file.close();
    const data = path.join(folder, 'data');
    const { status, stderr } = await runOctavo(['backup', 'restore', archive, '--data', data]);
    assert.equal(stderr, 'The backup was created by a newer version of Octavo (9.8.7); upgrade Octavo first.\n');
    assert.equal(status, 2);
    assert.equal(existsSync(data), false);
  });
});
