// GET /cms/v2/font-families/<font_family_id>/font-faces: lists the faces of a family (media-fonts-and-oembed.md, B2).
import { type Call, type Operation, parseId } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { requireFamily } from './family.ts';
import { findFaces } from './store.ts';

/**
 * Responds with a page of the faces of the family. The list operation of entries selects them. Throws ApiError 404
 * `rest_post_invalid_parent` if the family does not exist.
 */
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
