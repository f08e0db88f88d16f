// `If-Match` on writes: a change is made only while the item is as its sender last saw it (server/http/precondition.ts).
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { openTestSite, type TestSite } from './site.ts';

const things: readonly [collection: string, made: object, changes: readonly [object, object]][] = [
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

describeEachEngine('If-Match', (engine) => {
  let site: TestSite;
  before(async () => {
    site = await openTestSite({ database: await engine.open() });
  });
  after(() => site.database.close());

  const send = (method: string, address: string, json?: object, tag?: string) =>
    site.ask('administrator', method, address, json, tag === undefined ? {} : { 'if-match': tag });

  for (const [collection, made, [change, other]] of things) {
    it(`refuses a change by who has seen another state: ${collection}`, async () => {
      const { id, uuid } = await site.make(collection, made);
      const address = `${collection}/${id ?? uuid}`;
      for (const context of ['view', 'edit']) {
        await send('PUT', address, made);
        const seen = await send('GET', `${address}?context=${context}`);
        assert.equal((await send('PUT', address, change, `"of something else", ${seen.etag}`)).status, 200);
        const changed = await send('GET', `${address}?context=${context}`);
        assert.notEqual(changed.etag, seen.etag);
        const late = await send('PUT', address, other, seen.etag);
        assert.deepEqual([late.status, late.body.code], [412, 'rest_precondition_failed']);
        assert.equal((await send('DELETE', `${address}?force=true&reassign=1`, undefined, seen.etag)).status, 412);
        assert.equal((await send('GET', `${address}?context=${context}`)).etag, changed.etag, 'nothing was done');
        assert.equal((await send('PUT', address, other, `W/${changed.etag}`)).status, 412, 'weak ones never match');
        assert.equal((await send('PUT', address, other, '*')).status, 200);
      }
      const { etag } = await send('GET', address);
      assert.equal((await send('DELETE', `${address}?force=true&reassign=1`, undefined, etag)).status, 200);
    });
  }

  it('lets one of many who have seen the same state change it', async () => {
    const { id } = await site.make('/cms/v2/posts', { title: 'One' });
    const { etag } = await send('GET', `/cms/v2/posts/${id}?context=edit`);
    const all = Array.from({ length: 8 }, (_, n) => send('PUT', `/cms/v2/posts/${id}`, { title: `By ${n}` }, etag));
    const statuses = (await Promise.all(all)).map((answer) => answer.status).sort();
    assert.deepEqual(statuses, [200, 412, 412, 412, 412, 412, 412, 412]);
    assert.deepEqual(site.faults, []);
  });

  it('looks at what is stored: the next writer may have its turn before it is heard here what the one before has changed', async () => {
    const { id } = await site.make('/cms/v2/posts', { title: 'One' });
    const address = `/cms/v2/posts/${id}`;
    await send('GET', `${address}?context=edit`);
    // From the second on its record is kept: the first has noted that the password was used.
    const { etag } = await send('GET', `${address}?context=edit`);
    const { changes } = site.database;
    const hear = changes.noteChange;
    const unheard: Parameters<typeof hear>[] = [];
    changes.noteChange = (...change) => void unheard.push(change);
    assert.equal((await send('PUT', address, { title: 'Two' }, etag)).status, 200);
    const late = await send('PUT', address, { title: 'Three' }, etag);
    changes.noteChange = hear;
    for (const change of unheard) changes.noteChange(...change);
    assert.equal(late.status, 412);
  });
});
