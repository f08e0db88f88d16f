// What an entry belongs to, loaded beside it: files are seen as that is (media-fonts-and-oembed.md, A5).
import type { JudgedEntry } from './rules.ts';

/** The entry above, as a statement that joins it gives it; null throughout where there is none. */
export interface FlatAbove {
  readonly above_type: string | null;
  readonly above_status: string | null;
  readonly above_rights_status: string | null;
  readonly above_author: number | null;
}

/** What a statement selects that joins `entries as above`. */
export const aboveColumns = [
  'above.type as above_type',
  'above.status as above_status',
  'above.rights_status as above_rights_status',
  'above.author as above_author',
] as const;

/** The part of an entry above that rules look at. */
export type JudgedAbove = Omit<JudgedEntry, 'id'> & { readonly type: string };

/** What rules look at of the entry above; null where there is none. */
export function aboveOf(row: FlatAbove): JudgedAbove | null {
  if (row.above_type === null) return null;
  return {
    type: row.above_type,
    status: row.above_status ?? '',
    rights_status: row.above_rights_status ?? '',
    author: row.above_author ?? 0,
  };
}
