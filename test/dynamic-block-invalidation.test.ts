// Tests that cached responses are invalidated when the content of their dynamic blocks changes (docs/rendering.md).
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import type { TestSite } from './site.ts';
import { close, openNode, type TestNode } from './test-node.ts';

/** Returns a function that returns content with a query loop. The loop renders `inner` for each post of the category. */
const loop =
  (inner: string) =>
  ({ category }: Records) => {
    const query = `{"perPage":100,"taxQuery":{"category":[${category}]}}`;
    return `<!-- wp:query {"query":${query}} --><div><!-- wp:post-template -->${inner}<!-- /wp:post-template --></div><!-- /wp:query -->`;
  };

/** The site, and the IDs of the records that the cases refer to. */
interface Records {
  readonly site: TestSite;
  readonly category: number;
  readonly tag: number;
  readonly other: number;
  readonly page: number;
  readonly block: number;
  readonly navigation: number;
  readonly hidden: number;
}

/** Content with a dynamic block, a write, and the output that the block renders only after the write. */
interface Case {
  readonly content: string | ((records: Records) => string);
  readonly write: (records: Records, entryId: number) => Promise<unknown>;
  readonly expected: RegExp;
}

const change =
  (pathOf: (records: Records, entryId: number) => string, json: object) => (records: Records, entryId: number) =>
    records.site.request('administrator', 'PUT', pathOf(records, entryId), json);
const changeOther = (json: object) => change(({ other }) => `/cms/v2/posts/${other}`, json);
const changeEntry = (json: object) => change((_, entryId) => `/cms/v2/posts/${entryId}`, json);
const newPost = (json: object) => async (records: Records) => {
  const terms = { categories: [records.category], tags: [records.tag] };
  await records.site.create('/cms/v2/posts', { status: 'publish', content: 'x', ...terms, ...json });
};

const cases: Readonly<Record<string, Case>> = {
  'latest-posts': {
    content: '<!-- wp:latest-posts /-->',
    write: newPost({ title: 'Brand new' }),
    expected: />Brand new</,
  },
  archives: {
    content: '<!-- wp:archives /-->',
    write: newPost({ title: 'x', date: '2001-05-01T00:00:00' }),
    expected: /\/2001\/05\/">May 2001</,
  },
  categories: {
    content: '<!-- wp:categories /-->',
    write: change(({ category }) => `/cms/v2/categories/${category}`, { name: 'Renamed' }),
    expected: />Renamed</,
  },
  'categories with counts': {
    content: '<!-- wp:categories {"showPostCounts":true} /-->',
    write: (records) => Promise.all(Array.from({ length: 9 }, () => newPost({ title: 'x' })(records))),
    expected: /<\/a> \(1\d\)/,
  },
  'tag-cloud': {
    content: '<!-- wp:tag-cloud /-->',
    write: change(({ tag }) => `/cms/v2/tags/${tag}`, { name: 'Retagged' }),
    expected: />Retagged</,
  },
  'page-list': {
    content: '<!-- wp:page-list /-->',
    write: ({ site, page }) => site.create('/cms/v2/pages', { title: 'Leaf', status: 'publish', parent: page }),
    expected: /\/leaf\/">Leaf</,
  },
  'navigation by reference': {
    content: ({ navigation }) => `<!-- wp:navigation {"ref":${navigation}} /-->`,
    write: change(({ navigation }) => `/cms/v2/navigation/${navigation}`, {
      content: '<!-- wp:navigation-link {"label":"Fresh","url":"/fresh"} /-->',
    }),
    expected: /href="\/fresh"/,
  },
  'navigation-link': {
    content: ({ page }) =>
      `<!-- wp:navigation --><!-- wp:navigation-link {"label":"P","url":"/","kind":"post-type","id":${page}} /--><!-- /wp:navigation -->`,
    write: change(({ page }) => `/cms/v2/pages/${page}`, { slug: 'moved' }),
    expected: /href="http:\/\/site\.test\/moved\/"/,
  },
  'navigation-submenu': {
    content: ({ page }) =>
      `<!-- wp:navigation --><!-- wp:navigation-submenu {"label":"P","kind":"post-type","id":${page}} /--><!-- /wp:navigation -->`,
    write: change(({ page }) => `/cms/v2/pages/${page}`, { slug: 'moved-again' }),
    expected: /href="http:\/\/site\.test\/moved-again\/"/,
  },
  block: {
    content: ({ block }) => `<!-- wp:block {"ref":${block}} /-->`,
    write: change(({ block }) => `/cms/v2/blocks/${block}`, { content: 'Rewritten' }),
    expected: /Rewritten/,
  },
  footnotes: {
    content: '<!-- wp:footnotes /-->',
    write: changeEntry({ meta: { footnotes: '[{"id":"a","content":"Noted"}]' } }),
    expected: /<li id="a">Noted /,
  },
  'post-title in a loop': {
    content: loop('<!-- wp:post-title /-->'),
    write: changeOther({ title: 'Retitled' }),
    expected: />Retitled</,
  },
  'post-title of its own entry': {
    content: '<!-- wp:post-title /-->',
    write: changeEntry({ title: 'My own' }),
    expected: />My own</,
  },
  'post-date in a loop': {
    content: loop('<!-- wp:post-date /-->'),
    write: changeOther({ date: '2020-02-03T00:00:00' }),
    expected: /February 3, 2020/,
  },
  'post-excerpt in a loop': {
    content: loop('<!-- wp:post-excerpt /-->'),
    write: changeOther({ excerpt: 'In short' }),
    expected: /In short/,
  },
  'post-content in a loop': {
    content: loop('<!-- wp:post-content /-->'),
    write: changeOther({ content: 'At length' }),
    expected: /At length/,
  },
  'read-more in a loop': {
    content: loop('<!-- wp:read-more /-->'),
    write: changeOther({ slug: 'further' }),
    expected: /\/further\/"/,
  },
  'post-terms in a loop': {
    content: loop('<!-- wp:post-terms {"term":"category"} /-->'),
    write: change(({ category }) => `/cms/v2/categories/${category}`, { name: 'Another name' }),
    expected: />Another name</,
  },
  'post-author-name': {
    content: '<!-- wp:post-author-name /-->',
    write: change(({ site }) => `/cms/v2/users/${site.ids.administrator}`, { name: 'Ada' }),
    expected: />Ada</,
  },
  'post-author-biography': {
    content: '<!-- wp:post-author-biography /-->',
    write: change(({ site }) => `/cms/v2/users/${site.ids.administrator}`, { description: 'Writes' }),
    expected: />Writes</,
  },
  'post-author': {
    content: '<!-- wp:post-author /-->',
    write: change(({ site }) => `/cms/v2/users/${site.ids.administrator}`, { name: 'Grace' }),
    expected: />Grace</,
  },
  avatar: {
    content: '<!-- wp:avatar {"isLink":true} /-->',
    write: change(({ site }) => `/cms/v2/users/${site.ids.administrator}`, { slug: 'boss' }),
    expected: /\/author\/boss\//,
  },
  'query-no-results': {
    content: ({ tag }) =>
      `<!-- wp:query {"query":{"taxQuery":{"post_tag":[${tag}]}}} --><div><!-- wp:query-no-results -->None<!-- /wp:query-no-results --></div><!-- /wp:query -->`,
    write: ({ site, tag }) => site.request('administrator', 'DELETE', `/cms/v2/tags/${tag}?force=true`),
    expected: /None/,
  },
  'query-total': {
    content: '<!-- wp:query --><div><!-- wp:query-total /--></div><!-- /wp:query -->',
    write: (records) => Promise.all(Array.from({ length: 100 }, () => newPost({ title: 'x', tags: [] })(records))),
    expected: /\b1\d\d results/,
  },
  'query-pagination': {
    content:
      '<!-- wp:query {"query":{"perPage":100}} --><div><!-- wp:query-pagination --><!-- wp:query-pagination-numbers /--><!-- wp:query-pagination-next /--><!-- /wp:query-pagination --></div><!-- /wp:query -->',
    write: (records) => Promise.all(Array.from({ length: 100 }, () => newPost({ title: 'x', tags: [] })(records))),
    expected: /query-0-page=3"/,
  },
  'URL of an entry that is renamed': {
    content: ({ other }) => `http://site.test/?p=${other}`,
    write: changeOther({ title: 'Embedded anew' }),
    expected: />Embedded anew<\/a><\/blockquote><iframe /,
  },
  'URL of an entry that was private': {
    content: ({ hidden }) => `http://site.test/?p=${hidden}`,
    write: change(({ hidden }) => `/cms/v2/posts/${hidden}`, { status: 'publish' }),
    expected: /<iframe /,
  },
  'URL of an entry that becomes private': {
    content: ({ hidden }) => `[embed]http://site.test/?p=${hidden}[/embed]`,
    write: change(({ hidden }) => `/cms/v2/posts/${hidden}`, { status: 'private' }),
    expected: /^<p><a href="http:\/\/site.test\/\?p=\d+">[^<]*<\/a><\/p>\n$/,
  },
  'URL of an entry that did not exist': {
    content: 'http://site.test/there-now/',
    write: newPost({ title: 'There now', slug: 'there-now' }),
    expected: /<iframe /,
  },
  calendar: {
    content: '<!-- wp:calendar {"month":5,"year":2002} /-->',
    write: newPost({ title: 'x', date: '2002-05-07T00:00:00' }),
    expected: /\/2002\/05\/07\/"/,
  },
  'latest-comments': {
    content: '<!-- wp:latest-comments /-->',
    write: ({ site, other }) => site.create('/cms/v2/comments', { post: other, content: 'First words' }),
    expected: /First words/,
  },
  'comments of the entry': {
    content:
      '<!-- wp:comments-title /--><!-- wp:comment-template --><!-- wp:comment-content /--><!-- /wp:comment-template -->',
    write: ({ site }, entryId) => site.create('/cms/v2/comments', { post: entryId, content: 'Under it' }),
    expected: /1 comment on .*Under it/s,
  },
  'terms-query': {
    content:
      '<!-- wp:terms-query --><div><!-- wp:term-template --><!-- wp:term-name /--><!-- wp:term-description /--><!-- /wp:term-template --></div><!-- /wp:terms-query -->',
    write: change(({ category }) => `/cms/v2/categories/${category}`, { description: 'All that is new' }),
    expected: />All that is new</,
  },
  'template-part': {
    content: '<!-- wp:template-part {"slug":"header"} /-->',
    write: ({ site }) => site.create('/cms/v2/template-parts', { slug: 'header', content: 'Our own header' }),
    expected: />Our own header</,
  },
  'breadcrumbs by a category': {
    content: loop('<!-- wp:breadcrumbs /-->'),
    write: change(({ category }) => `/cms/v2/categories/${category}`, { name: 'On the way' }),
    expected: />On the way<\/a>/,
  },
  'site-title': {
    content: '<!-- wp:site-title /-->',
    write: ({ site }) => site.service.settings.set({ title: 'Another site' }),
    expected: />Another site</,
  },
  'site-tagline': {
    content: '<!-- wp:site-tagline /-->',
    write: ({ site }) => site.service.settings.set({ description: 'About more' }),
    expected: />About more</,
  },
};

async function createRecords(site: TestSite): Promise<Records> {
  const made = async (path: string, json: object): Promise<number> => (await site.create(path, json)).id;
  const category = await made('/cms/v2/categories', { name: 'News' });
  const tag = await made('/cms/v2/tags', { name: 'Odd' });
  const post = { title: 'Other', content: 'Text', status: 'publish', categories: [category], tags: [tag] };
  return {
    site,
    category,
    tag,
    other: await made('/cms/v2/posts', post),
    page: await made('/cms/v2/pages', { title: 'Page', status: 'publish' }),
    block: await made('/cms/v2/blocks', { title: 'B', content: 'Written', status: 'publish' }),
    hidden: await made('/cms/v2/posts', { title: 'Hidden', content: 'x', status: 'private' }),
    navigation: await made('/cms/v2/navigation', { title: 'N', content: '<!-- wp:search /-->', status: 'publish' }),
  };
}

describeEachEngine('a cached response is invalidated with its dynamic blocks', (engine) => {
  let node: TestNode;
  let records: Records;
  before(async () => {
    node = await openNode(await engine.location());
    records = await createRecords(node.site);
  });
  after(async () => {
    await close(node);
    assert.deepEqual(node.site.errors, []);
  });

  const rendered = async (path: string): Promise<string> => {
    const body = (await (await node.get(path)).json()) as object;
    const [post = body] = Array.isArray(body) ? body : [body];
    return (post as { content: { rendered: string } }).content.rendered;
  };

  for (const [name, { content, write, expected }] of Object.entries(cases)) {
    it(name, async () => {
      const written = typeof content === 'string' ? content : content(records);
      const made = await node.site.create('/cms/v2/posts', { title: 'Shown', content: written, status: 'publish' });
      for (const path of [`/cms/v2/posts/${made.id}`, `/cms/v2/posts?include=${made.id}`]) {
        // Nothing is cached while the machine is too busy to read changes in time.
        for (let attempts = 1; ; attempts += 1) {
          assert.doesNotMatch(await rendered(path), expected);
          const { hits } = node.cache.statistics();
          await rendered(path);
          if (node.cache.statistics().hits === hits + 1) break;
          assert.ok(attempts < 100, 'the response is not cached');
        }
      }
      const done = await write(records, made.id);
      assert.ok(
        ![400, 401, 403, 404].includes((done as { status?: number } | undefined)?.status ?? 200),
        JSON.stringify(done),
      );
      assert.match(await rendered(`/cms/v2/posts/${made.id}`), expected);
      assert.match(await rendered(`/cms/v2/posts?include=${made.id}`), expected);
    });
  }
});
