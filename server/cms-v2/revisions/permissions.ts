// The rules that the routes of revisions and autosaves name (posts-and-pages.md §15, §16).
import type { revisionPermissions } from '../../../contract/shared/revisions.ts';
import type { Call, Denial, Permission } from '../../http/room.ts';
import { type EntryParts, typeOf } from '../entries/parts.ts';
import { isPreview } from '../entries/preview.ts';
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
  const load = (call: Call) => revised.find(database.read, call);
  return {
    'read-revisions': {
      load,
      permit: (call, entry: WholeEntry) => {
        const bearsSign =
          call.path.id !== undefined && call.path.parent !== undefined && isPreview(call, entry.id, parts);
        return bearsSign || passes(mayEdit, call.actor, typeOf(contract, call), entry) ? undefined : cannotRead;
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
