// Public URLs of media (media-fonts-and-oembed.md, A1, link).
import { isReservedPath } from '../../site.ts';
import type { EntryDeps } from '../entries/deps.ts';
import type { HiddenPaths } from '../entries/hidden-paths.ts';
import type { ParentColumns } from '../entries/parent-entry.ts';
import { entryUrl } from '../entries/urls.ts';
import type { ParentEntry } from './rows.ts';

/** The columns that determine the URL of a file. */
export interface LinkedMedia {
  readonly id: number;
  readonly slug: string;
  readonly parent: number;
  /** The parent entry; null if there is none, or it does not exist. */
  readonly above: Pick<ParentEntry, 'id' | 'type' | 'status' | 'slug' | 'path'> | null;
}

/** Columns, besides `parentColumns`, that a statement selects for the URL of a file. */
export const parentUrlColumns = [
  'above.id as above_id',
  'above.slug as above_slug',
  'above.path as above_path',
] as const;

/** The columns of the parent entry in a joined row; all null if there is none. */
export interface JoinedParent extends Pick<ParentColumns, 'above_type' | 'above_status'> {
  readonly above_id: number | null;
  readonly above_slug: string | null;
  readonly above_path: string | null;
}

/** Returns the parent entry of a joined row, or null if it has none. */
export const parentEntryFromRow = (row: JoinedParent): LinkedMedia['above'] =>
  row.above_id === null
    ? null
    : {
        id: row.above_id,
        type: row.above_type ?? '',
        status: row.above_status ?? '',
        slug: row.above_slug ?? '',
        path: row.above_path ?? '',
      };

/**
 * Returns the URL of a file: below that of its parent entry if that is a path visible to all, else by ID. Without a parent it is
 * below the root.
 */
export function mediaUrl(
  { contract, site, settings }: Pick<EntryDeps, 'contract' | 'site' | 'settings'>,
  { id, slug, parent, above }: LinkedMedia,
  hidden: HiddenPaths,
): string {
  const name = `${/^\d+$/.test(slug) ? 'attachment/' : ''}${slug}/`;
  if (parent === 0) return isReservedPath(site, `/${name}`) ? mediaUrlById(site.front, id) : `${site.front}/${name}`;
  if (hidden.has(id)) return mediaUrlById(site.front, id);
  const type = above ? contract.types.get(above.type) : undefined;
  const parentUrl = above && type?.hasPages ? entryUrl(above, type, site, settings.values, hidden) : '?';
  return parentUrl.includes('?') ? mediaUrlById(site.front, id) : parentUrl + name;
}

/** Returns the URL of a file by its ID. */
export const mediaUrlById = (front: string, id: number): string => `${front}/?attachment_id=${id}`;
