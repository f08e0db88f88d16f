// Decides how the service responds to requests for public pages if another program displays the site (docs/front-end.md).
import { designPreviewParameter } from '../cms-v2/design-previews/token.ts';
import type { EntryDeps } from '../cms-v2/entries/deps.ts';
import type { PageRequest, PageResponse } from '../page-layout/page.ts';

type SiteUrls = EntryDeps['site']['urls'];

/** Whether the service displays public pages, redirects them to the front end, or has none. */
export type PageMode = SiteUrls['pages'];

/** Whether search engines may index what the service responds with. A site with a front end would be indexed twice. */
export const mayBeIndexed = ({ pages, home, front }: Pick<SiteUrls, 'pages' | 'home' | 'front'>): boolean =>
  pages === 'on' && home === front;

/** Forbids search engines to index a response, unless the service itself displays the site. */
export const excludeFromIndex = (urls: SiteUrls, response: PageResponse): PageResponse =>
  mayBeIndexed(urls) ? response : { ...response, headers: { ...response.headers, 'X-Robots-Tag': 'noindex' } };

/** Whether a path with a query is that of the home page, without parameters that select an entry. */
export const isHomeAddress = (address: string): boolean =>
  /^\/(?:$|\?(?!(?:.*&)?(?:p|page_id|attachment_id)=))/.test(address);

/**
 * A kind of request for a page: `page` for home, entries, archives, searches and unknown URLs, `frame` for embeds, `design-preview` for any of
 * these pages with changes of the design that are not saved.
 */
export type PageRequestKind =
  | 'robots'
  | 'sitemap'
  | 'feed'
  | 'design-preview'
  | 'preview'
  | 'frame'
  | 'password'
  | 'page';

/** Returns the kind of a request, by its method and URL only. */
export function kindOfRequest({ method }: Pick<PageRequest, 'method'>, url: URL, path: string): PageRequestKind {
  const { pathname, searchParams } = url;
  if (path === '/robots.txt') return 'robots';
  if (/^\/(?:wp-)?sitemap[^/]*\.xml$/.test(path)) return 'sitemap';
  if (searchParams.has('feed') || /\/feed(?:\/\w+)?\/?$/.test(pathname)) return 'feed';
  if (searchParams.has('embed') || /\/embed\/?$/.test(pathname)) return 'frame';
  if (searchParams.has(designPreviewParameter)) return 'design-preview';
  if (searchParams.has('preview_nonce')) return 'preview';
  return method === 'POST' ? 'password' : 'page';
}

/** Whether the service responds itself, redirects to the front end, or responds with 404. */
export type PageAction = 'serve' | 'redirect' | 'reject';

const actions: Readonly<Record<PageMode, Readonly<Record<PageRequestKind, PageAction>>>> = {
  on: {
    ...{ robots: 'serve', sitemap: 'serve', feed: 'serve', preview: 'serve' },
    ...{ frame: 'serve', password: 'serve', page: 'serve', 'design-preview': 'serve' },
  },
  // The front end can pass requests for feeds and sitemaps on. URLs of previews and frames are in responses of the API. Templates are only
  // displayed by the service itself.
  redirect: {
    ...{ robots: 'serve', sitemap: 'serve', feed: 'serve', preview: 'serve' },
    ...{ frame: 'serve', password: 'serve', page: 'redirect', 'design-preview': 'reject' },
  },
  off: {
    ...{ robots: 'serve', sitemap: 'reject', feed: 'reject', preview: 'serve' },
    ...{ frame: 'serve', password: 'reject', page: 'reject', 'design-preview': 'reject' },
  },
};

/** Returns the action for a kind of request. */
export const actionFor = (mode: PageMode, kind: PageRequestKind): PageAction => actions[mode][kind];
