import type { Generated } from 'kysely';

/** Addresses that are told what happens. */
export interface WebhooksTable {
  id: Generated<number>;
  url: string;
  /** JSON lists of what is told; empty ones let everything through. */
  kinds: string;
  types: string;
  description: string;
  /** `native` or `compatible`: how names in deliveries are spelled. */
  spelling: Generated<string>;
  /** What deliveries are signed with, in plain: it is needed to sign. */
  secret: string;
  /** The one before, which deliveries are signed with as well for a while; empty: none. */
  former_secret: string;
  /** Why the last try failed or it was switched off, in words; empty: nothing is wrong. */
  problem: string;
  /** 1: it is told. */
  active: number;
  /** Milliseconds since 1970, as all moments here. */
  created: number;
  former_until: number;
  /** How often in a row it could not be reached. */
  failures: number;
  /** Nothing is sent to it before this moment. */
  rest_until: number;
  /** The first failure since the last success; 0: there is none. */
  failing_since: number;
}

/** What a webhook is told of, and what became of it. */
export interface WebhookDeliveriesTable {
  id: Generated<number>;
  webhook_id: number;
  /** That of the event. */
  uuid: string;
  kind: string;
  /** What it has happened to: `entry:5`. Deliveries about the same are made one after the other. */
  subject: string;
  body: string;
  /** `waiting`, `delivered` or `failed` (given up). */
  state: string;
  problem: string;
  /** The event's place in the order of events; 0: it has none. */
  position: number;
  /** 1: it neither waits for others nor lets others wait: it was asked for by hand. */
  unordered: number;
  /** Begun so often. Together with the number it names one try, so that a late one changes nothing. */
  attempts: number;
  /** Not tried before this moment. Milliseconds since 1970, as all moments here. */
  due: number;
  /** Until when the process that tries it has it for itself. */
  leased_until: number;
  /** The status of the last answer; 0: there was none. */
  response: number;
  created: number;
  /** When it ceased to wait; 0: it waits. */
  settled: number;
}
