// Creates the public URLs of media items (media-fonts-and-oembed.md, A1, link).
import { isReservedPath } from '../../site.ts';
import type { EntryDeps } from '../entries/deps.ts';
import type { HiddenPaths } from '../entries/hidden-paths.ts';
import type { ParentColumns } from '../entries/parent-entry.ts';
import { entryUrl } from '../entries/urls.ts';
import type { ParentEntry } from './rows.ts';

/** Columns that determine the URL of a media item. */
export interface LinkedMedia {
  readonly id: number;
  readonly slug: string;
  readonly parent: number;
  /** Parent entry; null if there is none or it does not exist. */
  readonly above: Pick<ParentEntry, 'id' | 'type' | 'status' | 'slug' | 'path' | 'date'> | null;
}

/** Columns that a statement selects for the URL of a media item, in addition to `parentColumns`. */
export const parentUrlColumns = [
  'above.id as above_id',
  'above.slug as above_slug',
  'above.path as above_path',
  'above.date as above_date',
] as const;

/** Columns of the parent entry in a joined row; all are null if there is no parent entry. */
export interface JoinedParent extends Pick<ParentColumns, 'above_type' | 'above_status'> {
  readonly above_id: number | null;
  readonly above_slug: string | null;
  readonly above_path: string | null;
  readonly above_date: string | null;
}

/** Returns the parent entry of a joined row; null if it has none. */
export const parentEntryFromRow = (row: JoinedParent): LinkedMedia['above'] =>
  row.above_id === null
    ? null
    : {
        id: row.above_id,
        type: row.above_type ?? '',
        status: row.above_status ?? '',
        slug: row.above_slug ?? '',
        path: row.above_path ?? '',
        date: row.above_date ?? '',
      };

/**
 * Returns the public URL of a media item. Without a parent entry, the path is the slug, unless the path is reserved. With a parent
 * entry, it is the path of the parent entry followed by the slug, if that path is visible to everyone. A slug that consists of digits
 * is preceded by `attachment/`. In all other cases, the URL contains the ID.
 */
export function mediaUrl(
  { contract, site }: Pick<EntryDeps, 'contract' | 'site'>,
  { id, slug, parent, above }: LinkedMedia,
  hidden: HiddenPaths,
): string {
  const { urls } = site;
  const name = `${/^\d+$/.test(slug) ? 'attachment/' : ''}${slug}/`;
  if (parent === 0) return isReservedPath(urls, `/${name}`) ? mediaUrlById(urls.front, id) : `${urls.front}/${name}`;
  if (hidden.has(id)) return mediaUrlById(urls.front, id);
  const type = above ? contract.types.get(above.type) : undefined;
  const parentUrl = above && type?.hasPages ? entryUrl(above, type, site, hidden) : '?';
  return parentUrl.includes('?') ? mediaUrlById(urls.front, id) : parentUrl + name;
}

/** Returns the URL that identifies a media item by its ID. */
export const mediaUrlById = (front: string, id: number): string => `${front}/?attachment_id=${id}`;
