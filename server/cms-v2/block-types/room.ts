// The room of the blocks that the service knows.
import type { blockTypeOperations, blockTypePermissions } from '../../../contract/cms-v2/block-types.ts';
import type { Contract } from '../../../contract/contract.ts';
import type { Operation, Permission, Room } from '../../http/room.ts';
import { isWriter } from '../users/rules.ts';
import { getBlockType } from './get-block-type.ts';
import { listBlockTypes } from './list-block-types.ts';
import { blockTypePresenter } from './present.ts';

const denied = { code: 'rest_block_type_cannot_view', message: 'You may not see which blocks there are.' };

/** Joins the room's rule, operations and presenter. */
export function blockTypesRoom(contract: Contract): Room {
  const permissions: Record<(typeof blockTypePermissions)[number], Permission> = {
    'read-block-types': { permit: ({ actor }) => (isWriter(actor, contract) ? undefined : denied) },
  };
  const operations: Record<(typeof blockTypeOperations)[number], Operation> = {
    'list-block-types': listBlockTypes(),
    'get-block-type': getBlockType(),
  };
  return { permissions, operations, presenter: blockTypePresenter };
}
