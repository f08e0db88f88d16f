// Tests that the number of SQL statements of a request does not depend on the number of rows (docs/architecture.md, Caching).
// statements.json contains the expected numbers, so that an increase must be deliberate.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openDiskStore } from '../server/files/disk-store.ts';
import { type Caller, openTestSite, type TestSite } from './site.ts';

const expectedCounts = JSON.parse(readFileSync(new URL('./statements.json', import.meta.url), 'utf8')) as Record<
  string,
  number
>;

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
  // For another word, no estimate of the number of matches is cached.
  '/cms/v2/search?search=wor&_embed',
  '/cms/v2/search?type=term',
  '/cms/v2/search?type=term&_embed',
  '/cms/v2/search?type=post-format',
  '/cms/v2/types',
  '/cms/v2/statuses',
  '/cms/v2/taxonomies/category',
  '/cms/v2/comments',
  '/cms/v2/comments?_embed',
] as const;

const editorPaths = [
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

  const countStatements = async (caller: Caller, route: string) => {
    // This invalidates every cache.
    site.database.changes.recordUnknownChange();
    count = 0;
    const response = await site.request(caller, 'GET', route.replace('{family}', String(family)));
    assert.equal(response.status, 200, `${route}: ${JSON.stringify(response.body)}`);
    return { statements: count, items: Array.isArray(response.body) ? response.body.length : 1 };
  };
  const withSize = (route: string, size: number) => `${route}${route.includes('?') ? '&' : '?'}per_page=${size}`;

  // A single menu item has a target of only one of two types, which are read with a statement each.
  const minItems = (route: string) => (route.includes('menu-items') ? 5 : 1);

  for (const [caller, callerPaths] of [
    ['anonymous', paths],
    ['administrator', editorPaths],
  ] as const) {
    for (const route of callerPaths) {
      it(`${caller} GET ${route}: the number is the same for a hundred items and for one`, async () => {
        const one = await countStatements(caller, withSize(route, minItems(route)));
        const many = await countStatements(caller, withSize(route, 100));
        assert.ok(
          route.includes('/1') ||
            !/posts|pages|tags|users|categories|blocks|navigation|menu|comments|media|font|templates$|parts$/.test(
              route,
            ) ||
            many.items > 5,
          `the list has ${many.items} items`,
        );
        assert.ok(
          many.statements <= one.statements,
          `${many.statements} statements for ${many.items} items, ${one.statements} for one`,
        );
        assert.equal(one.statements, expectedCounts[`${caller} ${route}`], 'the number equals that in statements.json');
      });
    }
  }

  it('only select the page or check permissions, if records and totals are cached', async () => {
    for (const route of ['/cms/v2/posts?page=2', '/cms/v2/posts?page=2&_embed', '/cms/v2/posts/1']) {
      await countStatements('anonymous', route);
      count = 0;
      await site.request('anonymous', 'GET', route);
      assert.equal(count, 1, route);
    }
  });
});

describe('SQL statements of dynamic blocks', () => {
  let site: TestSite;
  let count = 0;
  before(async () => {
    site = await openTestSite({ onStatement: () => (count += 1) });
    for (let n = 1; n <= 40; n += 1) {
      const block = await site.create('/cms/v2/blocks', { title: 'x', content: 'x', status: 'publish' });
      await site.create('/cms/v2/posts', {
        title: `Post ${n}`,
        content: dynamicContent(n, block.id),
        status: 'publish',
      });
    }
  });
  after(() => site.database.close());

  it('the number is the same for forty posts with different lists and for one', async () => {
    const countStatements = async (size: number) => {
      site.database.changes.recordUnknownChange();
      count = 0;
      const { body } = await site.request('anonymous', 'GET', `/cms/v2/posts?per_page=${size}`);
      assert.equal(body.length, size);
      for (const post of body) assert.match(post.content.rendered, /wp-block-post-template/);
      return count;
    };
    assert.equal(await countStatements(1), expectedCounts['dynamic blocks'], 'equals statements.json');
    assert.equal(await countStatements(40), expectedCounts['dynamic blocks']);
  });
});

/** Returns dynamic blocks that need all types of data. Some of the data is the same for all posts. */
const dynamicContent = (n: number, block: number): string =>
  [
    '<!-- wp:latest-posts {"displayAuthor":true} /--><!-- wp:categories /--><!-- wp:archives /-->',
    `<!-- wp:latest-posts {"postsToShow":${n}} /--><!-- wp:tag-cloud {"numberOfTags":${n}} /--><!-- wp:post-author-name /-->`,
    `<!-- wp:block {"ref":${block}} /--><!-- wp:navigation-link {"kind":"post-type","id":${n},"label":"x"} /-->`,
    `<!-- wp:query {"query":{"perPage":${n}}} --><div><!-- wp:query-total /--><!-- wp:post-template -->`,
    '<!-- wp:post-title /--><!-- wp:post-author-name /--><!-- wp:post-terms {"term":"category"} /-->',
    '<!-- /wp:post-template --></div><!-- /wp:query -->',
  ].join('');

/** Creates a font family with `n + 1` faces and returns its ID. */
async function addFonts(site: TestSite, n: number): Promise<number> {
  const settings = { name: `Box ${n}`, slug: `box-${n}`, fontFamily: 'Box' };
  const { id } = await site.create('/cms/v2/font-families', { font_family_settings: JSON.stringify(settings) });
  for (let weight = 0; weight <= n; weight += 1) {
    const face = { fontFamily: `Box ${n}`, fontWeight: String(100 + weight), src: 'http://site.test/box.woff2' };
    await site.create(`/cms/v2/font-families/${id}/font-faces`, { font_face_settings: JSON.stringify(face) });
  }
  return id;
}

/**
 * Creates content set number `n`: a post with terms and an author, nested pages, comments and so on. The sets have rows for
 * every list and every type of link.
 */
async function addContent(site: TestSite, n: number): Promise<void> {
  const category = await site.create('/cms/v2/categories', {
    name: `Category ${n}`,
    ...(n > 0 && n % 3 === 0 ? { parent: 1 } : {}),
  });
  const tag = await site.create('/cms/v2/tags', { name: `Tag ${n}` });
  const author = n % 2 === 0 ? 'author' : 'editor';
  const post = await site.create(
    '/cms/v2/posts',
    { title: `Post ${n}`, content: 'A word.', status: 'publish', categories: [1, category.id], tags: [tag.id] },
    author,
  );
  const page = await site.create('/cms/v2/pages', { title: `Page ${n}`, status: 'publish' }, 'editor');
  await site.create('/cms/v2/pages', { title: `Below ${n}`, status: 'publish', parent: page.id }, 'editor');
  const { id: group } = await site.create('/cms/v2/cms_pattern_category', { name: `Group ${n}` });
  const block = { title: `Block ${n}`, content: 'x', status: 'publish', cms_pattern_category: [group] };
  await site.create('/cms/v2/blocks', block);
  const { body: file } = await site.sendBody(
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
  await site.create('/cms/v2/navigation', { title: `Navigation ${n}`, content: links, status: 'publish' });
  const template = await site.create('/cms/v2/templates', { slug: `page-page-${n}`, content: 'x' });
  await site.request('administrator', 'POST', `/cms/v2/templates/${template.id}`, { content: `Version ${n}` });
  await site.create('/cms/v2/template-parts', {
    slug: `part-${n}`,
    content: 'x',
    author: Object.values(site.ids)[n % 6],
  });
  await site.request('administrator', 'POST', '/cms/v2/posts/1', { content: `Version ${n}` });
  await site.request(Object.keys(site.ids)[n % 6] as Caller, 'POST', '/cms/v2/posts/1/autosaves', { title: 'Saved' });
  const commentFields = { post: post.id, content: `Comment ${n}` };
  const { id: parent } = await site.create('/cms/v2/comments', commentFields, 'editor');
  const { id: reply } = await site.create(
    '/cms/v2/comments',
    { ...commentFields, content: `Answer ${n}`, parent },
    'editor',
  );
  // The newest comment is a reply and has a reply, so that even a list with one comment has every type of link.
  const replyFields = { parent: reply, date: '2020-01-01T00:00:00' };
  await site.create(
    '/cms/v2/comments',
    { ...commentFields, ...replyFields, content: `Answer to answer ${n}` },
    'editor',
  );
  const { id: menu } = await site.create('/cms/v2/menus', { name: `Menu ${n}` });
  const target = n % 2 ? { type: 'post_type', object_id: page.id } : { type: 'taxonomy', object_id: category.id };
  await site.create('/cms/v2/menu-items', { ...target, menus: menu });
  if (n < 6)
    await site.create('/cms/v2/posts', {
      title: `By number ${n}`,
      content: 'x',
      status: 'publish',
      author: Object.values(site.ids)[n],
    });
}
