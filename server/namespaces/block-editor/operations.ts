// Declares the types of the block editor operations, and the row of the navigation fallback.
import type { BlockEditorEndpoints } from '../../../contract/cms-block-editor-v1/endpoints.ts';
import type { CheckedEntry } from '../../cms-v2/entries/conditions.ts';
import type { Operations } from '../../http/implement.ts';

/** A navigation menu. Its ID is presented only if the requested `context` is known. */
export interface Fallback {
  readonly navigation: CheckedEntry;
  readonly isIdVisible: boolean;
}

/** The operations, keyed by their names in the contract. */
export type BlockEditorOperations = Operations<BlockEditorEndpoints, object, Fallback>;
