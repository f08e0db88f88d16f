// The rules that the routes of menu items name (terms-menus-and-blocks.md §3.4).

import type { menuItemPermissions } from '../../../contract/cms-v2/menu-items.ts';
import { menuItems } from '../../../contract/cms-v2/menu-items.ts';
import { type Call, type Denial, numberIn, type Permission, sendsNumber } from '../../http/room.ts';
import { requireEntry } from '../entries/claim-entry.ts';
import type { EntryParts } from '../entries/parts.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { denials as entryDenials } from '../entries/rules.ts';
import { denials, mayViewMenus, menuRight } from '../menus/parts.ts';
import { isHidden } from './rules.ts';

const cannotAssign: Denial = { code: 'rest_cannot_assign_term', message: 'You may not put items into menus.' };

/** An item, and whether the caller must not see it because they may not read what it leads to. */
type LoadedItem = WholeEntry & { readonly isHidden?: boolean };

/** The rules by the names that declarations use. */
export function menuItemRules(parts: EntryParts): Record<(typeof menuItemPermissions)[number], Permission> {
  const { database, settings } = parts;
  // One function for all rules, so that an item is loaded once where links say what the caller may do.
  const load = async (call: Call): Promise<LoadedItem> => {
    const item = await requireEntry(database.read, menuItems, numberIn(call.path.id));
    return (await isHidden(parts, database.read, call.actor, item.id)) ? { ...item, isHidden: true } : item;
  };
  const sees = ({ args, actor }: Call): Denial | undefined => {
    if (args.context === 'edit' && !actor.can(menuRight)) return entryDenials.editContext;
    return mayViewMenus(actor, settings.values) ? undefined : denials.view;
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
      permit: (call, { status, isHidden = false }: LoadedItem) => {
        const denied = sees(call);
        if (denied === entryDenials.editContext) return denied;
        if (status !== 'publish' && !call.actor.can(menuRight)) return entryDenials.read;
        return denied ?? (isHidden ? entryDenials.read : undefined);
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
