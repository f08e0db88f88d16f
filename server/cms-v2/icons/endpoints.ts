// Binds the endpoints of icons and icon collections to their operations.
import { iconCollectionFields, iconFields, iconsModule } from '../../../contract/cms-v2/icons.ts';
import type { Contract } from '../../../contract/contract.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import { plainPresenter } from '../../http/plain-presenter.ts';
import { isWriter } from '../users/conditions.ts';
import { getIcon } from './get-icon.ts';
import { getIconCollection } from './get-icon-collection.ts';
import { listIconCollections } from './list-icon-collections.ts';
import { listIcons } from './list-icons.ts';

const forbiddenError = { code: 'rest_cannot_view', message: 'You are not allowed to view icons.' };

/** Returns the module of icons. */
export function iconsEndpoints(contract: Contract): Module {
  return implement(iconsModule, {
    permissions: { 'read-icons': { permit: ({ actor }) => (isWriter(actor, contract) ? undefined : forbiddenError) } },
    operations: {
      'list-icons': listIcons(),
      'get-icon': getIcon(),
      'list-icon-collections': listIconCollections(),
      'get-icon-collection': getIconCollection(),
    },
    presenter: plainPresenter(iconFields, iconCollectionFields),
  });
}
