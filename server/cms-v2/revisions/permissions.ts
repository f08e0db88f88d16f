// The rules that the routes of revisions and autosaves name (posts-and-pages.md §15, §16).
import type { revisionPermissions } from '../../../contract/shared/revisions.ts';
import { type Call, type Denial, numberIn, type Permission } from '../../http/room.ts';
import { type EntryParts, typeOf } from '../entries/parts.ts';
import { leadsNowhere, type Previewed, withPreview } from '../entries/preview.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { denials, mayDelete, mayEdit, passes } from '../entries/rules.ts';
import type { Revised } from './revised.ts';

const cannotRead: Denial = { code: 'rest_cannot_read', message: 'You may not see earlier texts of this.' };

/** The rules by the names that declarations use. Each is judged by the entry that the text belongs to. */
export function revisionRules(
  parts: EntryParts,
  revised: Revised,
): Record<(typeof revisionPermissions)[number], Permission> {
  const { contract, database } = parts;
  const load = async (call: Call) => withPreview(parts, call, await revised.find(database.read, call));
  return {
    'read-revisions': {
      load,
      permit: (call, entry: Previewed) => {
        // A preview shows one text, not all that are beside the entry.
        const shown = call.path.parent === undefined ? 0 : numberIn(call.path.id);
        if (shown > 0 && entry.preview?.revision === shown) return undefined;
        if (passes(mayEdit, call.actor, typeOf(contract, call), entry)) return undefined;
        return shown > 0 ? { ...cannotRead, ...leadsNowhere(call), code: cannotRead.code } : cannotRead;
      },
    },
    'delete-revision': {
      load,
      permit: (call, entry: WholeEntry) =>
        passes(mayDelete, call.actor, typeOf(contract, call), entry) ? undefined : denials.delete,
    },
    'create-autosave': revised.autosaving,
  };
}
