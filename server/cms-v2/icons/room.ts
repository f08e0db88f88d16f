// The room of pictures for user interfaces.
import {
  iconCollections,
  iconFields,
  type iconOperations,
  type iconPermissions,
} from '../../../contract/cms-v2/icons.ts';
import type { Contract } from '../../../contract/contract.ts';
import { plainPresenter } from '../../http/plain-presenter.ts';
import type { Operation, Permission, Room } from '../../http/room.ts';
import { isWriter } from '../users/rules.ts';
import { getIcon } from './get-icon.ts';
import { getIconCollection } from './get-icon-collection.ts';
import { listIconCollections } from './list-icon-collections.ts';
import { listIcons } from './list-icons.ts';

const denied = { code: 'rest_cannot_view', message: 'You may not see the pictures for user interfaces.' };

/** Joins the room's rule, operations and presenter. */
export function iconsRoom(contract: Contract): Room {
  const permissions: Record<(typeof iconPermissions)[number], Permission> = {
    'read-icons': { permit: ({ actor }) => (isWriter(actor, contract) ? undefined : denied) },
  };
  const operations: Record<(typeof iconOperations)[number], Operation> = {
    'list-icons': listIcons(),
    'get-icon': getIcon(),
    'list-icon-collections': listIconCollections(),
    'get-icon-collection': getIconCollection(),
  };
  return { permissions, operations, presenter: plainPresenter(iconFields, iconCollections.fields) };
}
