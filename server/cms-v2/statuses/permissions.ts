// Defines the permissions of the status routes (protocol.md §16).

import {
  describedStatuses,
  internalStatuses,
  type Status,
  type StatusEndpoints,
} from '../../../contract/cms-v2/statuses.ts';
import type { Contract } from '../../../contract/contract.ts';
import type { Actor } from '../../access/actor.ts';
import { ApiError } from '../../api-error.ts';
import type { Permissions } from '../../http/implement.ts';
import { canEditSomeType } from '../types/conditions.ts';
import type { StatusTargets } from './operations.ts';

/**
 * Whether the actor may view a status. Public statuses are visible to everyone, the others to users who may edit entries of any
 * type.
 */
export const canSeeStatus = (actor: Actor, contract: Contract, status: Status): boolean =>
  status.public || canEditSomeType(actor, contract);

export const forbiddenErrors = {
  list: { code: 'rest_cannot_view', message: 'You are not allowed to view statuses in the edit context.' },
  read: { code: 'rest_cannot_read_status', message: 'You are not allowed to view this status.' },
};

/** Returns the permissions of statuses, keyed by their names in the contract. Public statuses may be read in every context. */
export const defineStatusPermissions = (contract: Contract): Permissions<StatusEndpoints, StatusTargets> => ({
  'list-statuses': {
    permit: ({ args, actor }) =>
      args.context === 'edit' && !canEditSomeType(actor, contract) ? forbiddenErrors.list : undefined,
  },
  'read-status': {
    load: async ({ path }) => requireStatus(path.status ?? ''),
    permit: ({ actor }, status) =>
      status !== 'internal' && canSeeStatus(actor, contract, status) ? undefined : forbiddenErrors.read,
  },
});

/**
 * Returns the status with this name, or `internal` if it is an internal status. Throws ApiError 404 `rest_status_invalid` if
 * there is none.
 */
function requireStatus(name: string): Status | 'internal' {
  if (internalStatuses.includes(name)) return 'internal';
  const status = describedStatuses.find(({ slug }) => slug === name);
  if (!status) throw new ApiError('rest_status_invalid', 404, 'No status with this name.');
  return status;
}
