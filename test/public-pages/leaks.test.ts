// Tests that the public pages show what the API returns to an anonymous caller and nothing else (docs/security.md, Pages, embeds and
// previews), and that every page is a valid response: a crawler follows all links of a site with many records that are not public.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, it } from 'node:test';
import { openDiskStore } from '../../server/files/disk-store.ts';
import { describeEachEngine } from '../engines.ts';
import { close, openNode, type TestNode } from '../test-node.ts';
import { openVisitor } from '../visitor.ts';
import { attributeOf, type CrawledPage, crawl, isPagePath, requestPages } from './crawl.ts';
import { createSecretSite, type SecretSite, secretSiteConfig } from './secret-site.ts';

/** URLs to which no page links. */
const startPaths = [
  ...[
    '/',
    '/robots.txt',
    '/sitemap.xml',
    '/wp-sitemap.xml',
    '/feed/',
    '/feed/atom/',
    '/feed/json/',
    '/comments/feed/',
    '/?feed=atom',
  ],
  ...['/2026/', '/2026/01/', '/2026/02/01/', '/2098/', '/2098/03/04/', '/type/gallery/', '/type/aside/'],
  ...['/category/uncategorized/', '/tag/plaintag/', '/cuisines/plaincuisine/', '/drawers/top-drawer/'],
  ...['/author/plainwriterslug/', '/author/veiledghostslug/', '/author/veiledghostlogin/', '/nothing/'],
  ...[
    '/?s=plain',
    '/page/2/',
    '/page/99/',
    '/?paged=2',
    '/category/plaincategory/page/2/',
    '/author/plainwriterslug/page/2/',
  ],
  ...['/veiledparentslug/', '/veiledparentslug/plainchild/', '/menu/veiledmenu/', '/nav_menu/veiledmenu/'],
  ...['/references-0/?query-7-page=2', '/references-0/?query-7-page=9999', '/plainpages/2/', '/plainpages/3/'],
  ...[
    '/plainguarded/',
    '/plainguarded/embed/',
    '/plainguarded/feed/',
    '/plainrevised/embed/',
    '/snippets/veiledsnippetslug/',
  ],
];

/** Lists of pages, and the requests to the API for the same entries. */
const lists: readonly (readonly [path: string, apiPath: (ids: Ids) => string])[] = [
  ['/', () => 'posts?ignore_sticky=false'],
  ['/page/2/', () => 'posts?ignore_sticky=false&page=2'],
  ['/category/plaincategory/', ({ category }) => `posts?categories=${category}`],
  ['/category/plaincategory/page/2/', ({ category }) => `posts?categories=${category}&page=2`],
  ['/tag/plaintag/', ({ tag }) => `posts?tags=${tag}`],
  ['/cuisines/plaincuisine/', ({ cuisine }) => `recipes?cuisines=${cuisine}`],
  ['/author/plainwriterslug/', ({ writer }) => `posts?author=${writer}`],
  ['/type/gallery/', () => 'posts?format=gallery'],
  ['/2026/', () => 'posts?after=2025-12-31T23:59:59&before=2027-01-01T00:00:00'],
  ['/2026/02/01/', () => 'posts?after=2026-01-31T23:59:59&before=2026-02-02T00:00:00'],
  ['/?s=plain', () => 'search?search=plain&type=post&subtype=any'],
  ['/page/2/?s=plain', () => 'search?search=plain&type=post&subtype=any&page=2'],
];

type Ids = Readonly<Record<'category' | 'tag' | 'cuisine' | 'writer', number>>;

/** Collections of the API whose records have pages. */
const collections = ['posts', 'pages', 'recipes', 'media', 'categories', 'tags', 'cuisines', 'users', 'comments'];

/** Paths of pages that show no single record. */
const otherPages =
  /^\/(?:$|\?s=|page\/|comments\/|feed\/|type\/\w+\/|\d{4}\/|sitemap|wp-sitemap|robots\.txt)|\/feed\/|[?&]feed=|\/page\/\d+\/|\/embed\/$/;

describeEachEngine('public pages', (engine) => {
  let node: TestNode;
  let folder: string;
  let secret: SecretSite;
  let pages: readonly CrawledPage[];
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-files-'));
    node = await openNode(await engine.location(), { config: secretSiteConfig, files: await openDiskStore(folder) });
    secret = await createSecretSite(node.site);
    const { secrets, publicWords, ids } = secret;
    pages = await crawl(node, [
      ...startPaths,
      ...[...secrets, ...publicWords].flatMap((word) => [`/?s=${word}`, `/${word}/`]),
      ...ids.flatMap((id) => [
        `/?p=${id}`,
        `/?page_id=${id}`,
        `/?attachment_id=${id}`,
        `/?p=${id}&embed=true`,
        `/?p=${id}&feed=rss2`,
      ]),
    ]);
  });
  after(async () => {
    await close(node);
    await rm(folder, { recursive: true, force: true });
    assert.deepEqual(node.site.errors, []);
  });

  const api = async (apiPath: string) => {
    const { status, body } = await node.site.request('anonymous', 'GET', `/cms/v2/${apiPath}`);
    return { status, body };
  };
  const pageAt = (path: string): CrawledPage => {
    const page = pages.find((each) => each.path === path);
    assert.ok(page, `${path} was not requested`);
    return page;
  };

  it('contain no secret, and all that is public', () => {
    const leaks = pages.flatMap((page) => {
      const headers = JSON.stringify([...page.headers]);
      const found = new Set((withoutSearchedText(page) + headers).match(/veiled[a-z]+/g));
      return [...found].map((word) => `${page.path}: ${word}`);
    });
    assert.deepEqual(leaks, []);
    const missing = secret.publicWords.filter(
      (word) => !pages.some((page) => withoutSearchedText(page).includes(word)),
    );
    assert.deepEqual(missing, []);
    assert.ok(secret.secrets.length > 80 && pages.length > 500, `${secret.secrets.length} ${pages.length}`);
  });

  it('list the entries that the API lists', async () => {
    const idOf = async (apiPath: string) => Number((await api(apiPath)).body[0].id);
    const ids = {
      ...{ category: await idOf('categories?slug=plaincategory'), tag: await idOf('tags?slug=plaintag') },
      ...{ cuisine: await idOf('cuisines?slug=plaincuisine'), writer: await idOf('users?slug=plainwriterslug') },
    };
    for (const [path, apiPath] of lists) {
      const { status, body } = await api(`${apiPath(ids)}&per_page=3`);
      assert.equal(status, 200, path);
      assert.ok(body.length > 0, path);
      assert.deepEqual(
        entriesOf(pageAt(path)),
        body.map(({ id }: { id: number }) => id),
        path,
      );
    }
    // A search for the hidden text of an entry finds what the API finds.
    for (const word of secret.secrets) {
      const { body } = await api(`search?search=${word}&type=post&subtype=any&per_page=3`);
      assert.deepEqual(
        entriesOf(pageAt(`/?s=${word}`)),
        body.map(({ id }: { id: number }) => id),
        word,
      );
    }
  });

  it('link to the records that the API returns, and to pages that exist', async () => {
    const links = new Set<string>();
    for (const collection of collections) {
      const { body } = await api(`${collection}?per_page=100`);
      for (const { link } of body) links.add(String(link).replace('http://site.test', '').replace(/#.*/, ''));
    }
    const responseAt = new Map(pages.map((page) => [page.path, page]));
    for (const page of pages)
      for (const link of page.links.filter(isPagePath)) {
        const { status = 0, links: [target = ''] = [] } = responseAt.get(link) ?? {};
        assert.ok([200, 301].includes(status), `${page.path} links to ${link}: ${status}`);
        const first = (status === 200 ? link : target)
          .replace(/[?&]query-\d+-page=\d+/, '')
          .replace(/(?<=\/)[23]\/$/, '');
        assert.ok(
          links.has(first) || otherPages.test(link),
          `${page.path} links to ${link}, which the API does not return`,
        );
      }
  });

  it('show the entries and comments that the API returns', async () => {
    const shown = new Map<string, string>();
    for (const page of pages)
      for (const { attrs } of page.elements) {
        const value = (name: string) => attrs.find((each) => each.name === name)?.value ?? '';
        const [, id, type] = /(?:^| )post-(\d+) .*type-(\w+)/.exec(value('class')) ?? [];
        if (id) shown.set(`${baseOf(type)}/${id}`, page.path);
        const [, comment] = /^comment-(\d+)$/.exec(value('id')) ?? [];
        if (comment) shown.set(`comments/${comment}`, page.path);
      }
    assert.ok(shown.size > 15, [...shown.keys()].join());
    for (const [apiPath, path] of shown) assert.equal((await api(apiPath)).status, 200, `${path} shows ${apiPath}`);
  });

  it('are valid responses without scripts or cookies, and name the roots of the API', () => {
    for (const page of pages) for (const problem of problemsOf(page)) assert.fail(`${page.path}: ${problem}`);
    const kinds = Map.groupBy(pages, ({ status }) => status);
    assert.deepEqual([...kinds.keys()].sort(), [200, 301, 404]);
  });

  it('are the same for visitors with a session or with credentials', async () => {
    const visitor = openVisitor(node.site);
    await visitor.signIn('admin', 'correct horse');
    const authorization = node.site.authorizationOf('administrator') ?? '';
    assert.equal((await node.get('/cms/v2/users/me', { authorization })).status, 200);
    // Most of the URLs have the same response: the page for URLs that do not exist.
    const groups = Map.groupBy(pages, ({ status, body }) => `${status} ${body}`);
    const compared = [...groups.values()].flatMap((group) => group.slice(0, 5));
    assert.ok(compared.length > 200, String(compared.length));
    for (const headers of [{ cookie: visitor.cookie() }, { authorization }]) {
      const others = await requestPages(
        node,
        compared.map(({ path }) => path),
        headers,
      );
      for (const [at, { path, status, body }] of others.entries())
        assert.deepEqual([status, body], [compared[at]?.status, compared[at]?.body], `${path} ${Object.keys(headers)}`);
    }
  });
});

/** Returns the REST base of a content type. */
const baseOf = (type = ''): string => ({ attachment: 'media', cms_navigation: 'navigation' })[type] ?? `${type}s`;

/** Returns the IDs of the entries in the list of an archive. */
const entriesOf = ({ elements }: CrawledPage): number[] =>
  elements.flatMap((element) => {
    const [, id] = /^wp-block-post post-(\d+) /.exec(attributeOf(element, 'class') ?? '') ?? [];
    return id === undefined ? [] : [Number(id)];
  });

/** Returns the body of a page without the searched text, which the results of a search repeat. */
function withoutSearchedText({ path, body }: CrawledPage): string {
  const word = new URL(path, 'http://site.test').searchParams.get('s');
  if (word === null) return body;
  return [`“${word}”`, `value="${word}"`, `s=${word}`].reduce((text, echo) => text.replaceAll(echo, ''), body);
}

/** Returns what is wrong with a response. */
function problemsOf({ path, status, headers, body, elements }: CrawledPage): string[] {
  const problems: string[] = [];
  const check = (isFine: boolean, problem: string) => isFine || problems.push(problem);
  const type = headers.get('content-type') ?? '';
  const policy = headers.get('content-security-policy') ?? '';
  const isHtml = type.startsWith('text/html');
  const isFrame = policy.includes('frame-ancestors *');
  check([200, 301, 404].includes(status), `status ${status}`);
  check(headers.get('set-cookie') === null, 'it sets a cookie');
  const link = headers.get('link') ?? '';
  for (const [url, rel] of apiRoots) check(link.includes(`<${url}>; rel="${rel}"`), `no link to ${url} in ${link}`);
  if (status === 301) return problems;
  check(headers.get('x-content-type-options') === 'nosniff', 'no nosniff');
  if (!isHtml) return problems;
  check(policy.startsWith("default-src 'none'"), `policy ${policy}`);
  check(isFrame || policy.includes("script-src 'none'"), `policy ${policy}`);
  const scripts = elements.filter(({ tagName, attrs }) => tagName === 'script' && !attrs.some(isDataType));
  check(scripts.length === (isFrame ? 1 : 0), `${scripts.length} scripts`);
  check(
    !body.includes('<script') ||
      isFrame ||
      scripts.length < elements.filter(({ tagName }) => tagName === 'script').length,
    'a script',
  );
  const ids = elements.flatMap((element) => attributeOf(element, 'id') ?? []);
  check(
    new Set(ids).size === ids.length,
    `duplicate IDs in ${path}: ${ids.filter((id, at) => ids.indexOf(id) !== at)}`,
  );
  return problems;
}

const isDataType = ({ name, value }: { readonly name: string; readonly value: string }): boolean =>
  name === 'type' && (value === 'application/ld+json' || value === 'application/json');

const apiRoots = [
  ['http://site.test/rest/', 'cms:root'],
  ['http://site.test/wp-json/', 'https://api.w.org/'],
] as const;
