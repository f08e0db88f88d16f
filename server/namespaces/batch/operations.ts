// Declares the types of the batch operations. They return no rows.
import type { BatchEndpoints } from '../../../contract/namespaces/batch.ts';
import type { Operations } from '../../http/implement.ts';

/** The operations, keyed by their names in the contract. */
export type BatchOperations = Operations<BatchEndpoints, object, never>;
