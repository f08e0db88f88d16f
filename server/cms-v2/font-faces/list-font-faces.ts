// GET /cms/v2/font-families/<font_family_id>/font-faces: lists the faces of a family (media-fonts-and-oembed.md, B2).
import { parseId } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';
import type { EntryOperations } from '../entries/operations.ts';
import { withRows } from '../entries/with-rows.ts';
import { requireFamily } from './family.ts';
import type { FontFaceOperations } from './operations.ts';
import { findFaces } from './store.ts';

/**
 * Responds with a page of the faces of the family. The list operation of entries selects them. Throws ApiError 404
 * `rest_post_invalid_parent` if the family does not exist.
 */
export function listFontFaces(
  { database }: EntryDeps,
  listEntries: EntryOperations['list-entries'],
): FontFaceOperations['list-font-faces'] {
  return {
    async run(call, target) {
      const family = parseId(call.path.font_family_id);
      await requireFamily(database.read, family);
      const args = { ...call.args, status: ['publish'], parent: [family], search_columns: [] };
      const list = await listEntries.run({ ...call, args }, target);
      return withRows(list, (ids) => findFaces(database.read, ids));
    },
  };
}
