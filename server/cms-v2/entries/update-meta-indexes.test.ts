// Tests that the indexes of filterable meta fields are completed, verified and deleted when declarations or entries change.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { DeclaredType } from '../../../contract/grammar/content-type.ts';
import { Type } from '../../../contract/grammar/schema.ts';
import { createTestBackup, newFolder, restoreInto } from '../../../test/backup-site.ts';
import { describeEachEngine, type TestEngine } from '../../../test/engines.ts';
import { openTestSite, type TestSite } from '../../../test/site.ts';
import type { Database } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';
import { openDiskStore } from '../../files/disk-store.ts';
import { toText } from '../../http/json-text.ts';
import { makeRequest } from '../../http/request.ts';
import { makeService, type Service } from '../../service.ts';
import { makeSite } from '../../site.ts';
import { adjustCounts } from './counts-store.ts';
import { deleteIndexRows, findCompleteIndexes, findIndexesWithRows } from './meta-index-store.ts';
import { insertEntryWithId, takeEntryId } from './store.ts';
import { completeIndexes, startMetaIndexUpdates, verifyIndexes } from './update-meta-indexes.ts';

const noun = { one: 'event', many: 'events' };
const eventWith = (field: object): DeclaredType => ({
  ...{ name: 'event', restBase: 'events', noun, supports: ['title', 'custom-fields'] },
  meta: { starts: Type.Unsafe(field) },
});
const plain = eventWith({ type: 'string', format: 'date-time' });
const filterable = eventWith({ type: 'string', format: 'date-time', filterable: true });

const path = '/cms/v2/events';
const byStart = `${path}?orderby=meta.starts&order=asc`;

/** Starts the service on a database with another declaration, as after a restart. */
const restart = (database: Database, type: DeclaredType): Promise<Service> =>
  makeService({ database, site: makeSite('http://site.test'), config: { types: [type] } });

async function get({ dispatch }: Service, url: string) {
  const { status, headers, body } = await dispatch(makeRequest('GET', url, { headers: {} }));
  return { status, headers, body: JSON.parse(toText(body ?? '')) };
}

async function titlesOf(service: Service, url = byStart): Promise<string[]> {
  const { status, body } = await get(service, url);
  assert.equal(status, 200, JSON.stringify(body));
  return body.map(({ title }: { title: { rendered: string } }) => title.rendered);
}

async function openSite(
  engine: TestEngine,
  type: DeclaredType,
  days: readonly number[] = [3, 1, 2],
): Promise<TestSite> {
  const site = await openTestSite({ database: await engine.open(), config: { types: [type] } });
  for (const day of days)
    await site.create(path, {
      ...{ title: `Day ${day}`, status: 'publish' },
      meta: { starts: `2026-01-0${day}T12:00:00` },
    });
  return site;
}

/** Changes a value as a process does that does not know that the field is filterable. */
async function changeWithoutIndex(site: TestSite, old: Service, from: string, to: string): Promise<void> {
  const [{ id }] = (await get(old, `${path}?search=${encodeURIComponent(from)}`)).body;
  const authorization = site.authorizationOf('administrator') ?? '';
  const json = { title: to, meta: { starts: `2026-01-0${to.at(-1)}T12:00:00` } };
  const { status } = await old.dispatch(makeRequest('POST', `${path}/${id}`, { headers: { authorization }, json }));
  assert.equal(status, 200);
}

const findRow = statement((q, p: Slots<{ type: string }>) =>
  q.selectFrom('entries').selectAll().where('type', '=', p.type).orderBy('id').limit(1),
);
const copyCount = statement((q) => q.selectFrom('entry_meta').select((eb) => eb.fn.countAll<number>().as('n')));

/** Adds copies of the first event, whose title and value are numbered. */
async function copyEvents({ database }: TestSite, count: number): Promise<void> {
  const first = await database.read.first(findRow, { type: 'event' });
  assert.ok(first);
  await database.transaction(async (tx) => {
    for (let n = 0; n < count; n += 1) {
      const starts = new Date(Date.UTC(2030, 0, 1) + n * 60_000).toISOString().slice(0, 19);
      const { id: _id, ...entry } = { ...first, slug: `copy-${n}`, meta: JSON.stringify({ starts }) };
      await insertEntryWithId(tx, { ...entry, id: await takeEntryId(tx) });
    }
    await adjustCounts(tx, first, count);
  });
}

describeEachEngine('the index of a filterable meta field', (engine) => {
  test('is completed at the start of the service if there are few entries', async () => {
    const site = await openSite(engine, plain);
    const service = await restart(site.database, filterable);
    assert.deepEqual(await titlesOf(service), ['Day 1', 'Day 2', 'Day 3']);
    await site.database.close();
  });

  test('is not used again if values have changed while the field was not filterable', async () => {
    const site = await openSite(engine, filterable);
    assert.deepEqual(await titlesOf(site.service), ['Day 1', 'Day 2', 'Day 3']);
    const old = await restart(site.database, plain);
    assert.equal((await get(old, byStart)).status, 400);
    await verifyIndexes(old.entries, { pauseMs: 0 });
    assert.deepEqual(await findIndexesWithRows(site.database.read), []);
    assert.equal((await findCompleteIndexes(site.database.read)).size, 0);
    await changeWithoutIndex(site, old, 'Day 1', 'Day 9');
    const service = await restart(site.database, filterable);
    assert.deepEqual(await titlesOf(service), ['Day 2', 'Day 3', 'Day 9']);
    await site.database.close();
  });

  test('is corrected if another process has written entries without it', async () => {
    const site = await openSite(engine, filterable);
    const old = await restart(site.database, plain);
    await changeWithoutIndex(site, old, 'Day 1', 'Day 9');
    assert.deepEqual(await titlesOf(site.service), ['Day 9', 'Day 2', 'Day 3']);
    const updates = startMetaIndexUpdates(site.service.entries, assert.ifError, true, 0);
    for (let n = 0; n < 6000 && (await titlesOf(site.service))[0] === 'Day 9'; n += 1) await pause(10);
    await updates.stop();
    assert.deepEqual(await titlesOf(site.service), ['Day 2', 'Day 3', 'Day 9']);
    await site.database.close();
  });

  test('is completed again if a process with another declaration deletes it', async () => {
    const site = await openSite(engine, filterable);
    await copyEvents(site, 700);
    await verifyIndexes(site.service.entries, { pauseMs: 0 });
    const old = await restart(site.database, plain);
    // The pauses between its steps are longer than a slow machine takes to complete the index.
    const deleting = verifyIndexes(old.entries, { pauseMs: 500 });
    for (let n = 0; n < 60_000 && (await findCompleteIndexes(site.database.read)).size > 0; n += 1) await pause(1);
    await completeIndexes(site.service.entries, { pauseMs: 0 });
    await deleting;
    assert.equal((await get(site.service, byStart)).status, 503);
    await completeIndexes(site.service.entries, { pauseMs: 0 });
    assert.equal((await site.database.read.first(copyCount, {}))?.n, 703);
    assert.equal((await get(site.service, `${byStart}&per_page=100&page=8`)).body.length, 3);
    await site.database.close();
  });

  test('is replaced if the declaration changes', async () => {
    const site = await openSite(engine, filterable);
    await site.create(path, { title: 'Undated', status: 'publish' });
    const [before] = await findIndexesWithRows(site.database.read);
    const changed = await restart(
      site.database,
      eventWith({ type: 'string', format: 'date-time', default: '2026-01-02T00:00:00', filterable: true }),
    );
    assert.deepEqual(await titlesOf(changed), ['Day 1', 'Undated', 'Day 2', 'Day 3']);
    await verifyIndexes(changed.entries, { pauseMs: 0 });
    const after = await findIndexesWithRows(site.database.read);
    assert.deepEqual([after.length, after.includes(before ?? '')], [1, false]);
    assert.deepEqual([...(await findCompleteIndexes(site.database.read))], after);
    await site.database.close();
  });

  test('is replaced if the time zone of the site changes', async () => {
    const site = await openSite(engine, filterable, [1]);
    await site.create(path, { title: 'In UTC', status: 'publish', meta: { starts: '2026-01-01T10:00:00Z' } });
    assert.deepEqual(await titlesOf(site.service), ['In UTC', 'Day 1']);
    const changed = await site.request('administrator', 'POST', '/cms/v2/settings', { timezone: 'Asia/Tokyo' });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    const meanwhile = await get(site.service, byStart);
    assert.deepEqual([meanwhile.status, meanwhile.body.code], [503, 'rest_index_incomplete']);
    assert.equal(meanwhile.headers['Retry-After'], '5');
    assert.equal((await get(site.service, path)).status, 200);
    await completeIndexes(site.service.entries, { pauseMs: 0 });
    assert.deepEqual(await titlesOf(site.service), ['Day 1', 'In UTC']);
    await site.database.close();
  });

  test('is completed in the background if there are many entries', async () => {
    const site = await openSite(engine, plain);
    await copyEvents(site, 1500);
    const service = await restart(site.database, filterable);
    assert.equal((await get(service, byStart)).status, 503);
    assert.equal((await get(service, `${path}?meta[starts][after]=2029-01-01T00:00:00`)).status, 503);
    const created = await site.create(path, { title: 'Meanwhile', status: 'publish' });
    const updates = startMetaIndexUpdates(service.entries, assert.ifError, false, 0);
    for (let n = 0; n < 6000 && (await get(service, byStart)).status === 503; n += 1) await pause(10);
    await updates.stop();
    const last = await get(service, `${byStart}&per_page=100&page=16`);
    assert.equal(last.body.length, 4);
    assert.equal(last.body.at(-1).id, created.id);
    const later = await get(service, `${byStart}&meta[starts][after]=2030-01-01T12:00:00`);
    assert.equal(later.headers['X-CMS-Total'], String(1500 - 721));
    await site.database.close();
  });

  test('is completed after an interruption, and does not end twice', async () => {
    const site = await openSite(engine, plain);
    await copyEvents(site, 1100);
    const service = await restart(site.database, filterable);
    const stopping = new AbortController();
    stopping.abort();
    await completeIndexes(service.entries, { pauseMs: 0, signal: stopping.signal });
    assert.equal((await get(service, byStart)).status, 503);
    await Promise.all([1, 2].map(() => completeIndexes(service.entries, { pauseMs: 0 })));
    assert.equal((await get(service, byStart)).headers['X-CMS-Total'], '1103');
    assert.equal((await site.database.read.first(copyCount, {}))?.n, 1103);
    await site.database.close();
  });

  test('is restored from backups', async () => {
    const site = await openSite(engine, filterable);
    const files = await openDiskStore(await newFolder());
    const backup = await createTestBackup(site.database, files);
    const database = await engine.open();
    await restoreInto(database, files, backup);
    assert.deepEqual(await findIndexesWithRows(database.read), await findIndexesWithRows(site.database.read));
    assert.equal((await findCompleteIndexes(database.read)).size, 1);
    assert.deepEqual(await titlesOf(await restart(database, filterable)), ['Day 1', 'Day 2', 'Day 3']);
    await site.database.close();
  });

  test('contains the current values if entries are written while it is completed', async () => {
    const site = await openSite(engine, filterable, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    const entries = (await site.request('administrator', 'GET', `${path}?per_page=20&orderby=id&order=asc`)).body;
    const ids: number[] = entries.map(({ id }: { id: number }) => id);
    for (let round = 1; round <= 5; round += 1) {
      await site.database.transaction((tx) => deleteIndexRows(tx, ids));
      const writes = ids.map(async (id, at) => {
        const starts = `2026-0${round}-${String(28 - at).padStart(2, '0')}T00:00:00`;
        const { status } = await site.request('administrator', 'POST', `${path}/${id}`, { meta: { starts } });
        assert.equal(status, 200);
      });
      await Promise.all([...writes, verifyIndexes(site.service.entries, { pauseMs: 0 })]);
      const listed = await get(site.service, `${byStart}&per_page=20`);
      assert.deepEqual(
        listed.body.map(({ id }: { id: number }) => id),
        ids.toReversed(),
      );
      assert.equal((await site.database.read.first(copyCount, {}))?.n, ids.length);
    }
    await site.database.close();
  });
});

describe('a site without filterable meta fields', () => {
  test('has no statements for indexes at the start', async () => {
    const statements: string[] = [];
    await openTestSite({ onStatement: (sql) => statements.push(sql) });
    assert.deepEqual(
      statements.filter((sql) => /meta_indexes|entry_meta/.test(sql) && !/create/i.test(sql)),
      [],
    );
  });
});
