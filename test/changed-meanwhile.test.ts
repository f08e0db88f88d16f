// Tests that permissions are checked for the presented state of an entry if the entry becomes private or is deleted while it is
// being read.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Database, ReadHandle } from '../server/database/handle.ts';
import { openDatabase } from '../server/database/open.ts';
import { openTestSite, type TestSite } from './site.ts';

describe('an entry that is made private between two statements of a read', () => {
  let real: Database;
  let site: TestSite;
  let latest = '';
  /** A change, and the beginning of the SQL statement after which it is made. */
  let interruption: { readonly beginning: string; readonly change: () => Promise<unknown> } | undefined;

  /** Wraps a method of a read handle. The wrapper makes the change after the method has read its result, before returning it. */
  const withInterruption =
    (read: ReadHandle, name: 'all' | 'first'): unknown =>
    async (...args: Parameters<ReadHandle['all']>) => {
      const found = await read[name](...args);
      const { beginning, change } = interruption ?? {};
      if (change && beginning !== undefined && latest.startsWith(beginning)) {
        interruption = undefined;
        await change();
      }
      return found;
    };

  before(async () => {
    real = await openDatabase({ kind: 'memory' }, { onStatement: (sql) => (latest = sql) });
    const boundProperty = (target: object, name: string | symbol) => {
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    };
    const read = new Proxy(real.read, {
      get: (target, name) =>
        name === 'all' || name === 'first' ? withInterruption(target, name) : boundProperty(target, name),
    });
    const database = new Proxy(real, { get: (target, name) => (name === 'read' ? read : boundProperty(target, name)) });
    site = await openTestSite({ database });
  });
  after(() => real.close());

  const published = () => site.create('/cms/v2/posts', { title: 'Open', content: 'for all', status: 'publish' });
  const hide = (id: number) => () =>
    site.request('administrator', 'POST', `/cms/v2/posts/${id}`, { content: 'secret now', status: 'private' });

  it('is forbidden', async () => {
    const { id } = await published();
    interruption = { beginning: 'select "id", "type", "status"', change: hide(id) };
    const { status, body } = await site.request('anonymous', 'GET', `/cms/v2/posts/${id}`);
    assert.equal(interruption, undefined, 'the entry is changed during the request');
    assert.deepEqual([status, body.code], [401, 'rest_forbidden']);
  });

  it('is forbidden even if a caller with permission has read it in between', async () => {
    const { id } = await published();
    const { api } = await site.create('/octavo/v1/previews', { entry: id });
    const readPreview = async () => {
      await hide(id)();
      const { body } = await site.request('anonymous', 'GET', api.replace('http://site.test/rest', ''));
      assert.match(body.content.rendered, /secret now/);
    };
    interruption = { beginning: 'select "id", "type", "status"', change: readPreview };
    const { status, body } = await site.request('anonymous', 'GET', `/cms/v2/posts/${id}`);
    assert.deepEqual([status, body.code], [401, 'rest_forbidden']);
  });

  it('is omitted from a list', async () => {
    const { id } = await published();
    interruption = { beginning: 'select "entries"."id" as "id"', change: hide(id) };
    const { body } = await site.request('anonymous', 'GET', '/cms/v2/posts');
    assert.equal(interruption, undefined, 'the entry is changed during the request');
    assert.ok(!JSON.stringify(body).includes('secret now'));
    assert.ok(!body.some((post: { id: number }) => post.id === id));
  });

  it('is not found if it was deleted', async () => {
    const { id } = await published();
    const gone = () => site.request('administrator', 'DELETE', `/cms/v2/posts/${id}?force=true`);
    interruption = { beginning: 'select "id", "type", "status"', change: gone };
    const { status, body } = await site.request('anonymous', 'GET', `/cms/v2/posts/${id}`);
    assert.deepEqual([status, body.code], [404, 'rest_post_invalid_id']);
    assert.deepEqual(site.errors, []);
  });
});
