// GET on the collection: the faces of the family that the address names (media-fonts-and-oembed.md, B2).
import { type Call, numberIn, type Operation } from '../../http/room.ts';
import type { EntryParts } from '../entries/parts.ts';
import { requireFamily } from './family.ts';
import { findFaces } from './store.ts';

/** Answers with a page of the faces; the list is that of entries. Throws Refusal 404 `rest_post_invalid_parent`. */
export function listFontFaces({ database }: EntryParts, listEntries: Operation): Operation {
  const load = (ids: readonly number[]) => findFaces(database.read, ids);
  return {
    async run(call: Call, subject) {
      const family = numberIn(call.path.font_family_id);
      await requireFamily(database.read, family);
      const args = { ...call.args, status: ['publish'], parent: [family] };
      const outcome = await listEntries.run({ ...call, args }, subject);
      return 'ids' in outcome ? { ...outcome, load } : outcome;
    },
  };
}
