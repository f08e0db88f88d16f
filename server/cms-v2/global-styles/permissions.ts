// The rules that the routes of global styles name (templates-and-styles.md §8, Permissions).
import type { stylesPermissions } from '../../../contract/cms-v2/global-styles.ts';
import { type Call, type Denial, numberIn, type Permission } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { type EntryParts, typeOf } from '../entries/parts.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { denials, mayEdit, passes } from '../entries/rules.ts';
import { findEntry } from '../entries/store.ts';
import { isWriter } from '../users/rules.ts';

const cannotView: Denial = { code: 'rest_cannot_view', message: 'You may not see the styles of the site.' };

/** The rules by the names that declarations use. A record is looked for before anything is refused. */
export function stylesRules(parts: EntryParts): Record<(typeof stylesPermissions)[number], Permission> {
  const { contract, database } = parts;
  const load = async (call: Call): Promise<WholeEntry> => {
    const entry = await findEntry(database.read, typeOf(contract, call).name, numberIn(call.path.id));
    if (!entry) throw new Refusal('rest_global_styles_not_found', 404, 'There are no global styles of this number.');
    return entry;
  };
  const mayChange = (call: Call, entry: WholeEntry) => passes(mayEdit, call.actor, typeOf(contract, call), entry);
  return {
    'read-global-styles': {
      load,
      permit: (call, entry: WholeEntry) => {
        if (call.args.context === 'edit' && !mayChange(call, entry)) return denials.editContext;
        return isWriter(call.actor, contract) ? undefined : cannotView;
      },
    },
    'edit-global-styles': {
      load,
      permit: (call, entry: WholeEntry) => (mayChange(call, entry) ? undefined : denials.edit),
    },
  };
}
