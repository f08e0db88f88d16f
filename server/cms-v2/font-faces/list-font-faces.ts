// GET on the collection lists the faces of the family in the path (media-fonts-and-oembed.md, B2).
import { type Call, type Operation, parseId } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { requireFamily } from './family.ts';
import { findFaces } from './store.ts';

/** Responds with a page of the faces, with the list operation of entries. Throws 404 `rest_post_invalid_parent`. */
export function listFontFaces({ database }: EntryDeps, listEntries: Operation): Operation {
  const load = (ids: readonly number[]) => findFaces(database.read, ids);
  return {
    async run(call: Call, resource) {
      const family = parseId(call.path.font_family_id);
      await requireFamily(database.read, family);
      const args = { ...call.args, status: ['publish'], parent: [family] };
      const outcome = await listEntries.run({ ...call, args }, resource);
      return 'ids' in outcome ? { ...outcome, load } : outcome;
    },
  };
}
