// Public addresses of media (media-fonts-and-oembed.md, A1, link).
import { isOwnPath } from '../../site.ts';
import type { FlatAbove } from '../entries/above.ts';
import { addressOf } from '../entries/addresses.ts';
import type { HiddenPaths } from '../entries/hidden-paths.ts';
import type { EntryParts } from '../entries/parts.ts';
import type { Holder } from './rows.ts';

/** What decides where a file is shown. */
export interface Placed {
  readonly id: number;
  readonly slug: string;
  readonly parent: number;
  /** What the file belongs to; null: nothing, or nothing that is there. */
  readonly above: Pick<Holder, 'id' | 'type' | 'status' | 'slug' | 'path'> | null;
}

/** What a statement selects beside `aboveColumns` to tell where a file is shown. */
export const placeColumns = ['above.id as above_id', 'above.slug as above_slug', 'above.path as above_path'] as const;

/** What such a statement gives; null throughout where there is nothing above. */
export interface FlatPlace extends Pick<FlatAbove, 'above_type' | 'above_status'> {
  readonly above_id: number | null;
  readonly above_slug: string | null;
  readonly above_path: string | null;
}

/** What a file belongs to, of a row of such a statement. */
export const holderOf = (row: FlatPlace): Placed['above'] =>
  row.above_id === null
    ? null
    : {
        id: row.above_id,
        type: row.above_type ?? '',
        status: row.above_status ?? '',
        slug: row.above_slug ?? '',
        path: row.above_path ?? '',
      };

/** Below what the file belongs to, where that has an address made of names that everyone may see; else by its number. */
export function linkOf(
  { contract, site, settings }: Pick<EntryParts, 'contract' | 'site' | 'settings'>,
  { id, slug, parent, above }: Placed,
  hidden: HiddenPaths,
): string {
  const name = `${/^\d+$/.test(slug) ? 'attachment/' : ''}${slug}/`;
  if (parent === 0) return isOwnPath(site, `/${name}`) ? byNumber(site.front, id) : `${site.front}/${name}`;
  if (hidden.has(id)) return byNumber(site.front, id);
  const type = above ? contract.types.get(above.type) : undefined;
  const address = above && type?.hasPages ? addressOf(above, type, site, settings.values, hidden) : '?';
  return address.includes('?') ? byNumber(site.front, id) : address + name;
}

/** The address of a file by its number. */
export const byNumber = (front: string, id: number): string => `${front}/?attachment_id=${id}`;
