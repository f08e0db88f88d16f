// Tests that a file store that cannot be opened is reported before a database is migrated or created.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { createOctavo } from '../../server/octavo.ts';
import { runOctavo } from '../commands/in-process.ts';
import { testServerUrl } from '../faults/postgres-server.ts';
import { newFolder } from '../faults/service-process.ts';
import { freePort } from '../free-port.ts';
import { readState } from './database-state.ts';
import { engines, locationOptions, restoreVersion, type TestInstallation } from './fixtures.ts';

const bucket = 's3://bucket?endpoint=http://127.0.0.1:1';
const withoutCredentials = { AWS_ACCESS_KEY_ID: '', AWS_SECRET_ACCESS_KEY: '' };

for (const engine of engines) {
  const skip = engine === 'postgres' && !testServerUrl ? 'OCTAVO_TEST_POSTGRES is not set' : false;
  describe(`a file store that cannot be opened, with a database on ${engine}`, { skip }, () => {
    let place: TestInstallation;
    let archive: string;
    let file: string;
    const commands = async (): Promise<string[][]> => [
      ['serve', '--port', '0'],
      ['serve', '--port', String(await freePort()), '--workers', '2'],
      ['backup', 'restore', archive, '--foreign'],
    ];
    before(async () => {
      place = await restoreVersion('0.1', engine);
      archive = path.join(await newFolder(), 'backup.tar');
      const saved = path.resolve(import.meta.dirname, '../fixtures/versions/0.1/backup.tar.gz');
      await writeFile(archive, gunzipSync(await readFile(saved)));
      file = path.join(await newFolder(), 'file');
      await writeFile(file, 'not a folder');
    });
    after(() => place.drop());
    const stateOf = () => place.query((query) => readState(query, engine));

    it('leaves a database of an older version unchanged', async () => {
      const original = await stateOf();
      for (const files of [bucket, file]) {
        for (const command of await commands()) {
          const options = [...command, ...locationOptions(place), '--files', files];
          const { status, stderr } = await runOctavo(options, withoutCredentials);
          assert.match(stderr, /^The file store \S+ \(--files\) is unavailable: .*\n$/, command.join(' '));
          assert.equal(status, 2, command.join(' '));
          assert.deepEqual(await stateOf(), original, command.join(' '));
        }
      }
      const { data, database } = place;
      const options = { data, ...(database !== undefined && { database }), files: file, port: 0 };
      await assert.rejects(createOctavo(options), /^ConfigError: The file store /);
      assert.deepEqual(await stateOf(), original, 'createOctavo');
      assert.equal(existsSync(path.join(place.data, 'upgrade-backups')), false);
    });
  });
}

describe('a file store that cannot be opened, with a new site', () => {
  it('is reported before a database is created', async () => {
    const data = await newFolder();
    const { status } = await runOctavo(['serve', '--port', '0', '--data', data, '--files', bucket], withoutCredentials);
    assert.equal(status, 2);
    assert.equal(existsSync(path.join(data, 'octavo.sqlite')), false);
  });
});
