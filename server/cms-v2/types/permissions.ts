// Defines the permissions of the content type routes (protocol.md §15).

import type { TypeEndpoints } from '../../../contract/cms-v2/types.ts';
import type { Contract } from '../../../contract/contract.ts';
import type { Permissions } from '../../http/implement.ts';
import { canEditSomeType, forbiddenErrors } from './conditions.ts';

/**
 * Returns the permissions of content types, keyed by their names in the contract. The permission to read a single type is checked
 * by the operation.
 */
export const defineTypePermissions = (contract: Contract): Permissions<TypeEndpoints, object> => ({
  'list-types': {
    permit: ({ args, actor }) =>
      args.context === 'edit' && !canEditSomeType(actor, contract) ? forbiddenErrors.list : undefined,
  },
});
