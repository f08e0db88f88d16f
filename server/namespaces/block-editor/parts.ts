// What the operations for block editors are given.
import type { EntryParts } from '../../cms-v2/entries/parts.ts';
import type { FetchLimits } from '../../fetch/guarded-fetch.ts';

export interface BlockEditorParts extends EntryParts {
  /** What may be fetched. */
  readonly fetchLimits: FetchLimits;
}
