import type { Generated } from 'kysely';

/** Webhooks: URLs to which events are delivered. */
export interface WebhooksTable {
  id: Generated<number>;
  url: string;
  /** JSON arrays of event kinds and types to deliver; an empty array selects all. */
  kinds: string;
  types: string;
  description: string;
  /** Spelling of names in deliveries: `native` or `compatible`. */
  spelling: Generated<string>;
  /** Signing key of deliveries, in plain text because signing needs it. */
  secret: string;
  /** Previous signing key, with which deliveries are also signed for a while; empty if there is none. */
  former_secret: string;
  /** `events`, or the CDN whose cached responses the webhook purges: `fastly`, `cloudflare`, `varnish`. */
  format: Generated<string>;
  /** Token that authenticates requests to a CDN, in plain text; empty if there is none. */
  token: Generated<string>;
  /** Reason for the last failure or for the deactivation; empty if there is no problem. */
  problem: string;
  /** 1 if events are delivered. */
  active: number;
  /** Unix time in milliseconds, like all timestamps of this table. */
  created: number;
  former_until: number;
  /** Number of consecutive failures. */
  failures: number;
  /** Earliest time of the next delivery. */
  rest_until: number;
  /** Time of the first failure since the last success; 0 if there is none. */
  failing_since: number;
}

/** Deliveries of events to webhooks, with their outcome. */
export interface WebhookDeliveriesTable {
  id: Generated<number>;
  webhook_id: number;
  /** UUID of the event. */
  uuid: string;
  kind: string;
  /** Resource of the event: `entry:5`. Deliveries about the same resource are sent in order. */
  subject: string;
  body: string;
  /** `waiting`, `delivered` or `failed` (given up). */
  state: string;
  problem: string;
  /** Position of the event in the order of events; 0 if it has none. */
  position: number;
  /** 1 for a manual delivery, which is sent regardless of the order. */
  unordered: number;
  /** Number of attempts started. Together with the ID, it identifies an attempt, so that an attempt that ends late changes nothing. */
  attempts: number;
  /** Earliest time of the next attempt, in milliseconds since 1970, like all timestamps of this table. */
  due: number;
  /** Time until which only one process attempts the delivery. */
  leased_until: number;
  /** Status of the last response; 0 if there was none. */
  response: number;
  /** Beginning of the body of the last response; empty if there was none. */
  response_body: Generated<string>;
  /** Time of the last attempt; 0 if there was none. */
  attempted: Generated<number>;
  created: number;
  /** Time at which the outcome was final; 0 while waiting. */
  settled: number;
}
