import type { Generated } from 'kysely';

/** Audit events: what happened, with its actor and origin. Rows are never updated. */
export interface AuditLogTable {
  id: Generated<number>;
  /** `YYYY-MM-DDTHH:MM:SS`. */
  date_gmt: string;
  action: string;
  /** ID of the user; 0 without a signed-in user. */
  actor: number;
  actor_login: string;
  /** Address of the client, or `command line`. */
  origin: string;
  /** Name of the application password; empty if none was used. */
  credential: string;
  object_type: string;
  object_id: string;
  object_name: string;
  /** JSON object. */
  details: string;
}
