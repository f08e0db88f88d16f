// Declares the types of the live feed operations. They return no rows.
import type { FeedEndpoints } from '../../contract/octavo-v1/events.ts';
import type { Operations } from '../http/implement.ts';

/** The operations, keyed by their names in the contract. */
export type FeedOperations = Operations<FeedEndpoints, object, never>;
