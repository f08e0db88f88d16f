// The rules that the routes of templates name (templates-and-styles.md §3). They do not depend on the template, so they
// are asked before one is looked for.
import type { templatePermissions } from '../../../contract/shared/templates.ts';
import type { Permission } from '../../http/room.ts';
import { type EntryParts, typeOf } from '../entries/parts.ts';
import { isWriter } from '../users/rules.ts';
import { cannotManage } from './rules.ts';

/** The rules by the names that declarations use. */
export function templateRules({ contract }: EntryParts): Record<(typeof templatePermissions)[number], Permission> {
  return {
    'read-templates': { permit: ({ actor }) => (isWriter(actor, contract) ? undefined : cannotManage) },
    'change-templates': {
      permit: (call) => (call.actor.can(typeOf(contract, call).rights.edit) ? undefined : cannotManage),
    },
  };
}
