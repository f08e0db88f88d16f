// Tests the heads of pages as browsers, search engines and other sites read them: after parsing.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5';
import type { HeadData, HeadEntry, HeadPage, HeadSite } from './head-data.ts';
import { renderHead } from './render-head.ts';

type Element = DefaultTreeAdapterTypes.Element;

const site: HeadSite = {
  title: 'Ships & Boats',
  description: 'News from the <quay>',
  language: 'en-US',
  home: 'https://site.test/',
  feeds: [{ title: 'Ships & Boats', url: 'https://site.test/feed/', type: 'application/rss+xml' }],
  icons: [],
  roots: [{ url: 'https://site.test/rest/', rel: 'cms:root' }],
};

const entry: HeadEntry = {
  kind: 'post',
  title: 'A post',
  description: 'An excerpt',
  link: 'https://site.test/a-post/',
  published: '2026-11-01T08:00:00Z',
  modified: '2026-11-02T09:30:00Z',
  author: { name: 'Ada', url: 'https://site.test/author/ada/' },
  image: { url: 'https://site.test/uploads/a.jpg', altText: 'A ship', width: 1200, height: 800 },
  categories: [{ name: 'News', url: 'https://site.test/category/news/' }],
  tags: ['sail', 'wind'],
  parent: undefined,
  urls: {
    api: 'https://site.test/rest/cms/v2/posts/7',
    short: 'https://site.test/?p=7',
    oembed: 'https://site.test/rest/oembed/1.0/embed?url=https%3A%2F%2Fsite.test%2Fa-post%2F',
    comments: 'https://site.test/a-post/feed/',
  },
};

const feed = { title: 'Posts of the archive', url: 'https://site.test/tag/a/feed/', type: 'application/rss+xml' };

/** The head of a page after parsing. */
interface ParsedHead {
  readonly title: string;
  /** Contents of meta elements with a name or property, in their order. */
  meta(name: string): string[];
  /** Attributes of the links with a relation. */
  links(rel: string): Record<string, string>[];
  /** The nodes of the JSON-LD graph by type; empty without JSON-LD. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read nodes of any shape and assert what they find.
  readonly graph: Record<string, any>;
  readonly names: readonly string[];
}

const attributesOf = ({ attrs }: Element): Record<string, string> =>
  Object.fromEntries(attrs.map(({ name, value }) => [name, value]));

const textOf = (element: Element | undefined): string =>
  (element?.childNodes ?? []).map((node) => (defaultTreeAdapter.isTextNode(node) ? node.value : '')).join('');

function parseHead(page: HeadPage, more: Partial<HeadData> = {}): ParsedHead {
  const html = parse(`<!doctype html><html><head>${renderHead({ site, page, ...more })}</head><body></body></html>`);
  const root = html.childNodes.find((node) => node.nodeName === 'html') as Element;
  const [head, body] = root.childNodes.filter((node) => defaultTreeAdapter.isElementNode(node));
  assert.deepEqual(body?.childNodes, [], 'an element has ended the head');
  const elements = (head?.childNodes ?? []).filter((node) => defaultTreeAdapter.isElementNode(node));
  const named = (name: string) => elements.filter(({ tagName }) => tagName === name);
  const json = textOf(named('script')[0]);
  const nodes = json === '' ? [] : JSON.parse(json)['@graph'];
  return {
    title: textOf(named('title')[0]),
    meta: (name) =>
      named('meta')
        .map(attributesOf)
        .flatMap((each) => (each.name === name || each.property === name ? [each.content ?? ''] : [])),
    links: (rel) =>
      named('link')
        .map(attributesOf)
        .filter((each) => each.rel === rel),
    graph: Object.fromEntries(nodes.map((node: Record<string, string>) => [node['@type'], node])),
    names: elements.map(({ tagName }) => tagName),
  };
}

const hostileTexts = [
  '"><script>alert(1)</script>',
  "' onload='alert(1)",
  '</title><script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '<!-- comment',
  '<!--<script>',
  '&lt;b&gt; &amp; &quot;',
  '&amp;amp;',
  'a\u2028b\u2029c',
  '\\u003c/script\\u003e \\"',
  '\u202eright to left',
  '{{x}} %s $& $1',
];

describe('the head of a page', () => {
  for (const text of hostileTexts)
    it(`contains the text ${JSON.stringify(text)} unchanged, and nothing else`, () => {
      const link = { name: text, url: `https://site.test/?q=${encodeURIComponent(text)}` };
      const data = {
        site: { ...site, title: text, description: text },
        page: {
          kind: 'entry',
          entry: {
            ...entry,
            ...{ title: text, description: text, author: link, categories: [link], tags: [text], parent: link },
            image: { url: 'https://site.test/a.jpg', altText: text, width: 10, height: 10 },
          },
        },
      } as const;
      const { names, title, meta, links, graph } = parseHead(data.page, data);
      assert.deepEqual([...new Set(names)].sort(), ['link', 'meta', 'script', 'title']);
      assert.equal(names.filter((name) => name === 'script').length, 1);
      assert.equal(title, `${text} – ${text}`);
      for (const name of ['description', 'author', 'og:title', 'og:description', 'og:site_name', 'og:image:alt'])
        assert.deepEqual(meta(name), [text], name);
      assert.deepEqual([meta('article:section'), meta('article:tag')], [[text], [text]]);
      assert.equal(links('alternate').find(({ type }) => type === 'application/json+oembed')?.title, text);
      const { BlogPosting, WebSite, BreadcrumbList } = graph;
      assert.deepEqual([WebSite.name, WebSite.description], [text, text]);
      assert.deepEqual([BlogPosting.headline, BlogPosting.description, BlogPosting.author.name], [text, text, text]);
      assert.deepEqual([BlogPosting.keywords, BlogPosting.image.caption], [[text], text]);
      assert.deepEqual(
        BreadcrumbList.itemListElement.map(({ name }: { name: string }) => name),
        [text, text, text],
      );
    });

  it('has the escape sequences of characters that could end a script', () => {
    const html = renderHead({ site, page: { kind: 'entry', entry: { ...entry, title: '</script>&\u2028\u2029' } } });
    const [, json = ''] = /<script type="application\/ld\+json">(.*)<\/script>/.exec(html) ?? [];
    assert.ok(json.includes('\\u003c/script\\u003e\\u0026\\u2028\\u2029'), json);
    assert.doesNotMatch(json, /[<>&\u2028\u2029]/);
  });
});

describe('the title of the document', () => {
  const paging = { number: 3, url: 'https://site.test/page/3/' };
  const archive = { kind: 'archive', title: 'News', description: '', link: 'https://site.test/n/', feed } as const;
  for (const [name, page, more, title] of [
    ['the home page', { kind: 'home' }, {}, 'Ships & Boats – News from the <quay>'],
    ['a site without a tagline', { kind: 'home' }, { site: { ...site, description: '' } }, 'Ships & Boats'],
    ['a site without a title', { kind: 'entry', entry }, { site: { ...site, title: '' } }, 'A post'],
    ['page 3 of the home page', { kind: 'home' }, { paging }, 'Ships & Boats – Page 3'],
    ['an entry', { kind: 'entry', entry }, {}, 'A post – Ships & Boats'],
    ['an entry without a title', { kind: 'entry', entry: { ...entry, title: '' } }, {}, '(no title) – Ships & Boats'],
    ['page 3 of an entry', { kind: 'entry', entry }, { paging }, 'A post – Page 3 – Ships & Boats'],
    [
      'the first page of an entry',
      { kind: 'entry', entry },
      { paging: { ...paging, number: 1 } },
      'A post – Ships & Boats',
    ],
    ['the static front page', { kind: 'entry', entry, isFront: true }, {}, 'Ships & Boats – News from the <quay>'],
    ['an archive', archive, {}, 'News – Ships & Boats'],
    ['a search', { kind: 'search', title: 'Search for “x”', feed }, {}, 'Search for “x” – Ships & Boats'],
    ['an error', { kind: 'message', title: 'Page not found' }, {}, 'Page not found – Ships & Boats'],
  ] as const)
    it(`of ${name} is “${title}”`, () => {
      assert.equal(parseHead(page, more).title, title);
    });
});

describe('indexing', () => {
  const pages = {
    home: { kind: 'home' },
    entry: { kind: 'entry', entry },
    archive: { kind: 'archive', title: 'News', description: 'About it', link: 'https://site.test/n/', feed },
    search: { kind: 'search', title: 'Search', feed },
    message: { kind: 'message', title: 'Locked' },
    frame: { kind: 'message', title: 'Framed', link: entry.link },
  } as const satisfies Record<string, HeadPage>;
  for (const [name, robots, canonical] of [
    ['home', 'max-image-preview:large', 'https://site.test/'],
    ['entry', 'max-image-preview:large', 'https://site.test/a-post/'],
    ['archive', 'max-image-preview:large', 'https://site.test/n/'],
    ['search', 'noindex', undefined],
    ['message', 'noindex', undefined],
    ['frame', 'noindex', 'https://site.test/a-post/'],
  ] as const)
    it(`of the page “${name}” is declared as ${robots}`, () => {
      const { meta, links, graph } = parseHead(pages[name]);
      assert.deepEqual(meta('robots'), [robots]);
      assert.deepEqual(
        links('canonical').map(({ href }) => href),
        canonical === undefined ? [] : [canonical],
      );
      const isIndexed = robots !== 'noindex';
      assert.equal(meta('og:title').length, isIndexed ? 1 : 0);
      assert.equal('WebSite' in graph, isIndexed);
      assert.equal(meta('description').length, isIndexed ? 1 : 0);
    });

  it('uses the URL with the page number, and links to the neighbors', () => {
    const paging = {
      number: 2,
      url: 'https://site.test/n/page/2/',
      previous: 'https://site.test/n/',
      next: 'https://site.test/n/page/3/',
    };
    const { links, meta, graph } = parseHead(pages.archive, { paging });
    for (const [rel, url] of [
      ['canonical', paging.url],
      ['prev', paging.previous],
      ['next', paging.next],
    ] as const)
      assert.deepEqual(links(rel), [{ rel, href: url }]);
    assert.deepEqual([meta('og:url'), meta('description')], [[paging.url], []]);
    assert.equal(graph.CollectionPage['@id'], paging.url);
  });
});

describe('metadata', () => {
  it('of a post is that of an article', () => {
    const { meta, graph, links } = parseHead({ kind: 'entry', entry });
    for (const [name, values] of Object.entries({
      'og:type': ['article'],
      'og:url': ['https://site.test/a-post/'],
      'og:locale': ['en_US'],
      'og:image': ['https://site.test/uploads/a.jpg'],
      'og:image:width': ['1200'],
      'og:image:height': ['800'],
      'og:image:alt': ['A ship'],
      'article:published_time': ['2026-11-01T08:00:00Z'],
      'article:modified_time': ['2026-11-02T09:30:00Z'],
      'article:author': ['https://site.test/author/ada/'],
      'article:section': ['News'],
      'article:tag': ['sail', 'wind'],
      'twitter:card': ['summary_large_image'],
    }))
      assert.deepEqual(meta(name), values, name);
    assert.deepEqual(graph.BlogPosting, {
      '@type': 'BlogPosting',
      '@id': 'https://site.test/a-post/',
      url: 'https://site.test/a-post/',
      name: 'A post',
      description: 'An excerpt',
      inLanguage: 'en-US',
      isPartOf: { '@id': 'https://site.test/#website' },
      datePublished: '2026-11-01T08:00:00Z',
      dateModified: '2026-11-02T09:30:00Z',
      author: { '@type': 'Person', name: 'Ada', url: 'https://site.test/author/ada/' },
      image: {
        '@type': 'ImageObject',
        contentUrl: 'https://site.test/uploads/a.jpg',
        url: 'https://site.test/uploads/a.jpg',
        width: 1200,
        height: 800,
        caption: 'A ship',
      },
      headline: 'A post',
      mainEntityOfPage: 'https://site.test/a-post/',
      articleSection: ['News'],
      keywords: ['sail', 'wind'],
    });
    assert.deepEqual(
      links('alternate').map(({ type, href }) => [type, href]),
      [
        ['application/json', entry.urls.api],
        ['application/json+oembed', entry.urls.oembed],
        ['text/xml+oembed', `${entry.urls.oembed}&format=xml`],
        ['application/rss+xml', 'https://site.test/feed/'],
        ['application/rss+xml', 'https://site.test/a-post/feed/'],
      ],
    );
    assert.deepEqual(links('shortlink'), [{ rel: 'shortlink', href: 'https://site.test/?p=7' }]);
    assert.deepEqual(links('cms:root'), [{ rel: 'cms:root', href: 'https://site.test/rest/' }]);
  });

  it('omits what is unknown', () => {
    const unknown = { published: undefined, modified: undefined, author: undefined, image: undefined };
    const { meta, graph, links } = parseHead({
      kind: 'entry',
      entry: {
        ...entry,
        ...unknown,
        description: '',
        categories: [],
        tags: [],
        urls: { ...entry.urls, comments: undefined },
      },
    });
    for (const name of ['description', 'author', 'og:image', 'og:description', 'article:author', 'article:section'])
      assert.deepEqual(meta(name), [], name);
    assert.deepEqual(meta('twitter:card'), ['summary']);
    assert.deepEqual(Object.keys(graph.BlogPosting).sort(), [
      ...['@id', '@type', 'headline', 'inLanguage', 'isPartOf', 'mainEntityOfPage', 'name', 'url'],
    ]);
    assert.equal(links('alternate').filter(({ type }) => type === 'application/rss+xml').length, 1);
  });

  it('of pages and images is that of a page of the site', () => {
    const page = parseHead({
      kind: 'entry',
      entry: { ...entry, kind: 'page', parent: { name: 'Up', url: 'https://site.test/up/' } },
    });
    assert.deepEqual(
      [page.meta('og:type'), page.meta('article:published_time'), page.meta('author')],
      [['website'], [], []],
    );
    assert.equal(page.graph.WebPage.headline, undefined);
    assert.deepEqual(
      page.graph.BreadcrumbList.itemListElement.map(({ position, name, item }: Record<string, unknown>) => [
        ...[position, name, item],
      ]),
      [
        [1, 'Ships & Boats', 'https://site.test/'],
        [2, 'Up', 'https://site.test/up/'],
        [3, 'A post', 'https://site.test/a-post/'],
      ],
    );
    const { graph } = parseHead({ kind: 'entry', entry: { ...entry, kind: 'image' } });
    assert.equal(graph.ImageObject.contentUrl, 'https://site.test/uploads/a.jpg');
  });

  it('of the front page describes how the site is searched', () => {
    for (const page of [
      { kind: 'home' },
      { kind: 'entry', entry: { ...entry, kind: 'page' }, isFront: true },
    ] as const) {
      const { graph } = parseHead(page);
      assert.equal(graph.WebSite.potentialAction.target.urlTemplate, 'https://site.test/?s={search_term_string}');
      assert.equal(graph.BreadcrumbList, undefined);
    }
    assert.equal(parseHead({ kind: 'entry', entry }).graph.WebSite.potentialAction, undefined);
  });

  it('of the archive of an author names the person', () => {
    const archive = {
      kind: 'archive',
      title: 'Ada',
      description: 'Sails',
      link: 'https://site.test/author/ada/',
      feed,
    } as const;
    const { graph, meta } = parseHead({ ...archive, isAuthor: true });
    assert.deepEqual(meta('og:type'), ['profile']);
    assert.deepEqual(graph.CollectionPage.mainEntity, { '@type': 'Person', name: 'Ada', url: archive.link });
    const other = parseHead(archive);
    assert.deepEqual([other.meta('og:type'), other.graph.CollectionPage.mainEntity], [['website'], undefined]);
    assert.deepEqual(
      other.links('alternate').map(({ href }) => href),
      ['https://site.test/feed/', feed.url],
    );
  });

  it('contains the icon in its sizes, or an empty one', () => {
    assert.deepEqual(parseHead({ kind: 'home' }).links('icon'), [{ rel: 'icon', href: 'data:,' }]);
    const icon = (px: number) => ({ url: `https://site.test/${px}.png`, type: 'image/png', width: px, height: px });
    const { links } = parseHead({ kind: 'home' }, { site: { ...site, icons: [icon(512), icon(150), icon(300)] } });
    assert.deepEqual(
      links('icon').map(({ sizes }) => sizes),
      ['150x150', '300x300', '512x512'],
    );
    assert.deepEqual(links('apple-touch-icon'), [{ rel: 'apple-touch-icon', href: 'https://site.test/300.png' }]);
    const small = parseHead({ kind: 'home' }, { site: { ...site, icons: [icon(64)] } });
    assert.equal(small.links('apple-touch-icon')[0]?.href, 'https://site.test/64.png');
  });
});
