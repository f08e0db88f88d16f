// Declares the types of the backup operations.
import type { Operations } from 'octavo/extension';
import type { BackupEndpoints } from './contract.ts';

/** The operations, keyed by their names in the contract. */
export type BackupOperations = Operations<BackupEndpoints>;
