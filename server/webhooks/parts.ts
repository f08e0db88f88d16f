// What the rooms of webhooks are made of.
import type { Database } from '../database/handle.ts';
import type { FetchLimits } from '../fetch/guarded-fetch.ts';
import type { Site } from '../site.ts';
import type { Clock } from '../time/zone.ts';

export interface WebhookParts {
  readonly database: Database;
  readonly site: Site;
  readonly clock: Clock;
  readonly fetchLimits: FetchLimits;
  /** The rights that kinds of extensions need, beside that of looking after webhooks. */
  readonly needs: ReadonlyMap<string, string>;
}
