// Describes the parent entry of a file. The parent entry is loaded with the file, because the permissions for the file depend on it
// (media-fonts-and-oembed.md, A5).
import type { CheckedEntry } from './conditions.ts';

/** The columns of a joined parent entry; all null if there is no parent. */
export interface ParentColumns {
  readonly above_type: string | null;
  readonly above_status: string | null;
  readonly above_rights_status: string | null;
  readonly above_author: number | null;
}

/** The columns of the parent entry, for a statement that joins the parent as `entries as above`. */
export const parentColumns = [
  'above.type as above_type',
  'above.status as above_status',
  'above.rights_status as above_rights_status',
  'above.author as above_author',
] as const;

/** The columns of a parent entry that permission conditions read. */
export type CheckedParent = Omit<CheckedEntry, 'id'> & { readonly type: string };

/** Returns the parent entry of a joined row, or null if the row has none. */
export function parentFromRow(row: ParentColumns): CheckedParent | null {
  if (row.above_type === null) return null;
  return {
    type: row.above_type,
    status: row.above_status ?? '',
    rights_status: row.above_rights_status ?? '',
    author: row.above_author ?? 0,
  };
}
