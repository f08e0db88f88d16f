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

/** Unsaved changes of the design, with which public pages are displayed for those who have the token. */
export interface DesignPreviewsTable {
  id: Generated<number>;
  /** HMAC of the token in the URL, in hexadecimal digits. */
  token_hash: string;
  /** ID of the user who created the preview, and with whom it is deleted. */
  user_id: number;
  /** Time of creation, in seconds since 1970; likewise the time of expiry. */
  created: number;
  expires: number;
  /** The changed records, as JSON (server/cms-v2/design-previews/changes.ts). */
  changes: string;
}
