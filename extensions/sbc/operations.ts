// Declares the types of the consent operations.
import type { Operations } from 'octavo/extension';
import type { ConsentEndpoints } from './contract.ts';

/** The operations, keyed by their names in the contract. */
export type ConsentOperations = Operations<ConsentEndpoints>;
