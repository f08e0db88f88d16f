// Defines the dependencies of the block editor module.
import type { EntryDeps } from '../../cms-v2/entries/deps.ts';
import type { FetchLimits } from '../../fetch/guarded-fetch.ts';

/** Dependencies of the block editor endpoints. */
export interface BlockEditorDeps extends EntryDeps {
  /** Limits for fetching URLs of other sites. */
  readonly fetchLimits: FetchLimits;
}
