// Defines the dependencies of the oEmbed module.
import type { EntryDeps } from '../../cms-v2/entries/deps.ts';
import type { FetchLimits } from '../../fetch/guarded-fetch.ts';

/** Dependencies of the oEmbed endpoints. */
export interface OembedDeps extends EntryDeps {
  /** Limits for fetching URLs of other sites. */
  readonly fetchLimits: FetchLimits;
}
