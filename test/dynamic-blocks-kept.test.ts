// Kept answers go with what their dynamic blocks show (docs/rendering.md).
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { close, type Node, openNode } from './node.ts';
import type { TestSite } from './site.ts';

/** Shows a block for each post of the category. */
const loop =
  (inner: string) =>
  ({ category }: Things) => {
    const query = `{"perPage":100,"taxQuery":{"category":[${category}]}}`;
    return `<!-- wp:query {"query":${query}} --><div><!-- wp:post-template -->${inner}<!-- /wp:post-template --></div><!-- /wp:query -->`;
  };

/** What a case is about: things that are there before. */
interface Things {
  readonly site: TestSite;
  readonly category: number;
  readonly tag: number;
  readonly other: number;
  readonly page: number;
  readonly block: number;
  readonly navigation: number;
  readonly hidden: number;
}

/** A block; a write; what is shown afterwards and was not before. */
interface Case {
  readonly content: string | ((things: Things) => string);
  readonly write: (things: Things, shown: number) => Promise<unknown>;
  readonly shows: RegExp;
}

const change = (address: (things: Things, shown: number) => string, json: object) => (things: Things, shown: number) =>
  things.site.ask('administrator', 'PUT', address(things, shown), json);
const changeOther = (json: object) => change(({ other }) => `/cms/v2/posts/${other}`, json);
const changeShown = (json: object) => change((_, shown) => `/cms/v2/posts/${shown}`, json);
const newPost = (json: object) => async (things: Things) => {
  const terms = { categories: [things.category], tags: [things.tag] };
  await things.site.make('/cms/v2/posts', { status: 'publish', content: 'x', ...terms, ...json });
};

const cases: Readonly<Record<string, Case>> = {
  'latest-posts': {
    content: '<!-- wp:latest-posts /-->',
    write: newPost({ title: 'Brand new' }),
    shows: />Brand new</,
  },
  archives: {
    content: '<!-- wp:archives /-->',
    write: newPost({ title: 'x', date: '2001-05-01T00:00:00' }),
    shows: /\/2001\/05\/">May 2001</,
  },
  categories: {
    content: '<!-- wp:categories /-->',
    write: change(({ category }) => `/cms/v2/categories/${category}`, { name: 'Renamed' }),
    shows: />Renamed</,
  },
  'categories with numbers': {
    content: '<!-- wp:categories {"showPostCounts":true} /-->',
    write: (things) => Promise.all(Array.from({ length: 9 }, () => newPost({ title: 'x' })(things))),
    shows: /<\/a> \(1\d\)/,
  },
  'tag-cloud': {
    content: '<!-- wp:tag-cloud /-->',
    write: change(({ tag }) => `/cms/v2/tags/${tag}`, { name: 'Retagged' }),
    shows: />Retagged</,
  },
  'page-list': {
    content: '<!-- wp:page-list /-->',
    write: ({ site, page }) => site.make('/cms/v2/pages', { title: 'Leaf', status: 'publish', parent: page }),
    shows: /\/leaf\/">Leaf</,
  },
  'navigation by reference': {
    content: ({ navigation }) => `<!-- wp:navigation {"ref":${navigation}} /-->`,
    write: change(({ navigation }) => `/cms/v2/navigation/${navigation}`, {
      content: '<!-- wp:navigation-link {"label":"Fresh","url":"/fresh"} /-->',
    }),
    shows: /href="\/fresh"/,
  },
  'navigation-link': {
    content: ({ page }) =>
      `<!-- wp:navigation --><!-- wp:navigation-link {"label":"P","url":"/","kind":"post-type","id":${page}} /--><!-- /wp:navigation -->`,
    write: change(({ page }) => `/cms/v2/pages/${page}`, { slug: 'moved' }),
    shows: /href="http:\/\/site\.test\/moved\/"/,
  },
  'navigation-submenu': {
    content: ({ page }) =>
      `<!-- wp:navigation --><!-- wp:navigation-submenu {"label":"P","kind":"post-type","id":${page}} /--><!-- /wp:navigation -->`,
    write: change(({ page }) => `/cms/v2/pages/${page}`, { slug: 'moved-again' }),
    shows: /href="http:\/\/site\.test\/moved-again\/"/,
  },
  block: {
    content: ({ block }) => `<!-- wp:block {"ref":${block}} /-->`,
    write: change(({ block }) => `/cms/v2/blocks/${block}`, { content: 'Rewritten' }),
    shows: /Rewritten/,
  },
  footnotes: {
    content: '<!-- wp:footnotes /-->',
    write: changeShown({ meta: { footnotes: '[{"id":"a","content":"Noted"}]' } }),
    shows: /<li id="a">Noted /,
  },
  'post-title in a loop': {
    content: loop('<!-- wp:post-title /-->'),
    write: changeOther({ title: 'Retitled' }),
    shows: />Retitled</,
  },
  'post-title of its own entry': {
    content: '<!-- wp:post-title /-->',
    write: changeShown({ title: 'My own' }),
    shows: />My own</,
  },
  'post-date in a loop': {
    content: loop('<!-- wp:post-date /-->'),
    write: changeOther({ date: '2020-02-03T00:00:00' }),
    shows: /February 3, 2020/,
  },
  'post-excerpt in a loop': {
    content: loop('<!-- wp:post-excerpt /-->'),
    write: changeOther({ excerpt: 'In short' }),
    shows: /In short/,
  },
  'post-content in a loop': {
    content: loop('<!-- wp:post-content /-->'),
    write: changeOther({ content: 'At length' }),
    shows: /At length/,
  },
  'read-more in a loop': {
    content: loop('<!-- wp:read-more /-->'),
    write: changeOther({ slug: 'further' }),
    shows: /\/further\/"/,
  },
  'post-terms in a loop': {
    content: loop('<!-- wp:post-terms {"term":"category"} /-->'),
    write: change(({ category }) => `/cms/v2/categories/${category}`, { name: 'Another name' }),
    shows: />Another name</,
  },
  'post-author-name': {
    content: '<!-- wp:post-author-name /-->',
    write: change(({ site }) => `/cms/v2/users/${site.ids.administrator}`, { name: 'Ada' }),
    shows: />Ada</,
  },
  'post-author-biography': {
    content: '<!-- wp:post-author-biography /-->',
    write: change(({ site }) => `/cms/v2/users/${site.ids.administrator}`, { description: 'Writes' }),
    shows: />Writes</,
  },
  'post-author': {
    content: '<!-- wp:post-author /-->',
    write: change(({ site }) => `/cms/v2/users/${site.ids.administrator}`, { name: 'Grace' }),
    shows: />Grace</,
  },
  avatar: {
    content: '<!-- wp:avatar {"isLink":true} /-->',
    write: change(({ site }) => `/cms/v2/users/${site.ids.administrator}`, { slug: 'boss' }),
    shows: /\/author\/boss\//,
  },
  'query-no-results': {
    content: ({ tag }) =>
      `<!-- wp:query {"query":{"taxQuery":{"post_tag":[${tag}]}}} --><div><!-- wp:query-no-results -->None<!-- /wp:query-no-results --></div><!-- /wp:query -->`,
    write: ({ site, tag }) => site.ask('administrator', 'DELETE', `/cms/v2/tags/${tag}?force=true`),
    shows: /None/,
  },
  'query-total': {
    content: '<!-- wp:query --><div><!-- wp:query-total /--></div><!-- /wp:query -->',
    write: (things) => Promise.all(Array.from({ length: 100 }, () => newPost({ title: 'x', tags: [] })(things))),
    shows: /\b1\d\d results/,
  },
  'query-pagination': {
    content:
      '<!-- wp:query {"query":{"perPage":100}} --><div><!-- wp:query-pagination --><!-- wp:query-pagination-numbers /--><!-- wp:query-pagination-next /--><!-- /wp:query-pagination --></div><!-- /wp:query -->',
    write: (things) => Promise.all(Array.from({ length: 100 }, () => newPost({ title: 'x', tags: [] })(things))),
    shows: /query-0-page=3"/,
  },
  'the address of an entry that is renamed': {
    content: ({ other }) => `http://site.test/?p=${other}`,
    write: changeOther({ title: 'Embedded anew' }),
    shows: />Embedded anew<\/a><\/blockquote><iframe /,
  },
  'the address of an entry that was private': {
    content: ({ hidden }) => `http://site.test/?p=${hidden}`,
    write: change(({ hidden }) => `/cms/v2/posts/${hidden}`, { status: 'publish' }),
    shows: /<iframe /,
  },
  'the address of an entry that becomes private': {
    content: ({ hidden }) => `[embed]http://site.test/?p=${hidden}[/embed]`,
    write: change(({ hidden }) => `/cms/v2/posts/${hidden}`, { status: 'private' }),
    shows: /^<p><a href="http:\/\/site.test\/\?p=\d+">[^<]*<\/a><\/p>\n$/,
  },
  'the address of an entry that there was not': {
    content: 'http://site.test/there-now/',
    write: newPost({ title: 'There now', slug: 'there-now' }),
    shows: /<iframe /,
  },
  calendar: {
    content: '<!-- wp:calendar {"month":5,"year":2002} /-->',
    write: newPost({ title: 'x', date: '2002-05-07T00:00:00' }),
    shows: /\/2002\/05\/07\/"/,
  },
  'latest-comments': {
    content: '<!-- wp:latest-comments /-->',
    write: ({ site, other }) => site.make('/cms/v2/comments', { post: other, content: 'First words' }),
    shows: /First words/,
  },
  'comments of the entry': {
    content:
      '<!-- wp:comments-title /--><!-- wp:comment-template --><!-- wp:comment-content /--><!-- /wp:comment-template -->',
    write: ({ site }, shown) => site.make('/cms/v2/comments', { post: shown, content: 'Under it' }),
    shows: /1 comment on .*Under it/s,
  },
  'terms-query': {
    content:
      '<!-- wp:terms-query --><div><!-- wp:term-template --><!-- wp:term-name /--><!-- wp:term-description /--><!-- /wp:term-template --></div><!-- /wp:terms-query -->',
    write: change(({ category }) => `/cms/v2/categories/${category}`, { description: 'All that is new' }),
    shows: />All that is new</,
  },
  'template-part': {
    content: '<!-- wp:template-part {"slug":"header"} /-->',
    write: ({ site }) => site.make('/cms/v2/template-parts', { slug: 'header', content: 'Our own header' }),
    shows: />Our own header</,
  },
  'breadcrumbs by a category': {
    content: loop('<!-- wp:breadcrumbs /-->'),
    write: change(({ category }) => `/cms/v2/categories/${category}`, { name: 'On the way' }),
    shows: />On the way<\/a>/,
  },
  'site-title': {
    content: '<!-- wp:site-title /-->',
    write: ({ site }) => site.service.settings.set({ title: 'Another site' }),
    shows: />Another site</,
  },
  'site-tagline': {
    content: '<!-- wp:site-tagline /-->',
    write: ({ site }) => site.service.settings.set({ description: 'About more' }),
    shows: />About more</,
  },
};

async function makeThings(site: TestSite): Promise<Things> {
  const made = async (address: string, json: object): Promise<number> => (await site.make(address, json)).id;
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

describeEachEngine('a kept answer goes with what its dynamic blocks show', (engine) => {
  if (engine.name === 'sqlite in a file') return;
  let node: Node;
  let things: Things;
  before(async () => {
    node = await openNode(await engine.place());
    things = await makeThings(node.site);
  });
  after(async () => {
    assert.deepEqual(node.site.faults, []);
    await close(node);
  });

  const rendered = async (path: string): Promise<string> => {
    const body = (await (await node.get(path)).json()) as object;
    const [post = body] = Array.isArray(body) ? body : [body];
    return (post as { content: { rendered: string } }).content.rendered;
  };

  for (const [name, { content, write, shows }] of Object.entries(cases)) {
    it(name, async () => {
      const written = typeof content === 'string' ? content : content(things);
      const made = await node.site.make('/cms/v2/posts', { title: 'Shown', content: written, status: 'publish' });
      for (const path of [`/cms/v2/posts/${made.id}`, `/cms/v2/posts?include=${made.id}`]) {
        assert.doesNotMatch(await rendered(path), shows);
        const { hits } = node.answers.statistics();
        await rendered(path);
        assert.equal(node.answers.statistics().hits, hits + 1, 'the answer is kept');
      }
      const done = await write(things, made.id);
      assert.ok(
        ![400, 401, 403, 404].includes((done as { status?: number } | undefined)?.status ?? 200),
        JSON.stringify(done),
      );
      assert.match(await rendered(`/cms/v2/posts/${made.id}`), shows);
      assert.match(await rendered(`/cms/v2/posts?include=${made.id}`), shows);
    });
  }
});
