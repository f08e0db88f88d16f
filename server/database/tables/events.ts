import type { Generated } from 'kysely';

/** Something that has happened, written in the transaction that made it happen. */
export interface EventsTable {
  id: Generated<number>;
  /** Its place in the order in which events are told; null until it has one. Given to what is committed, without gaps. */
  position: number | null;
  /** Names it for ever, however often it is told. */
  uuid: string;
  /** Milliseconds since 1970. */
  at: number;
  /** `entry.created` */
  kind: string;
  /** The content type, taxonomy or type of comment; empty for what has none. */
  type: string;
  /** The number of what it happened to; 0: the site. */
  subject: number;
  /** States before and after, where there are such. */
  status_before: string;
  status: string;
  /** JSON: names of all that shows what has changed, `entry:5`. */
  tags: string;
}

/** How far a listener has heard. */
export interface EventListenersTable {
  name: string;
  /** The position of the last event that it has heard of. */
  position: number;
  /** Until when the process that tells it has it for itself, or nobody tells it after a failure. Milliseconds since 1970. */
  leased_until: number;
  /** How often in a row telling it has failed. */
  failures: number;
}
