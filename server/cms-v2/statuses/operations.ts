// Declares the types of the status operations: the targets that they receive, and the rows that they return.
import type { Status, StatusEndpoints } from '../../../contract/cms-v2/statuses.ts';
import type { Operations } from '../../http/implement.ts';

/** The targets of the permissions. */
export type StatusTargets = { 'read-status': Status | 'internal' };

/** The operations, keyed by their names in the contract. */
export type StatusOperations = Operations<StatusEndpoints, StatusTargets, Status>;
