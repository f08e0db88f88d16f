// Declares the types of the operations of age-check.
import type { Operations } from 'octavo/extension';
import type { AgeCheckEndpoints } from './contract.ts';

/** The operations, keyed by their names in the contract. */
export type AgeCheckOperations = Operations<AgeCheckEndpoints>;
