// Tests the heads of pages over HTTP: they describe the record of the entry that anonymous callers of the API get, and nothing else.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from './engines.ts';
import { createImage, type MediaSite, openMediaSite } from './media-site.ts';
import type { Caller } from './site.ts';

describeEachEngine('heads of pages', (engine) => {
  let site: MediaSite;
  before(async () => {
    site = await openMediaSite({ database: await engine.open() });
  });
  after(async () => {
    await site.close();
    assert.deepEqual(site.errors, []);
  });

  const roots = [{ url: 'http://site.test/rest/', rel: 'cms:root' }];

  /** Returns the response with the page at a URL of the site. */
  async function getPage(url: string, more: { readonly fields?: URLSearchParams; readonly cookie?: string } = {}) {
    const { fields = new URLSearchParams(), cookie } = more;
    const response = await site.service.servePage({
      method: more.fields ? 'POST' : 'GET',
      address: url.replace('http://site.test', ''),
      ...{ cookie, fields, roots, isBrowser: true, from: '192.0.2.1' },
    });
    return response ?? assert.fail(`no page at ${url}`);
  }

  const getHead = async (url: string, cookie?: string): Promise<string> => {
    const { body } = await getPage(url, cookie === undefined ? {} : { cookie });
    return body.slice(0, body.indexOf('</head>'));
  };

  const create = (more: object, path = '/cms/v2/posts', caller: Caller = 'administrator') =>
    site.create(path, { title: 'A post', content: 'Some words', status: 'publish', ...more }, caller);

  const jsonLdOf = (head: string) => {
    const [, json = '{}'] = /<script type="application\/ld\+json">(.*)<\/script>/.exec(head) ?? [];
    return JSON.parse(json)['@graph'] ?? [];
  };

  it('contain titles with markup and entities as plain text', async () => {
    const { link } = await create({ title: 'Tom &amp; <em>Jerry</em> &lt;script&gt; "quoted"' });
    const head = await getHead(link);
    const [, title] = /<title>(.*)<\/title>/.exec(head) ?? [];
    // Typography replaces the straight quotes.
    assert.equal(title, 'Tom &amp; Jerry &lt;script&gt; “quoted” – Octavo');
    assert.ok(head.includes('<meta property="og:title" content="Tom &amp; Jerry &lt;script&gt; “quoted”">'), head);
    assert.equal(jsonLdOf(head)[1].headline, 'Tom & Jerry <script> “quoted”');
  });

  it('describe the entry with the data of the API', async () => {
    const { body: image } = await site.upload('administrator', 'ship.png', await createImage(1600, 900));
    await site.request('administrator', 'POST', `/cms/v2/media/${image.id}`, { alt_text: 'A ship' });
    const category = await site.create('/cms/v2/categories', { name: 'Ships & boats' });
    const tag = await site.create('/cms/v2/tags', { name: 'sail' });
    const { id, link } = await create({
      ...{ excerpt: 'An <b>excerpt</b>', featured_media: image.id, categories: [category.id], tags: [tag.id] },
      date_gmt: '2026-01-02T03:04:05',
    });
    const head = await getHead(link);
    for (const element of [
      '<meta name="description" content="An excerpt">',
      `<link rel="canonical" href="${link}">`,
      `<link rel="shortlink" href="http://site.test/?p=${id}">`,
      `<link rel="alternate" type="application/json" href="http://site.test/rest/cms/v2/posts/${id}" title="JSON">`,
      `<link rel="alternate" type="application/rss+xml" title="Comments on “A post”" href="${link}feed/">`,
      '<link rel="alternate" type="application/rss+xml" title="Octavo" href="http://site.test/feed/">',
      '<link rel="alternate" type="application/feed+json" title="Octavo" href="http://site.test/feed/json/">',
      '<link rel="cms:root" href="http://site.test/rest/">',
      '<meta property="og:image:width" content="1536">',
      '<meta property="og:image:height" content="864">',
      '<meta property="og:image:alt" content="A ship">',
      '<meta property="article:published_time" content="2026-01-02T03:04:05Z">',
      '<meta property="article:section" content="Ships &amp; boats">',
      '<meta property="article:tag" content="sail">',
      '<meta name="robots" content="max-image-preview:large">',
    ])
      assert.ok(head.includes(element), `${element}\n${head}`);
    const [, article, breadcrumbs] = jsonLdOf(head);
    assert.equal(article['@type'], 'BlogPosting');
    assert.match(article.image.contentUrl, /^http:\/\/site\.test\/uploads\/.*ship-1536x864\.png$/);
    assert.deepEqual(article.articleSection, ['Ships & boats']);
    assert.deepEqual(
      breadcrumbs.itemListElement.map(({ item }: { item: string }) => item),
      ['http://site.test/', category.link, link],
    );
  });

  it('name the parent of a page only if it is public', async () => {
    const page = (more: object) => create(more, '/cms/v2/pages');
    const parent = await page({ title: 'Parent' });
    const hidden = await page({ title: 'Hidden parent', status: 'private' });
    const trail = async ({ link }: { link: string }) =>
      jsonLdOf(await getHead(link))[2].itemListElement.map(({ name }: { name: string }) => name);
    assert.deepEqual(await trail(await page({ title: 'Child', parent: parent.id })), ['Octavo', 'Parent', 'Child']);
    const { id } = await page({ title: 'Orphan', parent: hidden.id });
    const { link } = (await site.request('anonymous', 'GET', `/cms/v2/pages/${id}`)).body;
    assert.deepEqual(await trail({ link }), ['Octavo', 'Orphan']);
  });

  it('do not describe previews and entries with a password, also after the password was submitted', async () => {
    const { link } = await create({
      ...{ title: 'Locked', content: 'Secret words', excerpt: 'Secret excerpt', password: 'open' },
    });
    const submitted = await getPage(link, { fields: new URLSearchParams({ password: 'open' }) });
    const [cookie = ''] = submitted.headers['Set-Cookie']?.split(';') ?? [];
    assert.match((await getPage(link, { cookie })).body, /Secret words/);
    const draft = await create({ title: 'Draft', content: 'Draft words', status: 'draft' });
    const preview = await site.create('/octavo/v1/previews', { entry: draft.id });
    for (const [url, visitorCookie] of [
      [link, undefined],
      [link, cookie],
      [preview.link, undefined],
      [`${link}embed/`, undefined],
    ] as const) {
      const head = await getHead(url, visitorCookie);
      assert.ok(head.includes('<meta name="robots" content="noindex">'), url);
      assert.doesNotMatch(head, /Secret|Draft words|og:|ld\+json|name="description"|oembed/, url);
    }
  });

  it('link the icon of the site', async () => {
    const { link } = await create({});
    assert.ok((await getHead(link)).includes('<link rel="icon" href="data:,">'));
    const { body: icon } = await site.upload('administrator', 'icon.png', await createImage(1600, 1600));
    await site.service.settings.set({ site_icon: icon.id });
    const head = await getHead(link);
    assert.deepEqual(
      [
        ...head.matchAll(/<link rel="icon" sizes="(\d+x\d+)" type="image\/png" href="http:\/\/site\.test\/uploads\//g),
      ].map(([, size]) => size),
      ['150x150', '300x300', '768x768'],
    );
    assert.match(head, /<link rel="apple-touch-icon" href="[^"]*-300x300\.png">/);
    await site.request('administrator', 'DELETE', `/cms/v2/media/${icon.id}?force=true`);
    assert.ok((await getHead(link)).includes('<link rel="icon" href="data:,">'));
    await site.service.settings.set({ site_icon: 0 });
  });

  it('of the static front page describe the site', async () => {
    const { id } = await create({ title: 'Welcome', excerpt: 'Hello there' }, '/cms/v2/pages');
    await site.service.settings.set({ description: 'The tagline', show_on_front: 'page', page_on_front: id });
    const head = await getHead('http://site.test/');
    assert.match(head, /<title>Octavo – The tagline<\/title>/);
    assert.match(head, /<link rel="canonical" href="http:\/\/site\.test\/">/);
    assert.equal(jsonLdOf(head)[0].potentialAction.target.urlTemplate, 'http://site.test/?s={search_term_string}');
    await site.service.settings.set({ show_on_front: 'posts', page_on_front: 0, description: '' });
  });
});
