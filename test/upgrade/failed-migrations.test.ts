// Tests that a migration that fails or is killed leaves the database of a released version unchanged, and that several processes can
// migrate the same database at the same time.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { DiskFull, MigrationFailed } from '../../server/database/errors.ts';
import { type Migration, type MigrationSet, migrateAll } from '../../server/database/migrate.ts';
import { migrations } from '../../server/database/migrations.ts';
import { openDatabase } from '../../server/database/open.ts';
import { testServerUrl } from '../faults/postgres-server.ts';
import { killAfterTests, main } from '../faults/service-process.ts';
import { type DatabaseState, readState } from './database-state.ts';
import { engines, locationOptions, restoreVersion, type TestInstallation, versionsToMigrate } from './fixtures.ts';

/** Returns the migrations, one of which fails after it has changed the database. */
const withFailure = (number: number, error: Error): Migration[] =>
  migrations.map((each) =>
    each.number !== number
      ? each
      : {
          ...each,
          async up(tx) {
            await each.up(tx);
            await tx.execute("update settings set value = '\"changed\"' where name = 'title'");
            throw error;
          },
        },
  );

/** Runs `octavo migrate` in a process of its own. Returns its exit code and its output. */
async function runMigrate(place: TestInstallation) {
  const child = spawn(process.execPath, [main, 'migrate', ...locationOptions(place)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  killAfterTests(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const [status] = await once(child, 'close');
  return { status, output };
}

for (const version of versionsToMigrate)
  for (const engine of engines) {
    const skip = engine === 'postgres' && !testServerUrl ? 'OCTAVO_TEST_POSTGRES is not set' : false;
    describe(`a failed migration of version ${version} on ${engine}`, { skip }, () => {
      let place: TestInstallation;
      let original: DatabaseState;
      let pending: Migration[];
      before(async () => {
        place = await restoreVersion(version, engine);
        original = await place.query((query) => readState(query, engine));
        const [last] = await place.query((query) => query('select max(number) as n from migrations'));
        pending = migrations.filter(({ number }) => number > Number(last?.n));
        assert.ok(pending.length > 0);
      });
      after(() => place.drop());

      const open = () =>
        openDatabase(
          place.database === undefined
            ? { kind: 'sqlite', file: path.join(place.data, 'octavo.sqlite') }
            : { kind: 'postgres', url: place.database },
        );
      const assertUnchanged = async () =>
        assert.deepEqual(await place.query((query) => readState(query, engine)), original);
      const attempt = async (sets: readonly MigrationSet[]) => {
        const database = await open();
        try {
          await migrateAll(database, sets);
        } finally {
          await database.close();
        }
      };

      it('leaves the database unchanged, wherever it fails, and names the migration', async () => {
        for (const { number, name } of pending) {
          const error = new Error(`stopped in ${number}`);
          await assert.rejects(attempt([{ migrations: withFailure(number, error) }]), (thrown: unknown) => {
            assert.ok(thrown instanceof MigrationFailed);
            assert.match(
              thrown.message,
              new RegExp(`00${number} ${name} \\(Error, stopped in ${number}, at .*\\); the database is unchanged\\.$`),
            );
            assert.equal(thrown.cause, error);
            return true;
          });
          await assertUnchanged();
        }
      });

      it('leaves the database unchanged if the disk becomes full', async () => {
        const [first] = pending;
        const full = new DiskFull('The disk is full.');
        await assert.rejects(attempt([{ migrations: withFailure(first?.number ?? 0, full) }]), full);
        await assertUnchanged();
      });

      it('leaves the database unchanged if a migration of an extension fails after those of the service', async () => {
        const failing: Migration = {
          number: 1,
          name: 'first',
          async up(tx) {
            await tx.execute('create table faulty_a (a integer)');
            throw new Error('no');
          },
        };
        await assert.rejects(
          attempt([{ migrations }, { extension: 'faulty', migrations: [failing] }]),
          /^MigrationFailed: A migration of the extension faulty failed and was rolled back: faulty 0001 first \(Error, no, at failed-migrations\.test\.ts:\d+:\d+\); the database is unchanged\.$/,
        );
        await assertUnchanged();
      });

      it('leaves the database unchanged if the process is killed', async () => {
        const points = [pending[0], pending[pending.length >> 1], pending.at(-1)].flatMap((each) => each ?? []);
        for (const { number } of points) {
          const args = [path.join(import.meta.dirname, 'interrupted-migration.ts'), String(number), place.data];
          const child = spawn(process.execPath, [...args, ...(place.database === undefined ? [] : [place.database])], {
            stdio: ['ignore', 'pipe', 'inherit'],
          });
          killAfterTests(child);
          const exited = once(child, 'exit');
          const [text] = await Promise.race([once(child.stdout, 'data'), exited]);
          assert.equal(String(text), 'waiting\n');
          child.kill('SIGKILL');
          await exited;
          await assertUnchanged();
        }
      });

      it('does not prevent a later migration, which one of two processes performs', async () => {
        const results = await Promise.all([runMigrate(place), runMigrate(place)]);
        for (const { status, output } of results) assert.equal(status, 0, output);
        const applied = results.filter(({ output }) => output.includes(pending[0]?.name ?? ''));
        assert.equal(applied.length, 1, 'one process has applied the migrations');
        for (const { output } of results) if (output !== applied[0]?.output) assert.match(output, /is up to date/);
        const rows = await place.query((query) => query('select number from migrations order by number'));
        assert.deepEqual(
          rows.map(({ number }) => Number(number)),
          migrations.map(({ number }) => number),
        );
      });
    });
  }
