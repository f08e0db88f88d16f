// Public addresses of entries (posts-and-pages.md §2, link).
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { SettingValues } from '../../settings/declared.ts';
import { isOwnPath, type Site } from '../../site.ts';
import type { HiddenPaths } from './hidden-paths.ts';

interface Addressed {
  readonly id: number;
  readonly status: string;
  readonly path: string;
  readonly slug: string;
}

/**
 * Where an entry is shown: by its path once it is public or private, else by its number, as are those whose path must not be
 * shown or belongs to the service itself; the front page at the root.
 */
export function addressOf(
  entry: Addressed,
  type: ContentType,
  site: Pick<Site, 'home' | 'front'>,
  settings: SettingValues,
  hidden: HiddenPaths,
): string {
  if (settings.show_on_front === 'page' && settings.page_on_front === entry.id) return `${site.front}/`;
  const { published, other } = type.address;
  const isNamed = (entry.status === 'publish' || entry.status === 'private') && !hidden.has(entry.id);
  const path = published.replace('{path}', entry.path).replace('{id}', String(entry.id));
  return site.front + (isNamed && !isOwnPath(site, path) ? path : other.replace('{id}', String(entry.id)));
}

/** The address an entry would have, with a mark in place of its slug; without its parents where its path must not be shown. */
export function addressPattern(entry: Addressed, type: ContentType, front: string, hidden: HiddenPaths): string {
  if (hidden.has(entry.id)) return front + type.address.published.replace('{path}', type.address.slugMark);
  const parent =
    entry.slug === '' ? entry.path : entry.path.slice(0, Math.max(0, entry.path.length - entry.slug.length - 1));
  const path = parent === '' ? type.address.slugMark : `${parent}/${type.address.slugMark}`;
  return front + type.address.published.replace('{path}', path);
}
