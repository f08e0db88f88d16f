// POST, PUT and PATCH /cms/v2/font-families/<id>: update the submitted settings of a font family (media-fonts-and-oembed.md, B1).
import { fontFamilies } from '../../../contract/cms-v2/font-families.ts';
import { parseStoredObject } from '../../database/stored-json.ts';
import { composeChangedDataEntry } from '../entries/data-entry.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { lockEntry, requireEntry } from '../entries/lock-entry.ts';
import { lockFonts } from './lock-fonts.ts';
import type { FontFamilyOperations } from './operations.ts';

/** Updates a family and responds with the updated record. */
export function updateFontFamily(deps: EntryDeps): FontFamilyOperations['update-font-family'] {
  return {
    async run(call, loadedFamily) {
      const { name, ...submitted } = call.args.font_family_settings;
      const row = await deps.database.transaction(async (tx) => {
        await lockFonts(tx);
        const before = await lockEntry(tx, fontFamilies, loadedFamily.id, call.actor, 'edit');
        await call.requireMatch();
        if (name === undefined && Object.keys(submitted).length === 0) return before;
        const entry = composeChangedDataEntry(deps, before, name ?? before.title, {
          ...parseStoredObject(before.content),
          ...submitted,
        });
        const choice = { slug: before.slug, mustBeFree: false, slugBeforeTrash: null };
        await deps.writer.update(tx, fontFamilies, { before, entry, choice });
        return requireEntry(tx, fontFamilies, before.id);
      });
      return { kind: 'record', row };
    },
  };
}
