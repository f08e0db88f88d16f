// GET /cms/v2/font-families: lists the font families (media-fonts-and-oembed.md, B1).
import type { EntryDeps } from '../entries/deps.ts';
import type { EntryOperations } from '../entries/operations.ts';
import { withRows } from '../entries/with-rows.ts';
import type { FontFamilyOperations } from './operations.ts';
import { findFontFamilies } from './store.ts';

/** Responds with a page of the families. The list operation of entries selects them. All families have the status `publish`. */
export function listFontFamilies(
  { database }: EntryDeps,
  listEntries: EntryOperations['list-entries'],
): FontFamilyOperations['list-font-families'] {
  return {
    async run(call, target) {
      const args = { ...call.args, status: ['publish'], search_columns: [] };
      const list = await listEntries.run({ ...call, args }, target);
      return withRows(list, (ids) => findFontFamilies(database.read, ids));
    },
  };
}
