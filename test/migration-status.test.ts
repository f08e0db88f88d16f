// Tests the state of the database schema: migrations, and the work in the background that follows them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Type } from '../contract/grammar/schema.ts';
import { refreshRenderings } from '../server/cms-v2/entries/refresh-renderings.ts';
import { completeIndexes } from '../server/cms-v2/entries/update-meta-indexes.ts';
import { migrations } from '../server/database/migrations.ts';
import { type Builder, type Slots, statement } from '../server/database/statement.ts';
import { describeEachEngine } from './engines.ts';
import { openTestSite, roles, type TestSite } from './site.ts';

const path = '/octavo/v1/migration-status';
const event = {
  ...{ name: 'event', restBase: 'events', noun: { one: 'event', many: 'events' } },
  supports: ['title', 'custom-fields'],
  meta: { starts: Type.Unsafe({ type: 'string', format: 'date-time', filterable: true }) },
} as const;

/** Number of events: more than the number of entries that are indexed at once. */
const eventCount = 205;

const last = Math.max(...migrations.map(({ number }) => number));

describeEachEngine('the migration status', (engine) => {
  let site: TestSite;
  before(async () => {
    site = await openTestSite({
      database: await engine.open(),
      config: { types: [event] },
      extensions: ['spamfilter'],
    });
    for (let at = 0; at < eventCount; at += 1) await site.create('/cms/v2/events', { title: `Event ${at}` });
  });
  after(() => site.database.close());

  const read = async () => {
    const { status, body } = await site.request('administrator', 'GET', path);
    assert.equal(status, 200, String(site.errors.at(-1)));
    return body;
  };
  const taskOf = async (task: string) => (await read()).tasks.find((each: { task: string }) => each.task === task);
  const change = (sql: string) => site.database.schemaChange((tx) => tx.execute(sql));

  test('lists the migrations of the service and of extensions in their order', async () => {
    const status = await read();
    assert.deepEqual([status.schema_version, status.supported_version], [last, last]);
    const ofService = status.migrations.filter(({ extension }: { extension: string }) => extension === '');
    assert.deepEqual(
      ofService.map(({ number, name }: { number: number; name: string }) => [number, name]),
      migrations.map(({ number, name }) => [number, name]),
    );
    const others = status.migrations.slice(ofService.length);
    assert.ok(others.length > 0);
    assert.ok(others.every(({ extension }: { extension: string }) => extension === 'spamfilter'));
    for (const each of status.migrations) {
      assert.equal(each.state, 'applied');
      assert.match(each.applied, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
    }
  });

  test('lists pending migrations, and those of a newer version', async () => {
    await change(`delete from migrations where number = ${last}`);
    const pending = await read();
    assert.equal(pending.schema_version, migrations.at(-2)?.number);
    assert.equal(pending.supported_version, last);
    assert.deepEqual(
      pending.migrations.filter(({ state }: { state: string }) => state === 'pending'),
      [{ extension: '', number: last, name: migrations.at(-1)?.name, state: 'pending', applied: null, program: '' }],
    );
    const row = (number: number) =>
      `insert into migrations (number, name, applied_at, program) values (${number}, 'later', '2030-01-01T00:00:00.000Z', '9.0')`;
    await change(`${row(last)}; ${row(last + 1)}`);
    const newer = await read();
    assert.deepEqual([newer.schema_version, newer.supported_version], [last + 1, last]);
    assert.deepEqual(newer.migrations.filter(({ program }: { program: string }) => program === '9.0').at(-1), {
      ...{ extension: '', number: last + 1, name: 'later', state: 'applied', applied: '2030-01-01T00:00:00' },
      program: '9.0',
    });
  });

  test('counts the entries whose texts are rendered again, but not styles and fonts', async () => {
    const { remaining, total } = await taskOf('renderings');
    assert.equal(remaining, 0);
    assert.ok(total >= eventCount);
    await site.request('administrator', 'GET', '/cms/v2/global-styles/themes/quarto');
    await change('update entries set renderer = 1');
    const stale = await taskOf('renderings');
    assert.ok(stale.remaining >= eventCount && stale.remaining <= stale.total, JSON.stringify(stale));
    const { database, service } = site;
    await refreshRenderings(database, service.entries.texts, assert.ifError, 0).done;
    assert.equal((await taskOf('renderings')).remaining, 0);
  });

  test('shows the progress with which an index of a meta field is completed', async () => {
    assert.equal(await taskOf('meta-index'), undefined);
    await change('delete from meta_indexes');
    const started = await taskOf('meta-index');
    assert.match(started.object, /^event\.starts/);
    assert.deepEqual([started.remaining, started.total], [eventCount, eventCount]);
    const stopping = new AbortController();
    const work = completeIndexes(site.service.entries, { pauseMs: 600_000, signal: stopping.signal });
    let progress = started;
    while (progress.remaining === eventCount) progress = await taskOf('meta-index');
    assert.deepEqual([progress.remaining, progress.total], [eventCount - 200, eventCount]);
    stopping.abort();
    await work;
    await completeIndexes(site.service.entries, { pauseMs: 0 });
    assert.equal(await taskOf('meta-index'), undefined);
  });

  test('counts the texts that the search index does not contain yet', async () => {
    if (engine.name === 'postgres') return assert.equal((await taskOf('search-index')).remaining, 0);
    const pending = statement((q: Builder, _: Slots<Record<never, never>>) =>
      q.selectFrom('pending_texts').select((eb) => eb.fn.countAll<number>().as('n')),
    );
    const count = async () => (await site.database.read.first(pending, {}))?.n;
    // An update of the index that follows an earlier write may run in between.
    for (let tries = 0; ; tries += 1) {
      assert.ok(tries < 100, 'The index is updated all the time.');
      await change('insert or ignore into pending_texts (entry_id) select id from entries limit 100');
      const before = await count();
      const { remaining } = await taskOf('search-index');
      if (before === 0 || (await count()) !== before) continue;
      assert.equal(remaining, before);
      break;
    }
    await site.create('/cms/v2/posts', { title: 'Continues the update' });
    for (let tries = 0; (await taskOf('search-index')).remaining > 0; tries += 1) {
      assert.ok(tries < 1000, 'The index is not updated.');
      await pause(20);
    }
  });

  test('can be read by administrators only', async () => {
    for (const caller of ['anonymous', ...roles.filter((role) => role !== 'administrator')] as const) {
      const { status, body } = await site.request(caller, 'GET', path);
      assert.deepEqual([status, body.code], [caller === 'anonymous' ? 401 : 403, 'rest_cannot_view'], caller);
    }
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      assert.equal((await site.request('administrator', method, path)).status, 404);
  });
});
