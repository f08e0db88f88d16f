// Tests responses to the deletion of entries (posts-and-pages.md §2, §13).
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { openTestSite, type TestSite } from '../../../test/site.ts';
import type { Database } from '../../database/handle.ts';
import { openDatabase } from '../../database/open.ts';

let database: Database;
let site: TestSite;
before(async () => {
  database = await openDatabase({ kind: 'memory' });
  site = await openTestSite({ database });
});
after(async () => {
  assert.deepEqual(site.errors, []);
  await database.close();
});

it('_fields selects fields of the deleted entry', async () => {
  for (const rest of ['posts', 'pages', 'blocks']) {
    const deleted = async (fields: string) => {
      const { id } = await site.create(`/cms/v2/${rest}`, { title: 'Gone', content: 'text', slug: 'gone' });
      const { body } = await site.request(
        'administrator',
        'DELETE',
        `/cms/v2/${rest}/${id}?force=true&_fields=${fields}`,
      );
      return [body, id];
    };
    for (const [fields, expected] of [
      ['deleted', () => ({ deleted: true })],
      ['nothing', () => ({})],
      ['previous', (id: number) => ({ previous: { id } })],
      ['deleted,previous,slug', (id: number) => ({ deleted: true, previous: { id, slug: 'gone' } })],
      ['previous,title.raw', (id: number) => ({ previous: { id, title: { raw: 'Gone' } } })],
      ['previous.slug', () => ({ previous: { slug: 'gone' } })],
    ] as const) {
      const [body, id] = await deleted(fields);
      assert.deepEqual(body, expected(id), `${rest} ${fields}`);
    }
  }
});

it('the response has the whole entry, without links, if _fields is absent', async () => {
  const { _links, ...made } = await site.create('/cms/v2/posts', { title: 'Gone' });
  const { body } = await site.request('administrator', 'DELETE', `/cms/v2/posts/${made.id}?force=true`);
  assert.deepEqual(Object.keys(body.previous), Object.keys(made));
});

it('a trashed front page is returned with its new URL', async () => {
  const { id } = await site.create('/cms/v2/pages', { title: 'Front', status: 'publish' });
  await site.request('administrator', 'POST', '/cms/v2/settings', { show_on_front: 'page', page_on_front: id });
  const { body } = await site.request('administrator', 'DELETE', `/cms/v2/pages/${id}?_fields=link,status`);
  assert.deepEqual(body, { status: 'trash', link: `http://site.test/?page_id=${id}` });
});
