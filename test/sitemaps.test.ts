// Tests sitemaps and robots.txt: the index and its files against the schema of sitemaps, and that they contain only public URLs.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SaxesParser } from 'saxes';
import { rangeSize } from '../server/cms-v2/entry-urls/id-ranges.ts';
import { type Slots, statement } from '../server/database/statement.ts';
import { describeEachEngine } from './engines.ts';
import { type InProcessService, startInProcess } from './service-in-process.ts';
import { close, openNode, type TestNode } from './test-node.ts';
import { openSchema } from './xml-schema.ts';

/** Returns the violations of the schema of sitemaps. */
const validate = openSchema('test/fixtures/sitemap.xsd');

const deleteTextsStatement = statement((q, p: Slots<{ id: number }>) =>
  q.deleteFrom('entry_text').where('entry_id', '=', p.id),
);

/** Gives an entry without texts another ID. */
const moveStatement = statement((q, p: Slots<{ from: number; to: number }>) =>
  q.updateTable('entries').set({ id: p.to }).where('id', '=', p.from),
);

/** An XML element; its text without that of its children. */
interface Element {
  readonly name: string;
  readonly children: Element[];
  text: string;
}

describeEachEngine('sitemaps', (engine) => {
  let node: TestNode;
  const links: Record<string, string> = {};
  const ids: Record<string, number> = {};
  before(async () => {
    node = await openNode(await engine.location());
    const { request, create } = node.site;
    const { body: initialPosts } = await request('administrator', 'GET', '/cms/v2/posts');
    for (const { id } of initialPosts) await request('administrator', 'DELETE', `/cms/v2/posts/${id}?force=1`);
    const add = async (name: string, path: string, json: object) => {
      ({ link: links[name], id: ids[name] } = await create(path, json));
    };
    const used = await create('/cms/v2/categories', { name: 'Used & useful' });
    links.category = used.link;
    await add('unused', '/cms/v2/tags', { name: 'Unused' });
    const post = { status: 'publish', title: 'Post', content: 'x', categories: [used.id] };
    await add('post', '/cms/v2/posts', { ...post, slug: 'a-&-b' });
    await add('draft', '/cms/v2/posts', { ...post, slug: 'draft', status: 'draft' });
    await add('private', '/cms/v2/posts', { ...post, slug: 'private', status: 'private' });
    await add('locked', '/cms/v2/posts', { ...post, slug: 'locked', password: 'p' });
    await add('future', '/cms/v2/posts', { ...post, slug: 'future', date: '2999-01-01T00:00:00' });
    const parent = await create('/cms/v2/pages', { status: 'private', title: 'Hidden parent' });
    await add('child', '/cms/v2/pages', { status: 'publish', title: 'Child', parent: parent.id });
  });
  after(async () => {
    await close(node);
    assert.deepEqual(node.site.errors, []);
  });

  async function read(path: string): Promise<Element> {
    const response = await node.request(path);
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'application/xml; charset=UTF-8']);
    const text = await response.text();
    assert.deepEqual(validate(text), [], path);
    return parse(text);
  }

  /** Returns the values of elements with a name that are children of those in a list. */
  const valuesOf = (items: readonly Element[], name: string) =>
    items.flatMap(({ children }) => children.filter((child) => child.name === name).map(({ text }) => text));

  /** Returns the URLs of all sitemaps. */
  async function listUrls(): Promise<string[]> {
    const found: string[] = [];
    for (const url of valuesOf((await read('/sitemap.xml')).children, 'loc'))
      found.push(...valuesOf((await read(new URL(url).pathname)).children, 'loc'));
    return found;
  }

  it('contain the public URLs, and no others', async () => {
    const urls = await listUrls();
    const { body: admin } = await node.site.request('administrator', 'GET', '/cms/v2/users/me');
    const { child = '', post = '', category = '' } = links;
    const publicChild = `http://site.test/?page_id=${ids.child}`;
    assert.deepEqual(urls.sort(), ['http://site.test/', post, category, publicChild, admin.link].sort());
    assert.match(child, /hidden-parent/, 'an administrator gets the path, which contains the slug of a private page');
  });

  it('follow the schema of sitemaps', async () => {
    const index = await read('/sitemap.xml');
    assert.equal(index.name, 'sitemapindex');
    const urls = valuesOf(index.children, 'loc');
    assert.ok(urls.length >= 4, urls.join());
    for (const url of urls) {
      const { name, children } = await read(new URL(url).pathname);
      assert.equal(name, 'urlset');
      for (const item of children) assert.ok(URL.canParse(valuesOf([item], 'loc')[0] ?? ''));
    }
  });

  it('have the entries of a range of IDs, and skip ranges without public entries', async () => {
    for (const id of [3 * rangeSize, 3 * rangeSize + 1, 7 * rangeSize]) {
      const page = await node.site.create('/cms/v2/pages', { status: 'publish', title: `Page ${id}` });
      await node.database.transaction(async (tx) => {
        await tx.run(deleteTextsStatement, { id: page.id });
        await tx.run(moveStatement, { from: page.id, to: id });
      });
    }
    const files = valuesOf((await read('/sitemap.xml')).children, 'loc').filter((url) => url.includes('-type-page-'));
    assert.deepEqual(
      files,
      [1, 3, 4, 7].map((number) => `http://site.test/sitemap-type-page-${number}.xml`),
    );
    for (const [number, titles] of [
      [3, [3 * rangeSize]],
      [4, [3 * rangeSize + 1]],
    ] as const)
      assert.deepEqual(
        valuesOf((await read(`/sitemap-type-page-${number}.xml`)).children, 'loc'),
        titles.map((id) => `http://site.test/page-${id}/`),
      );
  });

  it('change with the entries', async () => {
    const { id, link } = await node.site.create('/cms/v2/pages', { status: 'publish', title: 'New page' });
    assert.ok((await listUrls()).includes(link));
    await node.site.request('administrator', 'PUT', `/cms/v2/pages/${id}`, { status: 'draft' });
    assert.ok(!(await listUrls()).includes(link));
  });

  it('do not exist for other types, taxonomies and numbers', async () => {
    for (const path of [
      ...['/sitemap-type-post-2.xml', '/sitemap-type-post-0.xml', '/sitemap-type-attachment-1.xml'],
      ...['/sitemap-type-wp_block-1.xml', '/sitemap-taxonomy-post_tag-1.xml', '/sitemap-none-1.xml', '/sitemap.xml/'],
      ...['/sitemap-authors-2.xml', '/sitemap-type-post-999999999.xml', '/robots.txt/x'],
    ])
      assert.equal((await node.request(path)).status, 404, path);
  });

  it('are found through robots.txt and the path of imported sites', async () => {
    const robots = await (await node.request('/robots.txt')).text();
    assert.equal(
      robots,
      'User-agent: *\nDisallow: /admin/\nDisallow: /account/\n\nSitemap: http://site.test/sitemap.xml\n',
    );
    const { status, headers } = await node.request('/wp-sitemap.xml');
    assert.deepEqual([status, headers.get('location')], [301, 'http://site.test/sitemap.xml']);
  });
});

describe('feeds and sitemaps of a site with a front end', () => {
  let service: InProcessService;
  before(async () => {
    service = await startInProcess({ env: { OCTAVO_FRONT: 'https://front.test' } });
  });
  after(() => service.close());

  const read = async (path: string) => (await fetch(service.origin + path)).text();

  it('contain the URLs of the front end, and are at those of the service', async () => {
    const index = await read('/sitemap.xml');
    const [url = ''] = /http[^<]*sitemap-type-post-1\.xml/.exec(index) ?? [];
    assert.ok(url.startsWith(`${service.origin}/`), index);
    const { body: posts } = await service.read('/cms/v2/posts');
    assert.ok(posts[0].link.startsWith('https://front.test/'));
    assert.ok((await read(new URL(url).pathname)).includes(`<loc>${posts[0].link}</loc>`));
    const feed = await read('/feed/');
    assert.ok(feed.includes(`<link>${posts[0].link}</link>`));
    assert.ok(feed.includes(`href="${service.origin}/feed/"`));
  });

  it('are excluded from search engines at the service', async () => {
    assert.equal(await read('/robots.txt'), `User-agent: *\nDisallow: /\n\nSitemap: ${service.origin}/sitemap.xml\n`);
  });
});

/** Parses an XML document with the namespace of sitemaps. Throws an error if it is not well-formed. */
function parse(text: string): Element {
  const root: Element = { name: '', children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => assert.fail(error));
  parser.on('opentag', ({ local, uri }) => {
    assert.equal(uri, 'http://www.sitemaps.org/schemas/sitemap/0.9');
    const child: Element = { name: local, children: [], text: '' };
    open.at(-1)?.children.push(child);
    open.push(child);
  });
  parser.on('text', (part) => {
    const current = open.at(-1);
    if (current) current.text += part;
  });
  parser.on('closetag', () => open.pop());
  parser.write(text).close();
  return root.children[0] ?? assert.fail('The document is empty.');
}
