// Revisions and autosaves as posts, pages, blocks and a site's own types have them (posts-and-pages.md §15, §16).
import { type Call, numberIn } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import type { EntryArgs } from '../entries/entry-args.ts';
import { type EntryParts, typeOf } from '../entries/parts.ts';
import type { EntryHead } from '../entries/rows.ts';
import { denials, mayEdit, passes } from '../entries/rules.ts';
import { findEntry, findEntryHead } from '../entries/store.ts';
import { revisionPresenter } from './present.ts';
import type { Revised } from './revised.ts';

/** What the room of revisions needs to know of entries. */
export function revisedEntries(parts: EntryParts): Revised {
  const { contract, database } = parts;
  return {
    async find(read, call) {
      const entry = await findEntry(read, typeOf(contract, call).name, numberIn(call.path.parent ?? call.path.id));
      if (!entry) throw new Refusal('rest_post_invalid_parent', 404, 'There is no entry of this number.');
      return entry;
    },
    autosaving: {
      load: async (call) => {
        const entry = await findEntryHead(database.read, typeOf(contract, call).name, numberIn(call.path.id));
        if (!entry) throw new Refusal('rest_post_invalid_id', 404, 'There is no entry of this number.');
        return entry;
      },
      permit: (call, entry: EntryHead) =>
        passes(mayEdit, call.actor, typeOf(contract, call), entry) ? undefined : denials.edit,
    },
    sent: (call: Call<EntryArgs>) => call.args,
    ownDraftsChange: true,
    autosavesAmong: true,
    deletedIn: 'edit',
    presenter: revisionPresenter(parts),
  };
}
