import type { Generated } from 'kysely';

/** Addresses at which an entry can be looked at before it is published; without its row such an address leads nowhere. */
export interface PreviewsTable {
  id: Generated<number>;
  entry_id: number;
  /** The number of the autosave that is shown; 0: the entry as it is stored. */
  revision: number;
  /** Who has made it. */
  author: number;
  /** Seconds since 1970. */
  created: number;
  expires: number;
}
