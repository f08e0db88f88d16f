// Tests edit locks: permissions, expiry, taking over, concurrent callers, and that they change nothing else.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { makeInternalActor } from '../server/access/internal-actor.ts';
import { pruneLocks } from '../server/cms-v2/locks/store.ts';
import { openDatabase } from '../server/database/open.ts';
import { statement } from '../server/database/statement.ts';
import { tableNames } from '../server/database/tables/index.ts';
import { makeRequest } from '../server/http/request.ts';
import { describeEachEngine } from './engines.ts';
import { type Caller, openTestSite, roles, type TestSite } from './site.ts';

const path = '/octavo/v1/locks';
const callers: readonly Caller[] = ['anonymous', ...roles, 'other'];
const eventsStatement = statement((q) => q.selectFrom('events').select('id'));
const locksStatement = statement((q) => q.selectFrom('edit_locks').select(['entry_id', 'user_id']));

describeEachEngine('edit locks', (engine) => {
  let site: TestSite;
  let other: TestSite;
  const start = Date.parse('2026-03-01T10:00:00Z');
  let time = start;
  before(async () => {
    const place = await engine.location();
    const clock = () => time;
    site = await openTestSite({ database: await openDatabase(place), clock });
    other = await openTestSite({ database: await openDatabase(place), clock });
  });

  after(async () => {
    assert.deepEqual([...site.errors, ...other.errors], []);
    for (const { database } of [site, other]) await database.close();
  });

  const draft = async (author: Caller = 'author', more: object = {}): Promise<number> =>
    (await site.create('/cms/v2/posts', { title: 'Draft', content: 'Words', ...more }, author)).id;
  const acquire = (caller: Caller, entry: number, json: object = {}, at: TestSite = site) =>
    at.request(caller, 'POST', `${path}/${entry}`, json);
  const release = (caller: Caller, entry: number) => site.request(caller, 'DELETE', `${path}/${entry}`);
  const holderOf = async (entry: number) =>
    (await site.request('administrator', 'GET', `${path}?entries=${entry}`)).body[0]?.user;

  it('are for users who may edit the entry, and are hidden from others', async () => {
    const kinds: Readonly<Record<string, () => Promise<number>>> = {
      "an author's draft": () => draft(),
      "an author's post": () => draft('author', { status: 'publish' }),
      "an author's private post": () => draft('author', { status: 'private' }),
      "a contributor's draft": () => draft('contributor'),
      'a page': async () => (await site.create('/cms/v2/pages', { title: 'Page' }, 'editor')).id,
      'a navigation': async () => (await site.create('/cms/v2/navigation', { title: 'Menu', content: '' })).id,
    };
    const table: unknown[] = [];
    for (const [kind, make] of Object.entries(kinds)) {
      for (const caller of callers) {
        const entry = await make();
        await acquire('administrator', entry);
        const listed = await site.request(caller, 'GET', `${path}?entries=${entry},99999999`);
        const acquired = (await acquire(caller, entry, { take_over: true })).status;
        const released = (await release(caller, entry)).status;
        const visible = Array.isArray(listed.body) ? listed.body.length : listed.body.code;
        table.push([kind, caller, visible, acquired, released]);
        if (acquired !== 200) assert.equal(await holderOf(entry), site.ids.administrator, `${kind}, ${caller}`);
      }
    }
    const denied = (kind: string) => [
      [kind, 'anonymous', 'rest_cannot_edit', 401, 401],
      [kind, 'subscriber', 'rest_cannot_edit', 403, 403],
    ];
    const row = (kind: string, caller: Caller, isAllowed: boolean) =>
      isAllowed ? [kind, caller, 1, 200, 200] : [kind, caller, 0, 403, 403];
    const rows = (kind: string, allowed: readonly Caller[]) => [
      ...denied(kind),
      ...(['contributor', 'author', 'editor', 'administrator', 'other'] as const).map((caller) =>
        row(kind, caller, allowed.includes(caller)),
      ),
    ];
    assert.deepEqual(table, [
      ...rows("an author's draft", ['author', 'editor', 'administrator']),
      ...rows("an author's post", ['author', 'editor', 'administrator']),
      ...rows("an author's private post", ['author', 'editor', 'administrator']),
      ...rows("a contributor's draft", ['contributor', 'editor', 'administrator']),
      ...rows('a page', ['editor', 'administrator']),
      ...rows('a navigation', ['administrator']),
    ]);
  });

  it('are acquired, renewed, taken over and released', async () => {
    const entry = await draft();
    const acquired = await acquire('author', entry);
    assert.equal(acquired.status, 200);
    const own = { entry, user: site.ids.author, name: 'author', acquired: '2026-03-01T10:00:00' };
    assert.deepEqual(acquired.body, { ...own, renewed: '2026-03-01T10:00:00', expires: '2026-03-01T10:02:30' });
    time += 100_000;
    const renewed = await acquire('author', entry);
    assert.deepEqual(renewed.body, { ...own, renewed: '2026-03-01T10:01:40', expires: '2026-03-01T10:04:10' });
    const refused = await acquire('editor', entry);
    assert.deepEqual([refused.status, refused.body.code], [409, 'rest_entry_locked']);
    assert.deepEqual(refused.body.data, { status: 409, lock: renewed.body });
    assert.deepEqual((await release('editor', entry)).body.code, 'rest_lock_not_found');
    const taken = await acquire('editor', entry, { take_over: true });
    assert.deepEqual(
      [taken.status, taken.body.user, taken.body.acquired],
      [200, site.ids.editor, renewed.body.renewed],
    );
    assert.equal((await acquire('author', entry)).body.data.lock.name, 'editor');
    const released = await release('editor', entry);
    assert.deepEqual([released.status, released.body], [200, { deleted: true, previous: taken.body }]);
    assert.deepEqual((await site.request('editor', 'GET', `${path}?entries=${entry}`)).body, []);
    assert.equal((await acquire('author', entry)).status, 200);
  });

  it('expire 150 seconds after the last renewal', async () => {
    const entry = await draft();
    await acquire('author', entry);
    time += 149_000;
    assert.equal((await acquire('editor', entry)).status, 409);
    await acquire('author', entry);
    time += 150_000;
    assert.deepEqual((await site.request('editor', 'GET', `${path}?entries=${entry}`)).body, []);
    assert.equal((await release('author', entry)).status, 404);
    const { status, body } = await acquire('editor', entry);
    assert.deepEqual([status, body.acquired], [200, new Date(time).toISOString().slice(0, 19)]);
    time += 200_000;
    assert.equal((await acquire('editor', entry)).body.acquired, new Date(time).toISOString().slice(0, 19));
  });

  it('are acquired by exactly one of several concurrent users', async () => {
    for (let round = 0; round < 15; round += 1) {
      const entry = await draft();
      // Half of the rounds begin with an expired lock.
      if (round % 2 === 1) await acquire('administrator', entry);
      time += 151_000;
      const users = ['author', 'editor', 'administrator'] as const;
      const requests = users.map((caller, at) => acquire(caller, entry, {}, at % 2 === 0 ? site : other));
      const responses = await Promise.all(requests);
      const winners = responses.filter(({ status }) => status === 200);
      assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409, 409], `round ${round}`);
      const holder = winners[0]?.body.user;
      for (const { status, body } of responses) if (status === 409) assert.equal(body.data.lock.user, holder);
      assert.equal(await holderOf(entry), holder);
    }
  });

  it('can be acquired while the entry is being deleted', async () => {
    for (let round = 0; round < 8; round += 1) {
      const entry = await draft();
      const [acquired, deleted] = await Promise.all([
        acquire('editor', entry, {}, other),
        site.request('administrator', 'DELETE', `/cms/v2/posts/${entry}?force=true`),
      ]);
      assert.equal(deleted.status, 200);
      if (acquired.status !== 200)
        assert.deepEqual([acquired.status, acquired.body.code], [404, 'rest_post_invalid_id']);
    }
  });

  it('are not written again within ten seconds, and rejected requests write nothing', async () => {
    const entry = await draft();
    const first = await acquire('author', entry);
    const transactions = () => site.database.statistics().transactions;
    const count = transactions();
    time += 9000;
    assert.deepEqual((await acquire('author', entry)).body, first.body);
    assert.equal((await acquire('editor', entry)).status, 409);
    assert.equal((await acquire('other', entry)).status, 403);
    assert.equal(transactions(), count);
    time += 1000;
    assert.notDeepEqual((await acquire('author', entry)).body, first.body);
    assert.equal(transactions(), count + 1);
  });

  it('change nothing but the lock', async () => {
    const entry = await draft('author', { status: 'publish' });
    const read = () => site.request('editor', 'GET', `/cms/v2/posts/${entry}?context=edit`);
    const events = async () => (await site.database.read.all(eventsStatement, {})).length;
    const [before, eventsBefore] = [await read(), await events()];
    const { changes } = site.database;
    const version = changes.version();
    time += 60_000;
    await acquire('author', entry);
    await acquire('editor', entry, { take_over: true });
    await release('editor', entry);
    const changed = [...tableNames].filter((table) => changes.haveTablesChangedSince(version, [table]));
    assert.deepEqual(changed, ['edit_locks']);
    const after = await read();
    assert.deepEqual([after.etag, after.body], [before.etag, before.body]);
    assert.equal(await events(), eventsBefore);
    // Clients that know nothing of locks can update the entry.
    await acquire('editor', entry);
    const updated = await site.request(
      'author',
      'POST',
      `/cms/v2/posts/${entry}`,
      { title: 'New' },
      {
        'if-match': before.etag,
      },
    );
    assert.equal(updated.status, 200);
  });

  it("turn autosaves of one's own draft into autosaves while another user holds the lock", async () => {
    const entry = await draft();
    const save = async (content: string) =>
      (await site.request('author', 'POST', `/cms/v2/posts/${entry}/autosaves`, { content })).body;
    const stored = async () =>
      (await site.request('author', 'GET', `/cms/v2/posts/${entry}?context=edit`)).body.content.raw;
    assert.equal((await save('No lock')).id, entry);
    await acquire('author', entry);
    assert.equal((await save('Own lock')).id, entry);
    assert.equal(await stored(), 'Own lock');
    await acquire('editor', entry, { take_over: true });
    const autosave = await save('Lock of the editor');
    assert.equal(autosave.parent, entry);
    assert.notEqual(autosave.id, entry);
    assert.equal(await stored(), 'Own lock');
    time += 150_000;
    assert.equal((await save('Expired lock')).id, entry);
    assert.equal(await stored(), 'Expired lock');
  });

  it('are deleted with the entry and with the user, and when they have expired', async () => {
    const locked = async () => (await site.database.read.all(locksStatement, {})).map(({ entry_id }) => entry_id);
    const [deleted, ofUser, expired] = [await draft(), await draft(), await draft()];
    await acquire('editor', expired);
    time += 100_000;
    await acquire('editor', deleted);
    await acquire('other', await draft('other'));
    await acquire('author', ofUser);
    await site.request('administrator', 'DELETE', `/cms/v2/posts/${deleted}?force=true`);
    assert.ok(!(await locked()).includes(deleted));
    await site.request('administrator', 'DELETE', `/cms/v2/users/${site.ids.author}?force=true&reassign=1`);
    assert.ok(!(await locked()).includes(ofUser));
    await site.restore('author');
    assert.ok((await locked()).includes(expired));
    time += 50_000;
    assert.ok((await pruneLocks(site.database, () => time)) >= 1);
    const left = await locked();
    assert.ok(!left.includes(expired) && left.length === 1, String(left));
  });

  it('are rejected with an error if the request is invalid', async () => {
    const entry = await draft();
    const { id: category } = await site.create('/cms/v2/categories', { name: 'Not an entry' });
    const styles = await site.request('administrator', 'GET', '/cms/v2/themes/quarto');
    const [link] = styles.body._links['cms:user-global-styles'];
    const globalStyles = Number(link.href.split('/').at(-1));
    assert.ok(globalStyles > 0 && category > 0);
    const many = Array.from({ length: 101 }, (_, at) => at + 1).join();
    for (const [method, target, json, status, code] of [
      ['GET', path, undefined, 400, 'rest_missing_callback_param'],
      ['GET', `${path}?entries=`, undefined, 400, 'rest_invalid_param'],
      ['GET', `${path}?entries=x`, undefined, 400, 'rest_invalid_param'],
      ['GET', `${path}?entries=${many}`, undefined, 400, 'rest_invalid_param'],
      ['POST', `${path}/${entry}`, { take_over: 'x' }, 400, 'rest_invalid_param'],
      ['POST', `${path}/0`, {}, 404, 'rest_post_invalid_id'],
      ['POST', `${path}/99999999999999999999`, {}, 404, 'rest_post_invalid_id'],
      // Global styles are stored like entries but have routes of their own.
      ['POST', `${path}/${globalStyles}`, {}, 404, 'rest_post_invalid_id'],
      ['DELETE', `${path}/${entry}`, undefined, 404, 'rest_lock_not_found'],
    ] as const) {
      const response = await site.request('administrator', method, target, json);
      assert.deepEqual([response.status, response.body.code], [status, code], `${method} ${target}`);
    }
  });

  it('work at the compatible mount, and cannot be held by the service itself', async () => {
    const entry = await draft();
    const acquired = await site.requestCompatible('author', 'POST', `${path}/${entry}`, {});
    assert.equal(acquired.status, 200);
    const listed = await site.requestCompatible('author', 'GET', `${path}?entries[]=${entry}&entries[]=${entry}`);
    assert.deepEqual(listed.body, [acquired.body]);
    const unlocked = await draft();
    const request = makeRequest('POST', `${path}/${unlocked}`);
    const { status } = await site.service.native.dispatchAs(makeInternalActor(site.service.roles), request);
    assert.deepEqual([status, await holderOf(unlocked)], [403, undefined]);
  });
});
