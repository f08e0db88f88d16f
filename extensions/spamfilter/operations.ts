// Declares the types of the operations of the spam filter.
import type { Operations } from 'octavo/extension';
import type { SpamfilterEndpoints } from './contract.ts';

/** The operations, keyed by their names in the contract. */
export type SpamfilterOperations = Operations<SpamfilterEndpoints>;
