// GET on an item.
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { Context } from '../../../contract/grammar/schema.ts';
import { showsRaw } from '../../../contract/shared/entry-fields.ts';
import { refusalOf } from '../../http/permit.ts';
import type { Call, Operation } from '../../http/room.ts';
import { addressOf } from './addresses.ts';
import { requireEntryHead } from './claim-entry.ts';
import { findHiddenPathsFor } from './hidden-paths.ts';
import { type EntryParts, typeOf } from './parts.ts';
import { mayReadNow } from './permissions.ts';
import type { Previewed } from './preview.ts';
import type { EntryHead } from './rows.ts';
import { findEntriesById, findEntriesWithText } from './store.ts';
import { passwordsIn } from './try-password.ts';

/**
 * Answers with the entry, and names the page that shows it to people. Its texts are loaded where its record is not kept
 * ready; somebody may have changed the entry meanwhile, so its rule is asked again.
 */
export function getEntry(parts: EntryParts): Operation {
  const { contract, database, settings, site } = parts;
  const pageOf = async (
    { actor, args: { context } }: Call<{ readonly context: Context }>,
    type: ContentType,
    head: EntryHead,
  ) => {
    const hidden = await findHiddenPathsFor(database.read, { actor, context }, type, [head]);
    return addressOf(head, type, site, settings.values, hidden);
  };
  return {
    async run(call: Call<{ readonly context: Context }>, head: Previewed<EntryHead>) {
      const { read } = database;
      const type = typeOf(contract, call);
      const withText = showsRaw(type, call.args.context) || call.sent('excerpt_length') !== undefined;
      const find = withText ? findEntriesWithText : findEntriesById;
      const load = async (ids: readonly number[]) => {
        const rows = await find(read, type.name, ids);
        // Gone meanwhile: this says so.
        if (rows.length === 0) await requireEntryHead(read, type, head.id);
        const denial = head.preview ? undefined : rows.map((row) => mayReadNow(call, type, row)).find(Boolean);
        if (denial) throw refusalOf(denial, call.actor);
        return rows;
      };
      const alternate = type.hasPages ? { alternate: await pageOf(call, type, head) } : {};
      const unkept = head.preview !== undefined || passwordsIn(call).length > 0;
      return { kind: 'record', ids: [head.id], load, ...alternate, unkept };
    },
  };
}
