// Tests that only serve, migrate and a restore change a database of an older version, and that all other commands reject it with a clear
// message and exit code 2, and change nothing.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { commands } from '../../server/command-line/commands.ts';
import { migrations } from '../../server/database/migrations.ts';
import { runOctavo } from '../commands/in-process.ts';
import { openSqlite } from '../faults/consistency.ts';
import { testServerUrl } from '../faults/postgres-server.ts';
import { newFolder } from '../faults/service-process.ts';
import { startStopwatch } from '../stopwatch.ts';
import { type DatabaseState, readState } from './database-state.ts';
import { engines, locationOptions, restoreVersion, type TestInstallation } from './fixtures.ts';

const wxrFile = path.resolve(import.meta.dirname, '../fixtures/small-site.wxr.xml');
const savedBackup = path.resolve(import.meta.dirname, '../fixtures/versions/0.1/backup.tar.gz');

/** Calls of the commands that must reject the database. */
const rejecting: readonly (readonly string[])[] = [
  ['user', 'create', 'zoe', 'zoe@example.org'],
  ['user', 'list'],
  ['user', 'set-password', 'admin'],
  ['app-password', 'create', 'admin', '--name', 'x'],
  ['setting', 'get', 'title'],
  ['setting', 'set', 'title', 'Changed'],
  ['audit', 'list'],
  ['audit', 'prune', '--days', '1'],
  ['import', wxrFile],
  ['demo'],
  ['generate', '--posts', '10'],
  ['backup', 'create'],
  ['mail', 'list'],
  ['mail', 'retry'],
];

/** Calls of the commands that succeed without using or changing the tables. */
const reading: readonly (readonly string[])[] = [['info'], ['backup', 'list'], ['migrate', '--plan']];

/** Commands that may migrate, and commands that do not use the database of a site. */
const others = ['serve', 'migrate', 'backup restore', 'init', 'completion bash', 'completion zsh', 'completion fish'];

it('every command is tested', () => {
  const formOf = ([name = '', verb = '']: readonly string[]) =>
    commands.some((each) => each.name === name && each.forms.some((form) => form.verb === verb))
      ? `${name} ${verb}`
      : name;
  const tested = new Set([...rejecting, ...reading, ['doctor']].map(formOf).concat(others));
  const forms = commands.flatMap(({ name, forms }) => forms.map(({ verb }) => (verb ? `${name} ${verb}` : name)));
  assert.deepEqual(
    forms.filter((form) => !tested.has(form)),
    [],
  );
});

for (const engine of engines) {
  const skip = engine === 'postgres' && !testServerUrl ? 'OCTAVO_TEST_POSTGRES is not set' : false;
  describe(`a database of an older version on ${engine}`, { skip }, () => {
    let place: TestInstallation;
    let original: DatabaseState;
    const run = (command: readonly string[]) =>
      runOctavo([...command, ...locationOptions(place)], { OCTAVO_PASSWORD: 'correct horse battery' });
    const assertUnchanged = async (command: readonly string[]) => {
      assert.deepEqual(await place.query((query) => readState(query, engine)), original, command.join(' '));
      assert.equal(existsSync(path.join(place.data, 'upgrade-backups')), false, command.join(' '));
    };
    before(async () => {
      place = await restoreVersion('0.1', engine);
      original = await place.query((query) => readState(query, engine));
    });
    after(() => place.drop());

    it('is rejected by all commands that are not to migrate it, in one sentence with what to do', async () => {
      for (const command of rejecting) {
        const { status, stdout, stderr } = await run(command);
        assert.equal(status, 2, `${command.join(' ')}: ${stdout}${stderr}`);
        assert.match(
          stderr,
          /^The database in \S+ \(--data(?:base)?\) is of an older version; .* and run octavo migrate\.\n$/,
        );
        assert.equal(stdout, '', command.join(' '));
        await assertUnchanged(command);
      }
    });

    it('is not changed by commands that read it', async () => {
      for (const command of reading) {
        const { status, stderr } = await run(command);
        assert.equal(status, 0, `${command.join(' ')}: ${stderr}`);
        await assertUnchanged(command);
      }
      const { stdout } = await run(['doctor', '--json', '--port', '0']);
      const { checks }: { checks: { check: string; result: string; action: string }[] } = JSON.parse(stdout);
      const found = checks.find(({ check }) => check === 'database');
      assert.equal(found?.result, 'warning');
      assert.match(found?.action ?? '', /run octavo migrate\./);
      await assertUnchanged(['doctor']);
    });

    it('is migrated by a restore, which replaces all data', async () => {
      const archive = path.join(await newFolder(), 'backup.tar');
      await writeFile(archive, gunzipSync(await readFile(savedBackup)));
      const { status, stderr } = await run(['backup', 'restore', archive, '--foreign']);
      assert.equal(status, 0, stderr);
      const [row] = await place.query((query) => query('select max(number) as n from migrations'));
      assert.equal(Number(row?.n), migrations.at(-1)?.number);
      assert.equal((await run(['user', 'list'])).status, 0);
    });
  });
}

describe('a database that a running service of an older version has locked', () => {
  it('is rejected at once', async () => {
    const place = await restoreVersion('0.1', 'sqlite');
    const { driver, close } = openSqlite(place.data);
    driver.exec('begin immediate');
    const stopwatch = startStopwatch();
    const { status, stderr } = await runOctavo(['user', 'list', ...locationOptions(place)]);
    const durationMs = stopwatch.stop();
    close();
    assert.match(stderr, /is of an older version/);
    assert.equal(status, 2);
    assert.ok(durationMs < 4000, `took ${durationMs} ms`);
  });
});
