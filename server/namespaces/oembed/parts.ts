// What the operations of oEmbed are given.
import type { EntryParts } from '../../cms-v2/entries/parts.ts';
import type { FetchLimits } from '../../fetch/guarded-fetch.ts';

export interface OembedParts extends EntryParts {
  /** What may be fetched. */
  readonly fetchLimits: FetchLimits;
}
