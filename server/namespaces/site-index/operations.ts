// Declares the types of the operations of the indexes. They return no rows.
import type { IndexEndpoints } from '../../../contract/namespaces/site-index.ts';
import type { Operations } from '../../http/implement.ts';

/** The operations, keyed by their names in the contract. */
export type IndexOperations = Operations<IndexEndpoints, object, never>;
