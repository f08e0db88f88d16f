// Binds the endpoints of content types to their operations.

import type { typeOperations } from '../../../contract/cms-v2/types.ts';
import type { Contract } from '../../../contract/contract.ts';
import type { Module, Operation } from '../../http/module.ts';
import { getType } from './get-type.ts';
import { listTypes } from './list-types.ts';
import { defineTypePermissions } from './permissions.ts';
import { typePresenter } from './present.ts';

/** Binds the endpoints to their operations, permissions and presenter. */
export function typesEndpoints(contract: Contract): Module {
  const operations: Record<(typeof typeOperations)[number], Operation> = {
    'list-types': listTypes(contract),
    'get-type': getType(contract),
  };
  return { permissions: defineTypePermissions(contract), operations, presenter: typePresenter };
}
