// The number of SQL statements of a request does not depend on how much it shows (architecture.md §5). The numbers are
// kept in statements.json: an increase must be meant.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openDiskStore } from '../server/files/disk-store.ts';
import { openTestSite, type Person, type TestSite } from './site.ts';

const kept = JSON.parse(readFileSync(new URL('./statements.json', import.meta.url), 'utf8')) as Record<string, number>;

const paths = [
  '/',
  '/cms/v2',
  '/cms/v2/posts',
  '/cms/v2/posts?_embed',
  '/cms/v2/posts?search=word',
  '/cms/v2/posts?categories=1',
  '/cms/v2/posts?orderby=title&order=asc',
  '/cms/v2/posts/1',
  '/cms/v2/posts/1?_embed',
  '/cms/v2/pages',
  '/cms/v2/pages?_embed',
  '/cms/v2/categories',
  '/cms/v2/categories?parent=1&_embed',
  '/cms/v2/tags',
  '/cms/v2/users',
  '/cms/v2/users/1',
  '/cms/v2/navigation',
  '/cms/v2/media',
  '/cms/v2/media?_embed',
  '/cms/v2/media?media_type=text',
  '/cms/v2/cms_pattern_category',
] as const;

const asEditors = [
  '/cms/v2/posts?context=edit',
  '/cms/v2/posts?context=edit&_embed',
  '/cms/v2/pages?context=edit&_embed',
  '/cms/v2/users?context=edit',
  '/cms/v2/blocks',
  '/cms/v2/blocks?_embed',
  '/cms/v2/navigation?context=edit',
  '/cms/v2/posts/1/revisions',
  '/cms/v2/posts/1/autosaves',
  '/cms/v2/menus',
  '/cms/v2/menu-items',
  '/cms/v2/media?context=edit&_embed',
] as const;

describe('SQL statements of a request', () => {
  let site: TestSite;
  let folder: string;
  let count = 0;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-statements-'));
    site = await openTestSite({ onStatement: () => (count += 1), files: await openDiskStore(folder) });
    for (let n = 0; n < 30; n += 1) await addContent(site, n);
  });
  after(async () => {
    await site.database.close();
    await rm(folder, { recursive: true });
  });

  const counted = async (person: Person, address: string) => {
    // Nothing counts as kept ready, as after a change of everything.
    site.database.changes.noteUnknownChange();
    count = 0;
    const answer = await site.ask(person, 'GET', address);
    assert.equal(answer.status, 200, `${address}: ${JSON.stringify(answer.body)}`);
    return { statements: count, items: Array.isArray(answer.body) ? answer.body.length : 1 };
  };
  const withSize = (address: string, size: number) => `${address}${address.includes('?') ? '&' : '?'}per_page=${size}`;

  for (const [person, addresses] of [
    ['anonymous', paths],
    ['administrator', asEditors],
  ] as const) {
    for (const address of addresses) {
      it(`${person} GET ${address}: as many for a hundred items as for one`, async () => {
        const one = await counted(person, withSize(address, 1));
        const many = await counted(person, withSize(address, 100));
        assert.ok(
          address.includes('/1') ||
            !/posts|pages|tags|users|categories|blocks|navigation|menu|media/.test(address) ||
            many.items > 5,
          `only ${many.items} items`,
        );
        assert.ok(
          many.statements <= one.statements,
          `${many.statements} statements for ${many.items} items, ${one.statements} for one`,
        );
        assert.equal(one.statements, kept[`${person} ${address}`], 'differs from statements.json');
      });
    }
  }

  it('are the page and the total alone where all records are kept ready', async () => {
    for (const address of ['/cms/v2/posts?page=2', '/cms/v2/posts?page=2&_embed']) {
      await counted('anonymous', address);
      count = 0;
      await site.ask('anonymous', 'GET', address);
      assert.equal(count, 2, address);
    }
  });
});

/** Posts with terms and authors, pages in a tree, so that every list and every kind of link has something to show. */
async function addContent(site: TestSite, n: number): Promise<void> {
  const category = await site.make('/cms/v2/categories', {
    name: `Category ${n}`,
    ...(n > 0 && n % 3 === 0 ? { parent: 1 } : {}),
  });
  const tag = await site.make('/cms/v2/tags', { name: `Tag ${n}` });
  const author = n % 2 === 0 ? 'author' : 'editor';
  const post = await site.make(
    '/cms/v2/posts',
    { title: `Post ${n}`, content: 'A word.', status: 'publish', categories: [1, category.id], tags: [tag.id] },
    author,
  );
  const page = await site.make('/cms/v2/pages', { title: `Page ${n}`, status: 'publish' }, 'editor');
  await site.make('/cms/v2/pages', { title: `Below ${n}`, status: 'publish', parent: page.id }, 'editor');
  const { id: group } = await site.make('/cms/v2/cms_pattern_category', { name: `Group ${n}` });
  const block = { title: `Block ${n}`, content: 'x', status: 'publish', cms_pattern_category: [group] };
  await site.make('/cms/v2/blocks', block);
  const { body: file } = await site.send(
    'administrator',
    'POST',
    `/cms/v2/media?post=${n % 2 ? post.id : 0}`,
    Buffer.from('text'),
    {
      'content-type': 'text/plain',
      'content-disposition': `attachment; filename=${n}.txt`,
    },
  );
  if (file.type !== 'attachment') throw new Error(JSON.stringify(file));
  await site.make('/cms/v2/navigation', { title: `Navigation ${n}`, status: 'publish' });
  await site.ask('administrator', 'POST', '/cms/v2/posts/1', { content: `Version ${n}` });
  await site.ask(Object.keys(site.ids)[n % 6] as Person, 'POST', '/cms/v2/posts/1/autosaves', { title: 'Saved' });
  const { id: menu } = await site.make('/cms/v2/menus', { name: `Menu ${n}` });
  const target = n % 2 ? { type: 'post_type', object_id: page.id } : { type: 'taxonomy', object_id: category.id };
  await site.make('/cms/v2/menu-items', { ...target, menus: menu });
  if (n < 6)
    await site.make('/cms/v2/posts', {
      title: `By number ${n}`,
      content: 'x',
      status: 'publish',
      author: Object.values(site.ids)[n],
    });
}
