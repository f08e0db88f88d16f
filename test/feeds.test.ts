// Tests feeds: their formats as a library reads them, archives, comments, invalidation, and that they contain only what an anonymous caller of
// the API gets.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';
import { SaxesParser } from 'saxes';
import { describeEachEngine } from './engines.ts';
import { close, openNode, type TestNode } from './test-node.ts';

describeEachEngine('feeds', (engine) => {
  let node: TestNode;
  const ids: Record<string, number> = {};
  const create = async (name: string, json: object, path = '/cms/v2/posts'): Promise<number> => {
    const { id } = await node.site.create(path, json);
    ids[name] = id;
    return id;
  };

  before(async () => {
    node = await openNode(await engine.location());
    const { body: initialPosts } = await node.site.request('administrator', 'GET', '/cms/v2/posts');
    for (const { id } of initialPosts)
      await node.site.request('administrator', 'DELETE', `/cms/v2/posts/${id}?force=1`);
    const parent = await create('sea', { name: 'Sea & shore' }, '/cms/v2/categories');
    const category = await create('ships', { name: 'Ships', parent, description: 'About ships' }, '/cms/v2/categories');
    const tag = await create('old', { name: 'Old' }, '/cms/v2/tags');
    const common = { status: 'publish' };
    await create('one', { ...common, title: 'One', content: 'First', date: '2025-12-31T23:59:59', tags: [tag] });
    await create('two', {
      ...common,
      ...{ title: 'Two <em>&</em> “more”', content: 'A & ]]> b &lt;i&gt; \u{1F600}', excerpt: 'Short' },
      ...{ date: '2026-01-01T00:00:00', categories: [category], author: node.site.ids.author },
    });
    await create('draft', { title: 'Unseen draft', content: 'Unseen', categories: [category] });
    await create('private', { status: 'private', title: 'Unseen private', content: 'Unseen', categories: [category] });
    await create('future', { ...common, title: 'Unseen future', content: 'Unseen', date: '2999-01-01T00:00:00' });
    await create('locked', {
      ...common,
      ...{ title: 'Locked', content: 'Unseen content', excerpt: 'Unseen excerpt', password: 'p' },
      date: '2026-01-02T00:00:00',
    });
    await create('page', { ...common, title: 'A page', content: 'Page' }, '/cms/v2/pages');
    const comment = { post: ids.two, content: 'Well <b>said</b>', status: 'approved', date: '2026-02-01T00:00:00' };
    await create('comment', comment, '/cms/v2/comments');
    await create('held', { ...comment, content: 'Unseen comment', status: 'hold' }, '/cms/v2/comments');
    await create('hidden', { ...comment, post: ids.private, content: 'Unseen comment on it' }, '/cms/v2/comments');
    await create('note', { ...comment, type: 'note', content: 'Unseen note' }, '/cms/v2/comments');
  });
  after(async () => {
    await close(node);
    assert.deepEqual(node.site.errors, []);
  });

  /** Returns the body of a feed, which must be well-formed XML. */
  async function read(path: string, type = 'application/rss+xml'): Promise<string> {
    const response = await node.request(path);
    assert.equal(response.status, 200, path);
    assert.equal(response.headers.get('content-type'), `${type}; charset=UTF-8`);
    const text = await response.text();
    assert.doesNotMatch(text, /Unseen/, path);
    if (type.endsWith('xml')) checkXml(text);
    return text;
  }
  const titlesOf = async (path: string) => (parseRssFeed(await read(path)).items ?? []).map(({ title }) => title);

  it('have the posts of the site in RSS', async () => {
    const { title, link, language, items = [], atom } = parseRssFeed(await read('/feed/'));
    assert.deepEqual([title, link, language], ['Octavo', 'http://site.test/', 'en-US']);
    assert.deepEqual(
      atom?.links?.map(({ rel, href }) => [rel, href]),
      [['self', 'http://site.test/feed/']],
    );
    assert.deepEqual(
      items.map((item) => item.title),
      ['Locked', 'Two & “more”', 'One'],
    );
    const [, two] = items;
    const { body } = await node.site.request('anonymous', 'GET', `/cms/v2/posts/${ids.two}`);
    assert.equal(two?.content?.encoded, body.content.rendered.trim());
    assert.equal(two?.description, body.excerpt.rendered.trim());
    assert.deepEqual(
      [two?.link, two?.guid, two?.dc?.creators, two?.categories?.map(({ name }) => name)],
      [body.link, { value: body.guid.rendered, isPermaLink: false }, ['author'], ['Ships']],
    );
    assert.equal(two?.pubDate, 'Thu, 01 Jan 2026 00:00:00 GMT');
  });

  it('have the same items in Atom and JSON', async () => {
    const atom = parseAtomFeed(await read('/feed/atom/', 'application/atom+xml'));
    const json = parseJsonFeed(JSON.parse(await read('/feed/json/', 'application/feed+json')));
    const { body } = await node.site.request('anonymous', 'GET', `/cms/v2/posts/${ids.two}`);
    const [, entry] = atom.entries ?? [];
    const [, item] = json.items ?? [];
    assert.deepEqual(
      [entry?.title, entry?.content].map((each) => (typeof each === 'string' ? each : each?.value)),
      ['Two & “more”', body.content.rendered.trim()],
    );
    assert.deepEqual(
      [item?.title, item?.content_html?.trim(), item?.url],
      ['Two & “more”', body.content.rendered.trim(), body.link],
    );
    assert.equal(item?.date_published, '2026-01-01T00:00:00.000Z');
    assert.equal(
      atom.updated,
      json.items
        ?.map(({ date_modified }) => date_modified)
        .sort()
        .at(-1),
    );
    assert.equal(json.feed_url, 'http://site.test/feed/json/');
  });

  for (const [path, expected] of [
    ['/feed', ['Locked', 'Two & “more”', 'One']],
    ['/feed/rss2/', ['Locked', 'Two & “more”', 'One']],
    ['/?feed=rss2', ['Locked', 'Two & “more”', 'One']],
    ['/category/sea-shore/ships/feed/', ['Two & “more”']],
    // As in the API, the posts of a category include those of its descendants.
    ['/category/sea-shore/feed/', ['Two & “more”']],
    ['/tag/old/feed/', ['One']],
    ['/author/author/feed/', ['Two & “more”']],
    ['/2025/feed/', ['One']],
    ['/2026/01/feed/', ['Locked', 'Two & “more”']],
    ['/2026/1/1/feed/', ['Two & “more”']],
    ['/2024/feed/', []],
    ['/?s=first&feed=rss2', ['One']],
    ['/comments/feed/', ['Comment on “Two & “more”” by admin']],
    ['/?feed=comments-rss2', ['Comment on “Two & “more”” by admin']],
  ] as const)
    it(`at ${path} have ${expected.length} items`, async () => {
      assert.deepEqual(await titlesOf(path), expected);
    });

  it('have the comments on an entry', async () => {
    const { body } = await node.site.request('anonymous', 'GET', `/cms/v2/posts/${ids.two}`);
    const path = `${new URL(body.link).pathname}feed/`;
    const { title, link, items = [] } = parseRssFeed(await read(path));
    assert.deepEqual([title, link], ['Comments on “Two & “more”” – Octavo', body.link]);
    assert.deepEqual(
      items.map(({ content }) => content?.encoded),
      ['<p>Well <b>said</b></p>'],
    );
    assert.deepEqual(await titlesOf(`/?p=${ids.two}&feed=rss2`), ['Comment on “Two & “more”” by admin']);
  });

  it('describe their archive', async () => {
    const { title, description, link } = parseRssFeed(await read('/category/sea-shore/ships/feed/'));
    assert.deepEqual(
      [title, description, link],
      ['Ships – Octavo', 'About ships', 'http://site.test/category/sea-shore/ships/'],
    );
  });

  it('do not exist for what is not public, for unknown archives, formats and pages', async () => {
    for (const path of [
      ...['draft', 'private', 'future'].map((name) => `/?p=${ids[name]}&feed=rss2`),
      ...['/category/feed/', '/tag/none/feed/', '/author/nobody/feed/', '/none/feed/'],
      ...['/2026/13/feed/', '/2026/02/30/feed/', '/feed/none/', '/?feed=none', '/feed/?paged=999'],
      // The user exists, but has published nothing.
      '/author/subscriber/feed/',
    ]) {
      const response = await node.request(path);
      const type = response.headers.get('content-type') ?? '';
      assert.ok(response.status === 404 || type.startsWith('text/html'), `${path}: ${response.status} ${type}`);
      assert.doesNotMatch(await response.text(), /Unseen/, path);
    }
  });

  it('of categories redirect to the URL with the categories above', async () => {
    const { status, headers } = await node.request('/category/ships/feed/atom/');
    assert.deepEqual([status, headers.get('location')], [301, 'http://site.test/category/sea-shore/ships/feed/atom/']);
  });

  it('are cached until something in them changes', async () => {
    const first = await node.request('/tag/old/feed/');
    const etag = first.headers.get('etag') ?? '';
    assert.equal((await node.request('/tag/old/feed/', { headers: { 'if-none-match': etag } })).status, 304);
    assert.ok(node.cache.statistics().hits > 0);
    await node.site.request('administrator', 'PUT', `/cms/v2/posts/${ids.one}`, { title: 'Renamed' });
    assert.equal((await node.request('/tag/old/feed/', { headers: { 'if-none-match': etag } })).status, 200);
    assert.deepEqual(await titlesOf('/tag/old/feed/'), ['Renamed']);
  });

  it('are found by feed readers on the pages of the site', async () => {
    const { body } = await node.site.request('anonymous', 'GET', `/cms/v2/posts/${ids.two}`);
    for (const path of [new URL(body.link).pathname, '/none/'])
      assert.match(
        await (await node.request(path, { headers: { accept: 'text/html' } })).text(),
        /<link rel="alternate" type="application\/rss\+xml" title="Octavo" href="http:\/\/site\.test\/feed\/">/,
        path,
      );
  });
});

/** Throws an error if a text is not well-formed XML with namespaces. */
function checkXml(text: string): void {
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => assert.fail(error));
  parser.write(text).close();
}
