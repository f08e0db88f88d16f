// Builds the public URLs of entries (posts-and-pages.md §2, link).
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { fillPermalinkStructure } from '../../settings/permalink-structure.ts';
import { isReservedPath } from '../../site.ts';
import type { SiteContext } from '../../site-context.ts';
import type { HiddenPaths } from './hidden-paths.ts';

interface LinkedEntry {
  readonly id: number;
  readonly status: string;
  readonly path: string;
  readonly slug: string;
  /** The date in the time zone of the site. */
  readonly date: string;
}

type UrlContext = Pick<SiteContext, 'urls' | 'settings'>;

/**
 * Returns the public URL of an entry. It contains the path if the entry is published or private, and the path is neither hidden nor
 * reserved by the service; otherwise it contains the ID. The front page has the root URL.
 */
export function entryUrl(
  entry: LinkedEntry,
  type: ContentType,
  { urls, settings }: UrlContext,
  hidden: HiddenPaths,
): string {
  const { show_on_front, page_on_front } = settings.values;
  if (show_on_front === 'page' && page_on_front === entry.id) return `${urls.front}/`;
  const isNamed = (entry.status === 'publish' || entry.status === 'private') && !hidden.has(entry.id);
  const path = publishedPath(entry, type, settings);
  return (
    urls.front + (isNamed && !isReservedPath(urls, path) ? path : type.address.other.replace('{id}', String(entry.id)))
  );
}

/** Returns the URL path of a published entry. The path of a post depends on the permalink structure of the site. */
const publishedPath = (
  { id, date, path }: LinkedEntry,
  { address, addressSetting }: ContentType,
  settings: UrlContext['settings'],
): string =>
  addressSetting === undefined
    ? address.published.replace('{path}', path).replace('{id}', String(id))
    : fillPermalinkStructure(settings.values[addressSetting], { id, date, slug: path });

/** Returns the URL pattern of an entry, with a placeholder for its slug, and without its ancestors if its path is hidden. */
export function permalinkTemplate(
  entry: LinkedEntry,
  type: ContentType,
  { urls, settings }: UrlContext,
  hidden: HiddenPaths,
): string {
  const { slugMark } = type.address;
  const parent =
    entry.slug === '' ? entry.path : entry.path.slice(0, Math.max(0, entry.path.length - entry.slug.length - 1));
  const path = hidden.has(entry.id) || parent === '' ? slugMark : `${parent}/${slugMark}`;
  return urls.front + publishedPath({ ...entry, path }, type, settings);
}
