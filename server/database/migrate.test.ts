import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeEachDatabase } from '../../test/engines.ts';
import { DatabaseNewer, DatabaseUnusable } from './errors.ts';
import {
  findPendingMigrations,
  type Migration,
  type MigrationHandle,
  migrate,
  migrationName,
  type SetMigration,
} from './migrate.ts';
import { migrations } from './migrations.ts';
import { openDatabase } from './open.ts';
import { type Builder, type Slots, statement } from './statement.ts';

interface Schema {
  cups: { id: number; color: string };
  migrations: { number: number; name: string; applied_at: string };
}

const cups: Migration = {
  number: 1,
  name: 'cups',
  async up(tx) {
    await tx.execute(tx.builder.schema.createTable('cups').addColumn('id', 'integer', (column) => column.primaryKey()));
  },
};
const colors: Migration = {
  number: 2,
  name: 'colors',
  async up(tx) {
    await tx.execute({
      sqlite: `alter table cups add column color text; insert into cups values (1, 'sqlite')`,
      postgres: `alter table cups add column color text; insert into cups values (1, 'postgres')`,
    });
  },
};
const failing: Migration = {
  number: 2,
  name: 'failing',
  async up(tx) {
    await tx.execute('create table half_done (id integer)');
    throw new Error('stopped half way');
  },
};

const findCups = statement((q: Builder<Schema>, _: Slots<Record<never, never>>) => q.selectFrom('cups').selectAll());
const findApplied = statement((q: Builder<Schema>, _: Slots<Record<never, never>>) =>
  q.selectFrom('migrations').select(['number', 'applied_at']).orderBy('number'),
);
const names = (list: readonly Migration[]) => list.map(({ name }) => name);

describeEachDatabase('migrate', (engine) => {
  test('runs pending migrations in order, each once', async () => {
    const database = await engine.open();
    assert.deepEqual(names(await migrate(database, [cups])), ['cups']);
    assert.deepEqual(names(await migrate(database, [colors, cups], { clock: () => 0 })), ['colors']);
    assert.deepEqual(names(await migrate(database, [cups, colors])), []);
    assert.deepEqual(
      (await database.read.all(findCups, {})).map(({ color }) => color),
      [engine.name.split(' ')[0]],
    );
    assert.equal((await database.read.all(findApplied, {}))[1]?.applied_at, '1970-01-01T00:00:00.000Z');
  });

  test('returns the pending migrations of all sets without running them', async () => {
    const database = await engine.open();
    const sets = [{ migrations: [colors, cups] }];
    const pending = async () =>
      (await findPendingMigrations(database.read, sets)).map(({ migration }) => migration.name);
    assert.deepEqual(await pending(), ['cups', 'colors']);
    assert.deepEqual(names(await migrate(database, [cups])), ['cups']);
    assert.deepEqual(await pending(), ['colors']);
    assert.deepEqual(names(await migrate(database, [cups, colors])), ['colors']);
    assert.deepEqual(await pending(), []);
  });

  test('applies no migration if one fails, if the caller does not agree, or if it is aborted', async () => {
    const database = await engine.open();
    const isUnchanged = async () =>
      (await findPendingMigrations(database.read, [{ migrations: [cups, colors] }])).length;
    await assert.rejects(migrate(database, [cups, failing]), /half way/);
    assert.equal(await isUnchanged(), 2);
    const agreed: string[] = [];
    const beforeChanges = async (pending: readonly SetMigration[]) => {
      agreed.push(...pending.map((each) => migrationName(each)));
      throw new Error('no space');
    };
    await assert.rejects(migrate(database, [cups, colors], { beforeChanges }), /no space/);
    assert.deepEqual(agreed, ['0001 cups', '0002 colors']);
    const stop = new AbortController();
    const aborting = { ...cups, up: async (tx: MigrationHandle) => cups.up(tx).then(() => stop.abort()) };
    await assert.rejects(migrate(database, [aborting, colors], { signal: stop.signal }), { name: 'AbortError' });
    assert.equal(await isUnchanged(), 2);
    assert.deepEqual(names(await migrate(database, [cups, colors])), ['cups', 'colors']);
    await database.schemaChange((tx) => tx.execute('create table half_done (id integer)'));
  });

  test('rejects a database of a newer version', async () => {
    const database = await engine.open();
    await migrate(database, [cups, colors]);
    await assert.rejects(migrate(database, [cups]), (error) => {
      assert.ok(error instanceof DatabaseNewer && error instanceof DatabaseUnusable);
      assert.match(error.message, /newer version/);
      return true;
    });
  });

  test('runs each migration once when started twice concurrently', {
    skip: engine.name === 'sqlite in memory',
  }, async () => {
    const location = await engine.location();
    const databases = await Promise.all([openDatabase(location), openDatabase(location)]);
    const ran = await Promise.all(databases.map((database) => migrate(database, [cups, colors])));
    assert.deepEqual(names(ran.flat()).sort(), ['colors', 'cups']);
    await Promise.all(databases.map((database) => database.close()));
  });

  test('creates the complete schema', async () => {
    const database = await engine.open();
    assert.deepEqual(await migrate(database, migrations), [...migrations]);
  });
});
