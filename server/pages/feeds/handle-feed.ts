// Handles requests for feeds: RSS 2.0, Atom and JSON Feed of the site, of its archives, of its comments and of the comments on an entry.

import type { PageRequest, PageResponse } from '../../page-layout/page.ts';
import { htmlToPlainText } from '../../rendering/html-to-plain-text.ts';
import { type Archive, type ArchiveDeps, findArchive } from '../archives.ts';
import { type Feed, type FeedFormat, feedFormats } from './feed.ts';
import { feedUrl } from './feed-urls.ts';
import { loadFeedItems } from './load-feed.ts';
import { renderFeed } from './render-feed.ts';

/** The names of formats in URLs. */
const formatNames: ReadonlyMap<string, FeedFormat> = new Map([
  ...(['rss2', 'rss', 'rdf', 'feed'] as const).map((name) => [name, 'rss2'] as const),
  ...(['atom', 'json'] as const).map((name) => [name, name] as const),
]);

/** A requested feed: the URL of its archive, and its format. */
interface RequestedFeed {
  readonly archive: URL;
  readonly format: FeedFormat;
}

/**
 * Returns the feed that a URL names: the URL of an archive followed by `feed/` or `feed/FORMAT/`, or with the query parameter `feed`. Returns
 * undefined for other URLs and for unknown formats.
 */
function parseFeedUrl(url: URL): RequestedFeed | undefined {
  const archive = new URL(url);
  const inQuery = url.searchParams.get('feed');
  if (inQuery !== null) {
    archive.searchParams.delete('feed');
    const [, kind = '', name = ''] = /^(comments-)?(\w*)$/.exec(inQuery) ?? [];
    if (kind !== '') archive.pathname = `${archive.pathname.replace(/\/$/, '')}/comments/`;
    const format = formatNames.get(name || 'feed');
    return format && { archive, format };
  }
  const [, name = 'feed'] = /\/feed(?:\/(\w+))?\/?$/.exec(url.pathname) ?? ['', ''];
  const format = formatNames.get(name);
  if (!format) return undefined;
  archive.pathname = url.pathname.replace(/\/feed(?:\/\w+)?\/?$/, '/');
  return { archive, format };
}

/** Responds to a request for a feed; returns undefined if the URL is that of no feed. Throws ApiError as the API does. */
export async function handleFeed(deps: ArchiveDeps, url: URL, request: PageRequest): Promise<PageResponse | undefined> {
  const requested = request.method === 'GET' ? parseFeedUrl(url) : undefined;
  const archive = requested && (await findArchive(deps, requested.archive, request));
  if (!archive) return undefined;
  const page = Number(/^\d{1,6}$/.exec(url.searchParams.get('paged') ?? '')?.[0] ?? 1) || 1;
  const items = await loadFeedItems(deps, archive, page, request);
  if (!items) return undefined;
  return {
    status: 200,
    headers: {
      'Content-Type': `${feedFormats[requested.format]}; charset=UTF-8`,
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'X-Content-Type-Options': 'nosniff',
    },
    body: renderFeed({ ...describe(deps, archive), items }, requested.format),
  };
}

function describe({ entries: { site } }: ArchiveDeps, archive: Archive): Omit<Feed, 'items'> {
  const { title, description, language } = site.settings.values;
  return {
    title: htmlToPlainText(archive.title === '' ? title : `${archive.title} – ${title}`),
    description: htmlToPlainText(archive.description || description),
    link: archive.link,
    urlOf: (format) => feedUrl(site.urls, feedBase(archive), format),
    language: (language || 'en_US').replaceAll('_', '-'),
  };
}

/** Returns the public URL that the URL of an archive's feed begins with. The comments of the site have no page of their own. */
const feedBase = ({ kind, link, query }: Archive): string =>
  kind === 'comments' && query.post === undefined ? `${link}comments/` : link;
