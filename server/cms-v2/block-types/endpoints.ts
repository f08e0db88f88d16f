// Binds the endpoints of block types to their operations.
import type { blockTypeOperations, blockTypePermissions } from '../../../contract/cms-v2/block-types.ts';
import type { Contract } from '../../../contract/contract.ts';
import type { Module, Operation, Permission } from '../../http/module.ts';
import { isWriter } from '../users/conditions.ts';
import { getBlockType } from './get-block-type.ts';
import { listBlockTypes } from './list-block-types.ts';
import { blockTypePresenter } from './present.ts';

const forbiddenError = { code: 'rest_block_type_cannot_view', message: 'You are not allowed to view block types.' };

/** Returns the permission, operations and presenter of block types. */
export function blockTypesEndpoints(contract: Contract): Module {
  const permissions: Record<(typeof blockTypePermissions)[number], Permission> = {
    'read-block-types': { permit: ({ actor }) => (isWriter(actor, contract) ? undefined : forbiddenError) },
  };
  const operations: Record<(typeof blockTypeOperations)[number], Operation> = {
    'list-block-types': listBlockTypes(),
    'get-block-type': getBlockType(),
  };
  return { permissions, operations, presenter: blockTypePresenter };
}
