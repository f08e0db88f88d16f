import type { Generated } from 'kysely';

/** Audit events, each with its action, actor and origin. Rows are never updated. */
export interface AuditLogTable {
  id: Generated<number>;
  /** GMT, `YYYY-MM-DDTHH:MM:SS`. */
  date_gmt: string;
  action: string;
  /** ID of the user; 0 without a signed-in user. */
  actor: number;
  actor_login: string;
  /** IP address of the client, or `command line`. */
  origin: string;
  /** Name of the application password; empty if none was used. */
  credential: string;
  object_type: string;
  object_id: string;
  object_name: string;
  /** Details that depend on the action, a JSON object. */
  details: string;
}
