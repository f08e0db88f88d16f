// What is made private while somebody reads it: rules are asked of what is shown, not of what was there a moment before.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Database, ReadHandle } from '../server/database/handle.ts';
import { openDatabase } from '../server/database/open.ts';
import { openTestSite, type TestSite } from './site.ts';

describe('an entry that is made private between two statements of a read', () => {
  let real: Database;
  let site: TestSite;
  let latest = '';
  /** What happens once a statement of this beginning has been answered. */
  let meanwhile: { readonly beginning: string; readonly happens: () => Promise<unknown> } | undefined;

  /** A method of the target, after whose answer something may happen. */
  const interrupted =
    (read: ReadHandle, name: 'all' | 'first'): unknown =>
    async (...asked: Parameters<ReadHandle['all']>) => {
      const found = await read[name](...asked);
      const { beginning, happens } = meanwhile ?? {};
      if (happens && beginning !== undefined && latest.startsWith(beginning)) {
        meanwhile = undefined;
        await happens();
      }
      return found;
    };

  before(async () => {
    real = await openDatabase({ kind: 'memory' }, { onStatement: (sql) => (latest = sql) });
    const own = (target: object, name: string | symbol) => {
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    };
    const read = new Proxy(real.read, {
      get: (target, name) => (name === 'all' || name === 'first' ? interrupted(target, name) : own(target, name)),
    });
    const database = new Proxy(real, { get: (target, name) => (name === 'read' ? read : own(target, name)) });
    site = await openTestSite({ database });
  });
  after(() => real.close());

  const published = () => site.make('/cms/v2/posts', { title: 'Open', content: 'for all', status: 'publish' });
  const hide = (id: number) => () =>
    site.ask('administrator', 'POST', `/cms/v2/posts/${id}`, { content: 'secret now', status: 'private' });

  it('is refused', async () => {
    const { id } = await published();
    meanwhile = { beginning: 'select "id", "type", "status"', happens: hide(id) };
    const { status, body } = await site.ask('anonymous', 'GET', `/cms/v2/posts/${id}`);
    assert.equal(meanwhile, undefined, 'nothing was changed meanwhile');
    assert.deepEqual([status, body.code], [401, 'rest_forbidden']);
  });

  it('is refused also where somebody who may see it has looked at it in between', async () => {
    const { id } = await published();
    const { api } = await site.make('/octavo/v1/previews', { entry: id });
    const look = async () => {
      await hide(id)();
      const { body } = await site.ask('anonymous', 'GET', api.replace('http://site.test/rest', ''));
      assert.match(body.content.rendered, /secret now/);
    };
    meanwhile = { beginning: 'select "id", "type", "status"', happens: look };
    const { status, body } = await site.ask('anonymous', 'GET', `/cms/v2/posts/${id}`);
    assert.deepEqual([status, body.code], [401, 'rest_forbidden']);
  });

  it('is left out of a list', async () => {
    const { id } = await published();
    meanwhile = { beginning: 'select "entries"."id" as "id" from "entries"', happens: hide(id) };
    const { body } = await site.ask('anonymous', 'GET', '/cms/v2/posts');
    assert.equal(meanwhile, undefined, 'nothing was changed meanwhile');
    assert.ok(!JSON.stringify(body).includes('secret now'));
    assert.ok(!body.some((post: { id: number }) => post.id === id));
  });

  it('is gone where it was deleted', async () => {
    const { id } = await published();
    const gone = () => site.ask('administrator', 'DELETE', `/cms/v2/posts/${id}?force=true`);
    meanwhile = { beginning: 'select "id", "type", "status"', happens: gone };
    const { status, body } = await site.ask('anonymous', 'GET', `/cms/v2/posts/${id}`);
    assert.deepEqual([status, body.code], [404, 'rest_post_invalid_id']);
    assert.deepEqual(site.faults, []);
  });
});
