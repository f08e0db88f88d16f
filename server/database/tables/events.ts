import type { Generated } from 'kysely';

/** Events, inserted by the transaction that caused them. */
export interface EventsTable {
  id: Generated<number>;
  /** Position in the order of delivery, assigned after the commit and without gaps; null until then. */
  position: number | null;
  /** Permanent ID, the same in every delivery. */
  uuid: string;
  /** Time of the event, in milliseconds since 1970. */
  at: number;
  /** Kind of the event, for example `entry.created`. */
  kind: string;
  /** The content type, taxonomy or comment type; empty for events without one. */
  type: string;
  /** ID of the resource; 0 for the site. */
  subject: number;
  /** Status before and after, if the resource has one. */
  status_before: string;
  status: string;
  /** JSON array of the tags of all pages that the change affects (docs/events.md): `entry:5`. */
  tags: string;
}

/** Delivery state of each listener. */
export interface EventListenersTable {
  name: string;
  /** Position of the last event that the listener received. */
  position: number;
  /** Time until which only one process delivers, or until which delivery pauses after a failure; in milliseconds since 1970. */
  leased_until: number;
  /** Number of consecutive failures. */
  failures: number;
}
