import type { Generated } from 'kysely';

/** What was done, by whom and from where. Rows are never changed. */
export interface AuditLogTable {
  id: Generated<number>;
  /** `YYYY-MM-DDTHH:MM:SS`. */
  date_gmt: string;
  action: string;
  /** The user's number; 0: nobody who signed in. */
  actor: number;
  actor_login: string;
  /** The sender's address, or `command line`. */
  origin: string;
  /** The application password that was used; empty: none. */
  credential: string;
  object_type: string;
  object_id: string;
  object_name: string;
  /** An object in JSON. */
  details: string;
}
