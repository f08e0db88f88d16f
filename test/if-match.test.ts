// Tests `If-Match` on writes: an item is changed only if the ETag matches its current state (server/http/precondition.ts).
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type TestSite } from './site.ts';
import { close, openNode, openSecondNode, type TestNode } from './test-node.ts';

const cases: readonly [collection: string, made: object, changes: readonly [object, object]][] = [
  ['/cms/v2/posts', { title: 'One' }, [{ title: 'Two' }, { title: 'Three' }]],
  ['/cms/v2/pages', { title: 'One' }, [{ title: 'Two' }, { title: 'Three' }]],
  ['/cms/v2/categories', { name: 'One' }, [{ description: 'Two' }, { description: 'Three' }]],
  ['/cms/v2/tags', { name: 'One' }, [{ description: 'Two' }, { description: 'Three' }]],
  [
    '/cms/v2/users',
    { username: 'one', email: 'one@site.test', password: 'long enough' },
    [{ name: 'Two' }, { name: 'Three' }],
  ],
  ['/cms/v2/users/1/application-passwords', { name: 'One' }, [{ name: 'Two' }, { name: 'Three' }]],
];

/** Returns the second part of an ETag, which changes with the state of the item. */
const stateIn = (etag: string | undefined): string | undefined => etag?.split('.')[1];

describeEachEngine('If-Match', (engine) => {
  let site: TestSite;
  before(async () => {
    site = await openTestSite({ database: await engine.open() });
  });
  after(() => site.database.close());

  const send = (method: string, address: string, json?: object, tag?: string) =>
    site.request('administrator', method, address, json, tag === undefined ? {} : { 'if-match': tag });

  for (const [collection, made, [change, other]] of cases) {
    it(`rejects a change based on an outdated state: ${collection}`, async () => {
      const { id, uuid } = await site.create(collection, made);
      const address = `${collection}/${id ?? uuid}`;
      for (const context of ['view', 'edit']) {
        await send('PUT', address, made);
        const current = await send('GET', `${address}?context=${context}`);
        assert.equal((await send('PUT', address, change, `"of something else", ${current.etag}`)).status, 200);
        const changed = await send('GET', `${address}?context=${context}`);
        assert.notEqual(changed.etag, current.etag);
        const outdated = await send('PUT', address, other, current.etag);
        assert.deepEqual([outdated.status, outdated.body.code], [412, 'rest_precondition_failed']);
        assert.equal((await send('DELETE', `${address}?force=true&reassign=1`, undefined, current.etag)).status, 412);
        assert.equal(
          (await send('GET', `${address}?context=${context}`)).etag,
          changed.etag,
          'the item was not changed',
        );
        assert.equal((await send('PUT', address, other, `W/${changed.etag}`)).status, 412, 'weak ETags never match');
        assert.equal((await send('PUT', address, other, '*')).status, 200);
      }
      const { etag } = await send('GET', address);
      assert.equal((await send('DELETE', `${address}?force=true&reassign=1`, undefined, etag)).status, 200);
    });
  }

  for (const [collection, made, [change]] of cases)
    it(`accepts only one of many concurrent changes based on the same state: ${collection}`, async () => {
      const { id, uuid } = await site.create(collection, made);
      const address = `${collection}/${id ?? uuid}`;
      for (let round = 0; round < 5; round += 1) {
        await send('PUT', address, made);
        const { etag } = await send('GET', `${address}?context=edit`);
        const all = Array.from({ length: 8 }, (_, n) => {
          const changes = Object.entries(change).map(([name, value]) => [name, `${value} by ${n} in ${round}`]);
          return send('PUT', address, Object.fromEntries(changes), etag);
        });
        const statuses = (await Promise.all(all)).map((answer) => answer.status).sort();
        assert.deepEqual(statuses, [200, 412, 412, 412, 412, 412, 412, 412]);
      }
      await send('DELETE', `${address}?force=true&reassign=1`);
      assert.deepEqual(site.errors, []);
    });

  for (const status of ['draft', 'publish'])
    it(`compares the state of the entry when an autosave is saved: ${status}`, async () => {
      const { id } = await site.create('/cms/v2/posts', { title: 'One', status });
      const address = `/cms/v2/posts/${id}`;
      const { etag } = await send('GET', `${address}?context=edit`);
      assert.equal((await send('POST', `${address}/autosaves`, { title: 'Two' }, etag)).status, 200);
      const current = await send('GET', `${address}?context=edit`);
      const isUpdated = status === 'draft';
      assert.deepEqual(
        [current.body.title.raw, stateIn(current.etag) !== stateIn(etag)],
        [isUpdated ? 'Two' : 'One', isUpdated],
      );
      await send('PUT', address, { title: 'Three' });
      const outdated = await send('POST', `${address}/autosaves`, { title: 'Four' }, current.etag);
      assert.deepEqual([outdated.status, outdated.body.code], [412, 'rest_precondition_failed']);
      assert.equal((await send('GET', `${address}?context=edit`)).body.title.raw, 'Three', 'the entry was not changed');
      const [saved] = (await send('GET', `${address}/autosaves?context=edit`)).body;
      assert.equal(saved?.title.raw, isUpdated ? undefined : 'Two', 'the autosave was not changed');
    });

  it('compares the stored state, even if this process has not been notified of the latest change', async () => {
    const { id } = await site.create('/cms/v2/posts', { title: 'One' });
    const address = `/cms/v2/posts/${id}`;
    await send('GET', `${address}?context=edit`);
    // The record is cached after the second request, because the first one updates the timestamp of the last use of the password.
    const { etag } = await send('GET', `${address}?context=edit`);
    const { changes } = site.database;
    const recordChange = changes.recordChange;
    const suppressed: Parameters<typeof recordChange>[] = [];
    changes.recordChange = (...change) => void suppressed.push(change);
    assert.equal((await send('PUT', address, { title: 'Two' }, etag)).status, 200);
    const outdated = await send('PUT', address, { title: 'Three' }, etag);
    changes.recordChange = recordChange;
    for (const change of suppressed) changes.recordChange(...change);
    assert.equal(outdated.status, 412);
  });
});

describeEachEngine('If-Match on the settings', (engine) => {
  let one: TestNode;
  let two: TestNode;
  before(async () => {
    const location = await engine.location();
    one = await openNode(location);
    two = await openSecondNode(one, location);
  });
  after(async () => {
    await close(two);
    await close(one);
  });

  const send = (node: TestNode, method: string, json?: object, tag?: string) =>
    node.request('/rest/cms/v2/settings', {
      method,
      headers: {
        authorization: one.site.authorizationOf('administrator') ?? '',
        ...(json && { 'content-type': 'application/json' }),
        ...(tag !== undefined && { 'if-match': tag }),
      },
      ...(json && { body: JSON.stringify(json) }),
    });
  /** Returns the ETag of the settings after a change by the first node. */
  const change = async (title: string): Promise<string> => {
    assert.equal((await send(one, 'PUT', { title })).status, 200);
    return (await send(one, 'GET')).headers.get('etag') ?? '';
  };

  it('accepts only one of many concurrent changes based on the same state', async () => {
    for (let round = 0; round < 5; round += 1) {
      const etag = await change(`Round ${round}`);
      const all = Array.from({ length: 8 }, (_, n) =>
        send(n % 2 === 0 ? one : two, 'PUT', { title: `${n} in ${round}` }, etag),
      );
      const statuses = (await Promise.all(all)).map(({ status }) => status).sort();
      assert.deepEqual(statuses, [200, 412, 412, 412, 412, 412, 412, 412]);
    }
  });

  it('compares the stored state, even if the node has not been notified of the latest change', async () => {
    const etag = await change('Before');
    const { changes } = two.database;
    while ((await send(two, 'GET')).headers.get('etag') !== etag) await turn();
    const { recordChange } = changes;
    const suppressed: Parameters<typeof recordChange>[] = [];
    changes.recordChange = (...each) => void suppressed.push(each);
    const latest = await change('After');
    const outdated = await send(two, 'PUT', { title: 'Late' }, etag);
    const current = await send(two, 'PUT', { title: 'In time' }, latest);
    changes.recordChange = recordChange;
    for (const each of suppressed) changes.recordChange(...each);
    assert.deepEqual([outdated.status, current.status], [412, 200]);
  });
});
