// Binds the endpoints of icons and icon collections to their operations.
import {
  iconCollections,
  iconFields,
  type iconOperations,
  type iconPermissions,
} from '../../../contract/cms-v2/icons.ts';
import type { Contract } from '../../../contract/contract.ts';
import type { Module, Operation, Permission } from '../../http/module.ts';
import { plainPresenter } from '../../http/plain-presenter.ts';
import { isWriter } from '../users/conditions.ts';
import { getIcon } from './get-icon.ts';
import { getIconCollection } from './get-icon-collection.ts';
import { listIconCollections } from './list-icon-collections.ts';
import { listIcons } from './list-icons.ts';

const forbiddenError = { code: 'rest_cannot_view', message: 'You are not allowed to view icons.' };

/** Binds the endpoints to their permission, operations and presenter. */
export function iconsEndpoints(contract: Contract): Module {
  const permissions: Record<(typeof iconPermissions)[number], Permission> = {
    'read-icons': { permit: ({ actor }) => (isWriter(actor, contract) ? undefined : forbiddenError) },
  };
  const operations: Record<(typeof iconOperations)[number], Operation> = {
    'list-icons': listIcons(),
    'get-icon': getIcon(),
    'list-icon-collections': listIconCollections(),
    'get-icon-collection': getIconCollection(),
  };
  return { permissions, operations, presenter: plainPresenter(iconFields, iconCollections.fields) };
}
