// Binds the endpoints of block types to their operations.
import { blockTypesModule } from '../../../contract/cms-v2/block-types.ts';
import type { Contract } from '../../../contract/contract.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import { isWriter } from '../users/conditions.ts';
import { getBlockType } from './get-block-type.ts';
import { listBlockTypes } from './list-block-types.ts';
import { blockTypePresenter } from './present.ts';

const forbiddenError = { code: 'rest_block_type_cannot_view', message: 'You are not allowed to view block types.' };

/** Returns the module of block types. */
export function blockTypesEndpoints(contract: Contract): Module {
  return implement(blockTypesModule, {
    permissions: {
      'read-block-types': { permit: ({ actor }) => (isWriter(actor, contract) ? undefined : forbiddenError) },
    },
    operations: { 'list-block-types': listBlockTypes(), 'get-block-type': getBlockType() },
    presenter: blockTypePresenter,
  });
}
