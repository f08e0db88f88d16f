// Tests octavo migrate --plan: it describes the pending migrations with their costs, and changes nothing.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { formatBytes, formatDuration } from '../../server/command-line/format-plan.ts';
import { type Migration, migrateAll } from '../../server/database/migrate.ts';
import { planMigrations } from '../../server/database/migration-plan.ts';
import { effectsOf, migrations } from '../../server/database/migrations.ts';
import { openDatabase } from '../../server/database/open.ts';
import { runCommand } from '../commands/in-process.ts';
import { testServerUrl } from '../faults/postgres-server.ts';
import { newFolder } from '../faults/service-process.ts';
import { readState } from './database-state.ts';
import { engines, locationOptions, readSavedSite, restoreVersion, type TestInstallation } from './fixtures.ts';

for (const engine of engines) {
  const skip = engine === 'postgres' && !testServerUrl ? 'OCTAVO_TEST_POSTGRES is not set' : false;
  describe(`octavo migrate --plan on ${engine}`, { skip }, () => {
    let place: TestInstallation;
    before(async () => {
      place = await restoreVersion('0.1', engine);
    });
    after(() => place.drop());
    const plan = () => runCommand(['migrate', '--plan', ...locationOptions(place)]);

    it('describes each migration, the rows, the duration, the disk space and the backup, and changes nothing', async () => {
      const { rows } = readSavedSite('0.1', engine);
      const state = () => place.query((query) => readState(query, engine));
      const original = await state();
      const file = path.join(place.data, 'octavo.sqlite');
      const bytes = engine === 'sqlite' ? readFileSync(file) : undefined;
      const text = await plan();
      assert.match(text, /^Octavo \d+\.\d+\.\d+ would change this database \([\d.]+ [KM]B\) as follows:\n/);
      for (const { number, name } of migrations.filter((each) => each.number > 15))
        assert.match(text, new RegExp(`^00${number} ${name}: [A-Z].*\\.\\n(?: {5}.*\\n)* {5}Duration: .*\\.$`, 'm'));
      assert.match(text, new RegExp(`builds 12 indexes of entries \\(${rows.entries} rows\\)`));
      assert.match(
        text,
        new RegExp(`rewrites and builds the search index of entry_text \\(${rows.entry_text} rows\\)`),
      );
      assert.match(text, new RegExp(`rewrites audit_log \\(${rows.audit_log} rows\\)`));
      assert.match(text, /^Duration: {3}(less than|about|\d+ to) .* in total/m);
      assert.match(
        text,
        engine === 'sqlite'
          ? /^Disk space: about [\d.]+ [KM]B, of which [\d.]+ [KM]B are for the copy of the database; [\d.]+ \w+ are free\.$/m
          : /^Disk space: about [\d.]+ [KM]B on the disk of the database server\.$/m,
      );
      assert.match(text, /^Service: {4}stop it on all nodes first\./m);
      assert.match(text, engine === 'sqlite' ? /^Backup: .* is copied to upgrade-backups/m : /^Backup: .*pg_dump/m);
      assert.match(text, /\nNothing has been changed\.\n$/);
      assert.deepEqual(await state(), original);
      if (bytes) assert.ok(readFileSync(file).equals(bytes), 'the file is byte-identical');
      assert.equal(existsSync(path.join(place.data, 'upgrade-backups')), false);
    });

    it('lists the indexes of meta fields that octavo migrate then completes', async () => {
      const config = path.join(await newFolder(), 'octavo.config.ts');
      const declared = readFileSync(path.join(place.data, 'octavo.config.ts'), 'utf8');
      writeFileSync(
        config,
        declared.replace("minutes: { type: 'integer',", "minutes: { type: 'integer', filterable: true,"),
      );
      const options = ['--config', config, ...locationOptions(place)];
      const [counted] = await place.query((query) => query("select count(*) as n from entries where type = 'recipe'"));
      const line = new RegExp(
        `^index of the meta field recipe\\S*minutes\\S*: reads ${Number(counted?.n)} entries\\.$`,
        'm',
      );
      assert.match(await runCommand(['migrate', '--plan', ...options]), line);
      assert.match(await runCommand(['migrate', ...options]), /^index of the meta field recipe\S*minutes/m);
      const indexed = await place.query((query) => query('select field from meta_indexes'));
      assert.equal(indexed.length, 1);
      const [filled] = await place.query((query) => query('select count(*) as n from entry_meta'));
      assert.ok(Number(filled?.n) > 0);
      for (const command of [['migrate', '--plan'], ['migrate']])
        assert.equal(await runCommand([...command, ...options]), 'The database is up to date.\n');
    });
  });
}

describe('planMigrations', () => {
  const fill: Migration = {
    number: 1,
    name: 'fill',
    up: (tx) =>
      tx.execute(`create table cups (id integer primary key, color text);
        insert into cups select value, 'blue' from (with recursive n(value) as (select 1 union all select value + 1 from n where value < 20000) select value from n)`),
  };
  const planOf = async (...effects: Migration['effects'][]) => {
    const database = await openDatabase({ kind: 'memory' });
    await migrateAll(database, [{ migrations: [fill] }]);
    const pending = effects.map(
      (each, i): Migration => ({
        number: 2 + i,
        name: `next-${i}`,
        ...(each && { effects: each }),
        up: async () => {},
      }),
    );
    const plan = await planMigrations(database, [{ migrations: [fill, ...pending] }]);
    await database.close();
    return plan;
  };

  it('estimates more time and space for more work', async () => {
    const summary = 'Changes cups.';
    // One plan measures the rate once, so the machine's load affects all estimates equally.
    const { migrations: planned } = await planOf(
      { summary },
      { summary, tables: { cups: { indexes: 4 } } },
      { summary, tables: { cups: { rewrites: true, indexes: 4, searchIndex: true } } },
    );
    assert.equal(planned.length, 3);
    for (const [i, more] of planned.entries()) {
      const less = planned[i - 1];
      assert.ok(more.seconds.min < more.seconds.max);
      if (less === undefined) continue;
      assert.ok(less.seconds.max < more.seconds.max, `${less.seconds.max} ${more.seconds.max}`);
      assert.ok(less.bytes < more.bytes);
    }
    assert.equal(planned[1]?.tables[0]?.rows, 20_000);
  });

  it('skips tables that do not exist yet, and describes migrations that declare no effects', async () => {
    const plan = await planOf({ summary: 'Fills saucers.', tables: { saucers: { rewrites: true } } });
    assert.deepEqual(plan.migrations[0]?.tables, []);
    assert.equal((await planOf(undefined)).migrations[0]?.summary, 'Changes the schema of its tables.');
  });
});

describe('migrations of the service', () => {
  it('after version 0.1 all declare their effects', async () => {
    for (const migration of migrations.filter(({ number }) => number > 15))
      assert.match((await effectsOf(migration))?.summary ?? '', /^[A-Z].*\.$/, migration.name);
  });
});

describe('formatDuration and formatBytes', () => {
  it('use rounded values and suitable units', () => {
    const cases: [number, number, string][] = [
      [0, 0.4, 'less than a second'],
      [0.2, 8, 'less than 8 seconds'],
      [3, 8.2, '3 to 9 seconds'],
      [61, 119, '61 to 119 seconds'],
      [8.2, 8.9, '8 to 9 seconds'],
      [61, 300, '61 seconds to 5 minutes'],
      [0.5, 121, 'less than 3 minutes'],
      [130, 170, '2 to 3 minutes'],
      [4000, 8000, '66 minutes to 3 hours'],
      [1, 1, 'about 1 second'],
    ];
    for (const [min, max, text] of cases) assert.equal(formatDuration({ min, max }), text);
    assert.deepEqual([0, 999, 1000, 15_400_000, 2.34e9, 7e15].map(formatBytes), [
      '0 bytes',
      '999 bytes',
      '1.0 KB',
      '15 MB',
      '2.3 GB',
      '7000 TB',
    ]);
  });
});
