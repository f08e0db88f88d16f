import type { Generated } from 'kysely';

/** Preview links of unpublished entries; a link without its row is invalid. */
export interface PreviewsTable {
  id: Generated<number>;
  entry_id: number;
  /** ID of the autosave to present; 0 for the stored entry. */
  revision: number;
  /** ID of the user who created the link. */
  author: number;
  /** Seconds since 1970. */
  created: number;
  expires: number;
}
