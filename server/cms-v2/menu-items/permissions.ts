// The rules that the routes of menu items name (terms-menus-and-blocks.md §3.4).

import type { menuItemPermissions } from '../../../contract/cms-v2/menu-items.ts';
import { menuItems } from '../../../contract/cms-v2/menu-items.ts';
import { type Call, type Denial, numberIn, type Permission, sendsNumber } from '../../http/room.ts';
import { requireEntry } from '../entries/claim-entry.ts';
import type { EntryParts } from '../entries/parts.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { denials as entryDenials } from '../entries/rules.ts';
import { denials, mayViewMenus, menuRight } from '../menus/parts.ts';

const cannotAssign: Denial = { code: 'rest_cannot_assign_term', message: 'You may not put items into menus.' };

/** The rules by the names that declarations use. */
export function menuItemRules({ database }: EntryParts): Record<(typeof menuItemPermissions)[number], Permission> {
  const load = (call: Call) => requireEntry(database.read, menuItems, numberIn(call.path.id));
  const sees = ({ args, actor }: Call): Denial | undefined => {
    if (args.context === 'edit' && !actor.can(menuRight)) return entryDenials.editContext;
    return mayViewMenus(actor) ? undefined : denials.view;
  };
  const changes =
    (denial: Denial): Permission['permit'] =>
    ({ actor, args }) => {
      if (!actor.can(menuRight)) return denial;
      return typeof args.menus === 'number' && args.menus < 0 ? cannotAssign : undefined;
    };
  return {
    'list-items': { permit: sees },
    'read-item': {
      load,
      permit: (call, { status }: WholeEntry) => {
        const denied = sees(call);
        if (denied === entryDenials.editContext) return denied;
        if (status !== 'publish' && !call.actor.can(menuRight)) return entryDenials.read;
        return denied;
      },
    },
    'create-item': {
      permit: (call, subject) =>
        sendsNumber(call) ? entryDenials.exists : changes(entryDenials.create)(call, subject),
    },
    'edit-item': { load, permit: changes(entryDenials.edit) },
    'delete-item': { load, permit: changes(entryDenials.delete) },
  };
}
