// The room of content types as they are described.

import type { typeOperations } from '../../../contract/cms-v2/types.ts';
import type { Contract } from '../../../contract/contract.ts';
import type { Operation, Room } from '../../http/room.ts';
import { getType } from './get-type.ts';
import { listTypes } from './list-types.ts';
import { typeRules } from './permissions.ts';
import { typePresenter } from './present.ts';

/** Joins the room's rules, operations and presenter. */
export function typesRoom(contract: Contract): Room {
  const operations: Record<(typeof typeOperations)[number], Operation> = {
    'list-types': listTypes(contract),
    'get-type': getType(contract),
  };
  return { permissions: typeRules(contract), operations, presenter: typePresenter };
}
