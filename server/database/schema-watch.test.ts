// Tests programs of different versions that use one database while one of them migrates it (decision 0035).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { describeEachEngine, type TestEngine } from '../../test/engines.ts';
import { DatabaseNewer, NodeOutdated } from './errors.ts';
import type { Database } from './handle.ts';
import { type Migration, migrateAll, requireNoNewerMigrations } from './migrate.ts';
import { migrations } from './migrations.ts';
import { openDatabase } from './open.ts';
import { SchemaWatch } from './schema-watch.ts';
import { type Slots, statement } from './statement.ts';

const newest = migrations.at(-1)?.number ?? 0;
const insertSetting = statement((q, p: Slots<{ name: string }>) =>
  q.insertInto('settings').values({ name: p.name, value: '1' }),
);
const findSlug = statement((q, p: Slots<{ id: number }>) =>
  q.selectFrom('entries').select('entries.slug').where('id', '=', p.id),
);

const compatible: Migration = {
  number: newest + 1,
  name: 'shelves',
  isCompatible: true,
  up: (tx) => tx.execute('create table shelves (id integer primary key)'),
};
const incompatible: Migration = {
  number: newest + 2,
  name: 'cups',
  up: (tx) =>
    tx.execute('create table cups (id integer primary key); alter table entries rename column slug to handle'),
};

/** Two programs on one database: the older one watches the schema. */
interface Programs {
  readonly older: Database;
  readonly newer: Database;
  readonly watch: SchemaWatch;
  /** The versions that were reported, and the errors. */
  readonly seen: unknown[];
  close(): Promise<void>;
}

async function openPrograms(engine: TestEngine): Promise<Programs> {
  const location = await engine.location();
  const [older, newer] = [await openDatabase(location), await openDatabase(location)];
  await migrateAll(older, [{ migrations }]);
  const seen: unknown[] = [];
  const watch = new SchemaWatch(older, {
    sets: [{ migrations }],
    onNewer: (versions) => seen.push(versions),
    onExcluded: (error) => seen.push(error),
  });
  return {
    ...{ older, newer, watch, seen },
    async close() {
      await watch.stop();
      await Promise.all([older.close(), newer.close()]);
    },
  };
}

async function waitFor(condition: () => boolean, database: Database): Promise<void> {
  for (let left = 300; !condition(); left -= 1) {
    assert.ok(left > 0, 'not noticed within three seconds');
    database.pollChanges();
    await pause(10);
  }
}

describeEachEngine('programs of two versions', (engine) => {
  test('both go on after a compatible migration', async () => {
    const { older, newer, seen, close } = await openPrograms(engine);
    await migrateAll(newer, [{ migrations: [...migrations, compatible] }]);
    await waitFor(() => seen.length > 0, older);
    assert.deepEqual(seen, [{ schema: newest + 1, supported: newest }]);
    await older.transaction((tx) => tx.run(insertSetting, { name: 'of-older' }));
    await newer.transaction((tx) => tx.run(insertSetting, { name: 'of-newer' }));
    assert.equal(older.changes.isExcluded, false);
    assert.deepEqual(await migrateAll(older, [{ migrations }]), [], 'an older program may start');
    await assert.rejects(requireNoNewerMigrations(older.read, [{ migrations }]), DatabaseNewer, 'but not restore');
    await close();
  });

  test('the older one is excluded by another migration', async () => {
    const { older, newer, seen, close } = await openPrograms(engine);
    await migrateAll(newer, [{ migrations: [...migrations, compatible, incompatible] }]);
    await waitFor(() => older.changes.isExcluded, older);
    assert.ok(seen.at(-1) instanceof DatabaseNewer, String(seen));
    await assert.rejects(migrateAll(older, [{ migrations }]), DatabaseNewer, 'an older program may not start');
    await newer.transaction((tx) => tx.run(insertSetting, { name: 'of-newer' }));
    await close();
  });

  test('know again what triggers change while they write without a pause', async () => {
    const { older, newer, close } = await openPrograms(engine);
    let isWriting = true;
    let written = 0;
    const write = async () => {
      while (isWriting) {
        written += 1;
        const name = `written-${written}`;
        await older.transaction((tx) => tx.run(insertSetting, { name }));
      }
    };
    const writing = Promise.all(Array.from({ length: 8 }, write));
    await waitFor(() => written > 0, older);
    older.changes.recordUnknownChange();
    assert.equal(older.changes.dependents, undefined);
    await waitFor(() => older.changes.dependents !== undefined, older);
    isWriting = false;
    await writing;
    await migrateAll(newer, [{ migrations }]);
    await close();
  });

  test('do not adopt the generation of a migration that follows the read of the history', async () => {
    const { older, newer, close } = await openPrograms(engine);
    const before = older.changes.generation;
    let reads = 0;
    const first: Database['read']['first'] = async (...parameters) => {
      const row = await older.read.first(...parameters);
      // The fourth read is the last one of the number of the last migration.
      if (++reads === 4) await migrateAll(newer, [{ migrations: [...migrations, incompatible] }]);
      return row;
    };
    const read = { first, all: (...parameters) => older.read.all(...parameters) } as Database['read'];
    const slow = { read, changes: older.changes } as Database;
    await migrateAll(slow, [{ migrations }]);
    assert.ok(reads >= 4);
    assert.equal(older.changes.generation, before);
    await close();
  });

  if (engine.name !== 'postgres') return;

  test('a transaction that has begun before the migration is rejected at its commit', async () => {
    const { older, newer, close } = await openPrograms(engine);
    const cups: Migration = {
      ...incompatible,
      number: newest + 1,
      up: (tx) => tx.execute('create table cups (id int)'),
    };
    await assert.rejects(
      older.transaction(async (tx) => {
        await tx.run(insertSetting, { name: 'late' });
        await migrateAll(newer, [{ migrations: [...migrations, cups] }]);
      }),
      NodeOutdated,
    );
    await newer.transaction((tx) => tx.run(insertSetting, { name: 'late' }));
    await close();
  });

  test('statements for the previous schema fail as those of an excluded program', async () => {
    const { older, newer, close } = await openPrograms(engine);
    await older.read.first(findSlug, { id: 1 });
    await migrateAll(newer, [{ migrations: [...migrations, incompatible] }]);
    await assert.rejects(older.read.first(findSlug, { id: 1 }), NodeOutdated);
    await assert.rejects(
      older.transaction((tx) => tx.first(findSlug, { id: 1 })),
      NodeOutdated,
    );
    await close();
  });
});
