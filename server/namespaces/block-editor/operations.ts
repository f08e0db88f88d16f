// Declares the dependencies of the block editor module, the types of its operations, and the row of the navigation fallback.
import type { BlockEditorEndpoints } from '../../../contract/cms-block-editor-v1/endpoints.ts';
import type { CheckedEntry } from '../../cms-v2/entries/conditions.ts';
import type { EntryDeps } from '../../cms-v2/entries/deps.ts';
import type { FetchLimits } from '../../fetch/guarded-fetch.ts';
import type { Operations } from '../../http/implement.ts';

/** Dependencies of the block editor endpoints. */
export interface BlockEditorDeps extends Pick<EntryDeps, 'contract' | 'database' | 'site'> {
  /** Limits for fetching URLs of other sites. */
  readonly fetchLimits: FetchLimits;
}

/** A navigation menu. Its ID is presented only if the requested `context` is known. */
export interface Fallback {
  readonly navigation: CheckedEntry;
  readonly isIdVisible: boolean;
}

/** The operations, keyed by their names in the contract. */
export type BlockEditorOperations = Operations<BlockEditorEndpoints, object, Fallback>;
