// Defines the dependencies of the webhook modules.
import type { Database } from '../database/handle.ts';
import type { FetchLimits } from '../fetch/guarded-fetch.ts';
import type { Site } from '../site.ts';
import type { Clock } from '../time/zone.ts';

/** Dependencies of the webhook and delivery endpoints. */
export interface WebhookDeps {
  readonly database: Database;
  readonly site: Site;
  readonly clock: Clock;
  readonly fetchLimits: FetchLimits;
  /** Capabilities that receiving events of extensions requires in addition to `manage_options`, by event kind. */
  readonly requiredCapabilities: ReadonlyMap<string, string>;
}
