// Defines the permissions of the template routes (templates-and-styles.md §3). The permissions do not depend on the template, so
// they are checked before the template is looked up.
import type { TemplateEndpoints } from '../../../contract/shared/templates.ts';
import type { Permissions } from '../../http/implement.ts';
import { type EntryDeps, typeOf } from '../entries/deps.ts';
import { isWriter } from '../users/conditions.ts';
import { manageError } from './forbidden-errors.ts';

/** Returns the permissions of templates, keyed by their names in the contract. */
export function defineTemplatePermissions({ contract }: EntryDeps): Permissions<TemplateEndpoints, object> {
  return {
    'read-templates': { permit: ({ actor }) => (isWriter(actor, contract) ? undefined : manageError) },
    'change-templates': {
      permit: (call) => (call.actor.can(typeOf(contract, call).rights.edit) ? undefined : manageError),
    },
  };
}
