// GET on the collection (media-fonts-and-oembed.md, B1).
import type { Call, Operation } from '../../http/room.ts';
import type { EntryParts } from '../entries/parts.ts';
import { findFamilies } from './store.ts';

/** Answers with a page of the families; the list is that of entries, all of which are published. */
export function listFontFamilies({ database }: EntryParts, listEntries: Operation): Operation {
  const load = (ids: readonly number[]) => findFamilies(database.read, ids);
  return {
    async run(call: Call, subject) {
      const outcome = await listEntries.run({ ...call, args: { ...call.args, status: ['publish'] } }, subject);
      return 'ids' in outcome ? { ...outcome, load } : outcome;
    },
  };
}
