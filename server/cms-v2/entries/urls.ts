// Builds the public URLs of entries (posts-and-pages.md §2, link).
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { isReservedPath } from '../../site.ts';
import type { SiteContext } from '../../site-context.ts';
import type { HiddenPaths } from './hidden-paths.ts';

interface LinkedEntry {
  readonly id: number;
  readonly status: string;
  readonly path: string;
  readonly slug: string;
}

/**
 * Returns the public URL of an entry. It contains the path if the entry is published or private, and the path is neither hidden nor
 * reserved by the service; otherwise it contains the ID. The front page has the root URL.
 */
export function entryUrl(
  entry: LinkedEntry,
  type: ContentType,
  { urls, settings }: Pick<SiteContext, 'urls' | 'settings'>,
  hidden: HiddenPaths,
): string {
  const { show_on_front, page_on_front } = settings.values;
  if (show_on_front === 'page' && page_on_front === entry.id) return `${urls.front}/`;
  const { published, other } = type.address;
  const isNamed = (entry.status === 'publish' || entry.status === 'private') && !hidden.has(entry.id);
  const path = published.replace('{path}', entry.path).replace('{id}', String(entry.id));
  return urls.front + (isNamed && !isReservedPath(urls, path) ? path : other.replace('{id}', String(entry.id)));
}

/** Returns the URL pattern of an entry, with a placeholder for its slug, and without its ancestors if its path is hidden. */
export function permalinkTemplate(entry: LinkedEntry, type: ContentType, front: string, hidden: HiddenPaths): string {
  if (hidden.has(entry.id)) return front + type.address.published.replace('{path}', type.address.slugMark);
  const parent =
    entry.slug === '' ? entry.path : entry.path.slice(0, Math.max(0, entry.path.length - entry.slug.length - 1));
  const path = parent === '' ? type.address.slugMark : `${parent}/${type.address.slugMark}`;
  return front + type.address.published.replace('{path}', path);
}
