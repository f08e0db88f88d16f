// Tests that commands report a failed migration in one sentence without values of rows, also as JSON and during a restore.
import assert from 'node:assert/strict';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it, mock } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { Output } from '../../server/command-line/output.ts';
import { printError } from '../../server/command-line/print-error.ts';
import { runOctavo } from '../commands/in-process.ts';
import { createTestDatabase, testServerUrl } from '../faults/postgres-server.ts';
import { newFolder } from '../faults/service-process.ts';
import { readState } from './database-state.ts';
import { engines, locationOptions, restoreVersion, type TestInstallation } from './fixtures.ts';

/** A configuration with an extension whose migration fails because of the email addresses of users. */
const failingConfig = `
  import site from './site.ts';
  export default { ...site, extensions: ['union', {
    name: 'faulty', version: '1.0.0', title: 'Faulty', description: '', namespace: 'faulty/v1', resources: [],
    migrations: [{ number: 1, name: 'first', up: (tx) => tx.execute(
      'create table faulty_addresses (email text check (length(email) < 1)); ' +
      'insert into faulty_addresses select email from users') }],
    open: () => ({ modules: [] }),
  }] };`;

const message =
  /^A migration of the extension faulty failed and was rolled back: faulty 0001 first \(\w+, [^@]*\); the database is unchanged\.$/;

for (const engine of engines) {
  const skip = engine === 'postgres' && !testServerUrl ? 'OCTAVO_TEST_POSTGRES is not set' : false;
  describe(`a migration that fails because of a row on ${engine}`, { skip }, () => {
    let place: TestInstallation;
    before(async () => {
      place = await restoreVersion('0.1', engine);
      await rename(path.join(place.data, 'octavo.config.ts'), path.join(place.data, 'site.ts'));
      await writeFile(path.join(place.data, 'octavo.config.ts'), failingConfig);
    });
    after(() => place.drop());

    it('is reported in one sentence without values of the row', async () => {
      const stateOf = () => place.query((query) => readState(query, engine));
      const original = await stateOf();
      const users = await place.query((query) => query('select email from users'));
      assert.ok(users.some(({ email }) => String(email).includes('@')));
      for (const command of [['migrate'], ['serve', '--port', '0'], ['migrate', '--json']]) {
        const { status, stdout, stderr } = await runOctavo([...command, ...locationOptions(place)]);
        const isJson = command.includes('--json');
        assert.match(isJson ? JSON.parse(stderr).error.message : stderr.trimEnd(), message, command.join(' '));
        assert.doesNotMatch(stdout + stderr, /@/);
        assert.equal(status, 1, command.join(' '));
        assert.deepEqual(await stateOf(), original);
      }
    });

    it('is reported by a restore in the same way', async () => {
      const archive = path.join(await newFolder(), 'backup.tar');
      const saved = path.resolve(import.meta.dirname, '../fixtures/versions/0.1/backup.tar.gz');
      await writeFile(archive, gunzipSync(await readFile(saved)));
      const data = path.join(await newFolder(), 'data');
      await mkdir(data);
      for (const name of ['site.ts', 'octavo.config.ts'])
        await writeFile(path.join(data, name), await readFile(path.join(place.data, name)));
      const database = engine === 'postgres' ? await createTestDatabase() : undefined;
      const location = ['--data', data, ...(database ? ['--database', database.url] : [])];
      const { status, stderr } = await runOctavo(['backup', 'restore', archive, ...location]);
      await database?.drop();
      assert.match(stderr.trimEnd(), message);
      assert.equal(status, 1);
    });
  });
}

describe('an unexpected error', () => {
  const print = (error: unknown, isJson: boolean): string => {
    const written = mock.method(console, 'error', () => {});
    printError(error, new Output(isJson));
    const text = written.mock.calls.map(({ arguments: values }) => values.map(String).join(' ')).join('\n');
    written.mock.restore();
    return text;
  };

  it('is printed with its stack trace and causes, but without properties that may contain values of rows', () => {
    const rejected = Object.assign(new Error('null value in column "email"'), {
      detail: 'Failing row contains (eve@secret.example).',
      where: 'COPY users, line 1: "eve@secret.example"',
    });
    const error = new Error('unexpected', { cause: rejected });
    for (const each of [rejected, error])
      for (const isJson of [true, false]) assert.doesNotMatch(print(each, isJson), /eve@secret/);
    const text = print(error, false);
    assert.match(text, /^Error: unexpected\n\s+at .*failed-migration-output/);
    assert.match(text, /\nCaused by: Error: null value in column "email"\n\s+at /);
    assert.equal(print('text', false), 'text');
  });
});
