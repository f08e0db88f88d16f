// Declares the types of the font collection operations. Their permission loads no target.
import type { FontCollection, FontCollectionEndpoints } from '../../../contract/cms-v2/font-collections.ts';
import type { Operations } from '../../http/implement.ts';

/** The operations, keyed by their names in the contract. */
export type FontCollectionOperations = Operations<FontCollectionEndpoints, object, FontCollection>;
