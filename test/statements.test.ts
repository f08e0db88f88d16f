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
  '/cms/v2/search',
  '/cms/v2/search?search=word',
  '/cms/v2/search?search=word&_embed',
  '/cms/v2/search?type=term',
  '/cms/v2/search?type=term&_embed',
  '/cms/v2/search?type=post-format',
  '/cms/v2/types',
  '/cms/v2/statuses',
  '/cms/v2/taxonomies/category',
  '/cms/v2/comments',
  '/cms/v2/comments?_embed',
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
  '/cms/v2/search?search=word&_embed',
  '/cms/v2/types?context=edit',
  '/cms/v2/settings',
  '/cms/v2/templates',
  '/cms/v2/templates?context=edit',
  '/cms/v2/templates/quarto//index',
  '/cms/v2/templates/quarto//page-page-1',
  '/cms/v2/templates/quarto//page-page-1/revisions',
  '/cms/v2/templates/lookup?slug=page-page-1',
  '/cms/v2/template-parts',
  '/cms/v2/themes?status=active',
  '/cms/v2/global-styles/themes/quarto',
  '/cms/v2/comments?context=edit&status=all&_embed',
  '/cms/v2/media?context=edit&_embed',
  '/cms/v2/block-types',
  '/cms/v2/block-renderer/core/archives?context=edit',
  '/cms/v2/plugins',
  '/cms/v2/icons',
  '/cms/v2/view-config?kind=taxonomy&name=category',
  '/cms-block-editor/v1/export',
  '/cms-site-health/v1/tests/background-jobs',
  '/cms/v2/font-families',
  '/cms/v2/font-families?_embed',
  '/cms/v2/font-families/{family}/font-faces',
] as const;

describe('SQL statements of a request', () => {
  let site: TestSite;
  let folder: string;
  let count = 0;
  let family = 0;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-statements-'));
    site = await openTestSite({ onStatement: () => (count += 1), files: await openDiskStore(folder) });
    for (let n = 0; n < 30; n += 1) await addContent(site, n);
    for (let n = 0; n < 30; n += 1) family = await addFonts(site, n);
  });
  after(async () => {
    await site.database.close();
    await rm(folder, { recursive: true });
  });

  const counted = async (person: Person, address: string) => {
    // Nothing counts as kept ready, as after a change of everything.
    site.database.changes.noteUnknownChange();
    count = 0;
    const answer = await site.ask(person, 'GET', address.replace('{family}', String(family)));
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
            !/posts|pages|tags|users|categories|blocks|navigation|menu|comments|media|font|templates$|parts$/.test(
              address,
            ) ||
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

  it('are the page alone, or what rules look at, where records and totals are kept ready', async () => {
    for (const address of ['/cms/v2/posts?page=2', '/cms/v2/posts?page=2&_embed', '/cms/v2/posts/1']) {
      await counted('anonymous', address);
      count = 0;
      await site.ask('anonymous', 'GET', address);
      assert.equal(count, 1, address);
    }
  });
});

describe('SQL statements of dynamic blocks', () => {
  let site: TestSite;
  let count = 0;
  before(async () => {
    site = await openTestSite({ onStatement: () => (count += 1) });
    for (let n = 1; n <= 40; n += 1) {
      const block = await site.make('/cms/v2/blocks', { title: 'x', content: 'x', status: 'publish' });
      await site.make('/cms/v2/posts', { title: `Post ${n}`, content: dynamicContent(n, block.id), status: 'publish' });
    }
  });
  after(() => site.database.close());

  it('are as many for forty posts, each with lists of its own, as for one', async () => {
    const counted = async (size: number) => {
      site.database.changes.noteUnknownChange();
      count = 0;
      const { body } = await site.ask('anonymous', 'GET', `/cms/v2/posts?per_page=${size}`);
      assert.equal(body.length, size);
      for (const post of body) assert.match(post.content.rendered, /wp-block-post-template/);
      return count;
    };
    assert.equal(await counted(1), kept['dynamic blocks'], 'differs from statements.json');
    assert.equal(await counted(40), kept['dynamic blocks']);
  });
});

/** Dynamic blocks of every kind of need; some need the same for all posts, others not. */
const dynamicContent = (n: number, block: number): string =>
  [
    '<!-- wp:latest-posts {"displayAuthor":true} /--><!-- wp:categories /--><!-- wp:archives /-->',
    `<!-- wp:latest-posts {"postsToShow":${n}} /--><!-- wp:tag-cloud {"numberOfTags":${n}} /--><!-- wp:post-author-name /-->`,
    `<!-- wp:block {"ref":${block}} /--><!-- wp:navigation-link {"kind":"post-type","id":${n},"label":"x"} /-->`,
    `<!-- wp:query {"query":{"perPage":${n}}} --><div><!-- wp:query-total /--><!-- wp:post-template -->`,
    '<!-- wp:post-title /--><!-- wp:post-author-name /--><!-- wp:post-terms {"term":"category"} /-->',
    '<!-- /wp:post-template --></div><!-- /wp:query -->',
  ].join('');

/** A font family with as many faces as others have been made before, and one; gives its number. */
async function addFonts(site: TestSite, n: number): Promise<number> {
  const settings = { name: `Box ${n}`, slug: `box-${n}`, fontFamily: 'Box' };
  const { id } = await site.make('/cms/v2/font-families', { font_family_settings: JSON.stringify(settings) });
  for (let weight = 0; weight <= n; weight += 1) {
    const face = { fontFamily: `Box ${n}`, fontWeight: String(100 + weight), src: 'http://site.test/box.woff2' };
    await site.make(`/cms/v2/font-families/${id}/font-faces`, { font_face_settings: JSON.stringify(face) });
  }
  return id;
}

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
  const links = '<!-- wp:page-list /-->';
  await site.make('/cms/v2/navigation', { title: `Navigation ${n}`, content: links, status: 'publish' });
  const template = await site.make('/cms/v2/templates', { slug: `page-page-${n}`, content: 'x' });
  await site.ask('administrator', 'POST', `/cms/v2/templates/${template.id}`, { content: `Version ${n}` });
  await site.make('/cms/v2/template-parts', {
    slug: `part-${n}`,
    content: 'x',
    author: Object.values(site.ids)[n % 6],
  });
  await site.ask('administrator', 'POST', '/cms/v2/posts/1', { content: `Version ${n}` });
  await site.ask(Object.keys(site.ids)[n % 6] as Person, 'POST', '/cms/v2/posts/1/autosaves', { title: 'Saved' });
  const said = { post: post.id, content: `Comment ${n}` };
  const { id: parent } = await site.make('/cms/v2/comments', said, 'editor');
  const { id: answer } = await site.make('/cms/v2/comments', { ...said, content: `Answer ${n}`, parent }, 'editor');
  // The newest comment has an answer and is one, so that a list of one shows every kind of link.
  const early = { parent: answer, date: '2020-01-01T00:00:00' };
  await site.make('/cms/v2/comments', { ...said, ...early, content: `Answer to answer ${n}` }, 'editor');
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
