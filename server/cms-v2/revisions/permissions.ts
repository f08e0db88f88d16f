// The rules that the routes of revisions and autosaves name (posts-and-pages.md §15, §16).
import type { revisionPermissions } from '../../../contract/shared/revisions.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { type Call, type Denial, numberIn, type Permission } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { type EntryParts, typeOf } from '../entries/parts.ts';
import { isPreview } from '../entries/preview.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { denials, mayDelete, mayEdit, passes } from '../entries/rules.ts';
import { findEntry } from '../entries/store.ts';

const cannotRead: Denial = { code: 'rest_cannot_read', message: 'You may not see earlier texts of this.' };

/** The rules by the names that declarations use. Each is judged by the entry that the text belongs to. */
export function revisionRules(parts: EntryParts): Record<(typeof revisionPermissions)[number], Permission> {
  const { contract, database } = parts;
  const parentOf = (call: Call) => requireParent(parts, database.read, call);
  return {
    'read-revisions': {
      load: parentOf,
      permit: (call, entry: WholeEntry) => {
        const bearsSign =
          call.path.id !== undefined && call.path.parent !== undefined && isPreview(call, entry.id, parts);
        return bearsSign || passes(mayEdit, call.actor, typeOf(contract, call), entry) ? undefined : cannotRead;
      },
    },
    'delete-revision': {
      load: parentOf,
      permit: (call, entry: WholeEntry) =>
        passes(mayDelete, call.actor, typeOf(contract, call), entry) ? undefined : denials.delete,
    },
    'create-autosave': {
      load: async (call) => {
        const entry = await findEntry(database.read, typeOf(contract, call).name, numberIn(call.path.id));
        if (!entry) throw new Refusal('rest_post_invalid_id', 404, 'There is no entry of this number.');
        return entry;
      },
      permit: (call, entry: WholeEntry) =>
        passes(mayEdit, call.actor, typeOf(contract, call), entry) ? undefined : denials.edit,
    },
  };
}

/** The entry that the address names. Throws Refusal 404 `rest_post_invalid_parent`. */
export async function requireParent({ contract }: EntryParts, read: ReadHandle, call: Call): Promise<WholeEntry> {
  const entry = await findEntry(read, typeOf(contract, call).name, numberIn(call.path.parent ?? call.path.id));
  if (!entry) throw new Refusal('rest_post_invalid_parent', 404, 'There is no entry of this number.');
  return entry;
}
