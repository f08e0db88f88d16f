// Handles requests for robots.txt and for sitemaps (sitemaps.org/protocol.html): an index at /sitemap.xml, and files with the entries of a type,
// the terms of a taxonomy or the authors. They contain only what anonymous callers of the API see.
import type { ContentType, Taxonomy } from '../../contract/grammar/content-type.ts';
import { findHiddenPaths } from '../cms-v2/entries/hidden-paths.ts';
import { entryUrl } from '../cms-v2/entries/urls.ts';
import { findEntriesOfRange, findRanges } from '../cms-v2/entry-urls/id-ranges.ts';
import type { PageRequest, PageResponse } from '../page-layout/page.ts';
import { type PageClient, readApiList, readApiTotal } from './api-reads.ts';
import type { ArchiveDeps } from './archives.ts';
import { actionFor, mayBeIndexed } from './page-mode.ts';
import { element, type Xml, xmlDocument } from './xml.ts';

/** Number of terms or authors in a sitemap, which is the maximum number of records of an API response. */
const recordsPerSitemap = 100;

/** A public URL, with the time of its last change as in the API if it is known. */
interface SitemapUrl {
  readonly url: string;
  readonly modified?: string;
}

/** Sitemaps with URLs of one kind. */
interface SitemapKind {
  /** The beginning of their file names. */
  readonly name: string;
  /** Returns the numbers of the sitemaps that exist. */
  listNumbers(client: PageClient): Promise<readonly number[]>;
  /** Returns the URLs of a sitemap; none if it does not exist. */
  listUrls(number: number, client: PageClient): Promise<readonly SitemapUrl[]>;
}

/** The path of the index. `/wp-sitemap.xml` is the path that tools for imported sites know. */
const indexPath = '/sitemap.xml';
const importedIndexPath = '/wp-sitemap.xml';

/**
 * Responds to a request for a sitemap or robots.txt; returns undefined for other paths. `path` is below the URL of the site. Throws ApiError as
 * the API does.
 */
export async function handleSitemap(
  deps: ArchiveDeps,
  path: string,
  request: PageRequest,
): Promise<PageResponse | undefined> {
  if (request.method !== 'GET' || !/^\/(?:wp-)?(?:sitemap|robots)/.test(path)) return undefined;
  const { home } = deps.entries.site.urls;
  if (path === '/robots.txt') return robotsTxt(deps.entries.site.urls);
  if (path === importedIndexPath) return redirectTo(home + indexPath);
  const kinds = kindsOf(deps);
  if (path === indexPath) {
    const urls = await Promise.all(
      kinds.map(async ({ name, listNumbers }) =>
        (await listNumbers(request)).map((number) => `${home}/${name}-${number}.xml`),
      ),
    );
    return respond(
      'sitemapindex',
      urls.flat().map((url) => element('sitemap', [element('loc', url)])),
    );
  }
  const [, name, number] = /^\/(sitemap-.*)-([1-9]\d{0,8})\.xml$/.exec(path) ?? [];
  const urls = await kinds.find((each) => each.name === name)?.listUrls(Number(number), request);
  if (urls === undefined || urls.length === 0) return undefined;
  return respond(
    'urlset',
    urls.map(({ url, modified }) =>
      element('url', [element('loc', url), modified === undefined ? undefined : element('lastmod', `${modified}Z`)]),
    ),
  );
}

const kindsOf = (deps: ArchiveDeps): readonly SitemapKind[] => {
  const { types, taxonomies } = deps.entries.contract;
  return [
    homeKind(deps),
    ...[...types.values()].filter(({ hasPages, viewable }) => hasPages && viewable).map((type) => typeKind(deps, type)),
    ...[...taxonomies.values()].filter(({ hasPages }) => hasPages).map((taxonomy) => taxonomyKind(deps, taxonomy)),
    recordsKind(deps, 'sitemap-authors', '/cms/v2/users', {}),
  ];
};

/** The sitemap with the URL of the home page, unless it is that of an entry. */
function homeKind({ entries: { site } }: ArchiveDeps): SitemapKind {
  const urls = site.settings.values.show_on_front === 'page' ? [] : [{ url: `${site.urls.front}/` }];
  return {
    name: 'sitemap-home',
    listNumbers: async () => urls.map(() => 1),
    listUrls: async (number) => (number === 1 ? urls : []),
  };
}

const typeKind = ({ entries: { database, site } }: ArchiveDeps, type: ContentType): SitemapKind => ({
  name: `sitemap-type-${type.name}`,
  listNumbers: () => findRanges(database.read, type.name),
  async listUrls(number) {
    const rows = await findEntriesOfRange(database.read, type.name, number);
    const hidden = await findHiddenPaths(database.read, rows);
    return rows.map((row) => ({ url: entryUrl(row, type, site, hidden), modified: row.modified_gmt }));
  },
});

const taxonomyKind = (deps: ArchiveDeps, { name, restNamespace, restBase }: Taxonomy): SitemapKind =>
  recordsKind(deps, `sitemap-taxonomy-${name}`, `/${restNamespace}/${restBase}`, { hide_empty: 'true' });

const recordsKind = (
  { dispatch }: ArchiveDeps,
  name: string,
  apiPath: string,
  filters: Readonly<Record<string, string>>,
): SitemapKind => ({
  name,
  async listNumbers(client) {
    const total = await readApiTotal(dispatch, apiPath, { ...filters, per_page: '1', _fields: 'id' }, client);
    return Array.from({ length: Math.ceil(total / recordsPerSitemap) }, (_, at) => at + 1);
  },
  async listUrls(number, client) {
    const paging = { page: String(number), per_page: String(recordsPerSitemap), orderby: 'id', _fields: 'link' };
    const records = (await readApiList(dispatch, apiPath, { ...filters, ...paging }, client)) ?? [];
    return records.map(({ link }) => ({ url: String(link) }));
  },
});

const respond = (root: 'sitemapindex' | 'urlset', items: readonly Xml[]): PageResponse => ({
  status: 200,
  headers: { 'Content-Type': 'application/xml; charset=UTF-8', 'X-Content-Type-Options': 'nosniff' },
  body: xmlDocument(element(root, items, { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' })),
});

const redirectTo = (url: string): PageResponse => ({ status: 301, headers: { Location: url }, body: '' });

/** Returns robots.txt. A service whose pages a front end renders is not indexed, so that search engines do not find the site twice. */
function robotsTxt(urls: ArchiveDeps['entries']['site']['urls']): PageResponse {
  const { home, pages } = urls;
  const base = new URL(home).pathname.replace(/\/$/, '');
  const paths = mayBeIndexed(urls) ? ['/admin/', '/account/'] : ['/'];
  const rules = paths.map((path) => `Disallow: ${base}${path}`);
  const sitemap = actionFor(pages, 'sitemap') === 'serve' ? ['', `Sitemap: ${home}${indexPath}`] : [];
  return {
    status: 200,
    headers: { 'Content-Type': 'text/plain; charset=UTF-8', 'X-Content-Type-Options': 'nosniff' },
    body: ['User-agent: *', ...rules, ...sitemap, ''].join('\n'),
  };
}
