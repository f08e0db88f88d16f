// Renders the elements of a page's head that describe the page: for browsers, feed readers, search engines and clients of the API.
import { apiRootLinks } from '../../page-layout/document.ts';
import { escapeLiteral } from '../../rendering/blocks/text.ts';
import type { HeadData, HeadEntry, HeadFeed, HeadIcon, HeadPage } from './head-data.ts';
import { renderJsonLd } from './json-ld.ts';
import { openGraphProperties } from './open-graph.ts';
import { canonicalUrlOf, descriptionOf, isFrontPage, isIndexed, titleOf } from './page-facts.ts';

/**
 * Returns the elements of the head of a page as HTML, one per line: the title, metadata, links and JSON-LD. All texts and URLs are escaped.
 * A page that must not be indexed has no description, no Open Graph properties and no JSON-LD. A Content-Security-Policy needs to allow only
 * the icons (`img-src`).
 */
export function renderHead(data: HeadData): string {
  const { site, page } = data;
  const canonicalUrl = canonicalUrlOf(data);
  const elements = [
    `<title>${escapeLiteral(documentTitleOf(data))}</title>`,
    metaElement('name', 'robots', isIndexed(page) ? 'max-image-preview:large' : 'noindex'),
    ...iconElements(site.icons),
    ...(canonicalUrl === undefined ? [] : [linkElement({ rel: 'canonical', href: canonicalUrl })]),
    ...(isIndexed(page) ? describePage(data) : []),
    ...[...site.feeds, ...feedsOf(page)].map(({ title, url, type }) =>
      linkElement({ rel: 'alternate', type, title, href: url }),
    ),
  ];
  return `${elements.join('\n')}\n${apiRootLinks(site.roots)}`;
}

/** Returns the title of the document: that of the page, its number if it is not the first page, and the title of the site. */
function documentTitleOf(data: HeadData): string {
  const { site, page, paging } = data;
  const number = paging && paging.number > 1 ? `Page ${paging.number}` : '';
  const parts = isFrontPage(page) ? [site.title, number || site.description] : [titleOf(data), number, site.title];
  return parts.filter((part) => part !== '').join(' – ');
}

/** Returns the elements of a page that may be indexed. */
function describePage(data: HeadData): string[] {
  const { page, paging } = data;
  const description = descriptionOf(data);
  const entry = page.kind === 'entry' ? page.entry : undefined;
  return [
    ...(description === '' ? [] : [metaElement('name', 'description', description)]),
    ...(entry?.kind === 'post' && entry.author ? [metaElement('name', 'author', entry.author.name)] : []),
    ...(paging?.previous === undefined ? [] : [linkElement({ rel: 'prev', href: paging.previous })]),
    ...(paging?.next === undefined ? [] : [linkElement({ rel: 'next', href: paging.next })]),
    ...(entry ? entryLinks(entry) : []),
    ...openGraphProperties(data).map(([name, content]) => metaElement('property', name, content)),
    metaElement('name', 'twitter:card', hasLargeImage(entry) ? 'summary_large_image' : 'summary'),
    renderJsonLd(data),
  ];
}

/** Minimum width of an image that previews of links display across their whole width, in pixels. */
const minLargeImagePx = 600;

const hasLargeImage = (entry: HeadEntry | undefined): boolean => (entry?.image?.width ?? 0) >= minLargeImagePx;

/** Returns the links to the other representations of an entry. */
const entryLinks = ({ title, urls: { api, short, oembed } }: HeadEntry): string[] => [
  linkElement({ rel: 'shortlink', href: short }),
  linkElement({ rel: 'alternate', type: 'application/json', href: api, title: 'JSON' }),
  linkElement({ rel: 'alternate', type: 'application/json+oembed', href: oembed, title }),
  linkElement({ rel: 'alternate', type: 'text/xml+oembed', href: `${oembed}&format=xml`, title }),
];

/** Returns the feeds of a page in addition to those of the site. */
function feedsOf(page: HeadPage): readonly HeadFeed[] {
  if (page.kind === 'archive' || page.kind === 'search') return page.feed ? [page.feed] : [];
  if (page.kind !== 'entry' || page.entry.urls.comments === undefined) return [];
  const { title, urls } = page.entry;
  return [{ title: `Comments on “${title || '(no title)'}”`, url: urls.comments ?? '', type: 'application/rss+xml' }];
}

/** Minimum width of the icon for the home screens of devices, in pixels. */
const homeScreenIconPx = 180;

/** Returns the links to the files of the icon. Without an icon, an empty one prevents requests for `/favicon.ico`. */
function iconElements(icons: readonly HeadIcon[]): string[] {
  if (icons.length === 0) return [linkElement({ rel: 'icon', href: 'data:,' })];
  const bySize = [...icons].sort((a, b) => a.width - b.width);
  const homeScreenIcon = bySize.find(({ width }) => width >= homeScreenIconPx) ?? bySize.at(-1);
  return [
    ...bySize.map(({ url, type, width, height }) =>
      linkElement({ rel: 'icon', sizes: `${width}x${height}`, type, href: url }),
    ),
    ...(homeScreenIcon ? [linkElement({ rel: 'apple-touch-icon', href: homeScreenIcon.url })] : []),
  ];
}

const metaElement = (key: 'name' | 'property', name: string, content: string): string =>
  `<meta ${key}="${name}" content="${escapeLiteral(content)}">`;

/** Returns a link element. Empty attributes are omitted. */
const linkElement = (attributes: Readonly<Record<string, string>>): string =>
  `<link${Object.entries(attributes)
    .map(([name, value]) => (value === '' ? '' : ` ${name}="${escapeLiteral(value)}"`))
    .join('')}>`;
