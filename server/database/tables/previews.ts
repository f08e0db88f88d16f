import type { Generated } from 'kysely';

/** Preview links of unpublished entries; a link without its row is invalid. */
export interface PreviewsTable {
  id: Generated<number>;
  entry_id: number;
  /** ID of the autosave to present; 0 for the stored entry. */
  revision: number;
  /** ID of the user who created the link. */
  author: number;
  /** Time of creation, in seconds since 1970; likewise the time of expiry. */
  created: number;
  expires: number;
}
