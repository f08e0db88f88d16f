// Binds the endpoints of content types to their operations.

import { typesModule } from '../../../contract/cms-v2/types.ts';
import type { Contract } from '../../../contract/contract.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import { getType } from './get-type.ts';
import { listTypes } from './list-types.ts';
import { defineTypePermissions } from './permissions.ts';
import { typePresenter } from './present.ts';

/** Returns the module of content types. */
export function typesEndpoints(contract: Contract): Module {
  return implement(typesModule, {
    permissions: defineTypePermissions(contract),
    operations: { 'list-types': listTypes(contract), 'get-type': getType(contract) },
    presenter: typePresenter,
  });
}
