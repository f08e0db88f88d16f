// POST, PUT and PATCH /cms/v2/font-families/<id>: update the submitted settings of a font family (media-fonts-and-oembed.md, B1).
import { type FontFamilySettings, fontFamilies } from '../../../contract/cms-v2/font-families.ts';
import type { Call, Operation } from '../../http/module.ts';
import { composeChangedDataEntry, readData } from '../entries/data-entry.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { lockEntry } from '../entries/lock-entry.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { saveEntry } from '../entries/save-entry.ts';
import { findEntry } from '../entries/store.ts';
import type { FontFamilyArgs } from './create-font-family.ts';
import { lockFonts } from './lock-fonts.ts';

type Args = FontFamilyArgs<Partial<Omit<FontFamilySettings, 'slug'>>>;

/** Updates a family and responds with the updated record. */
export function updateFontFamily(deps: EntryDeps): Operation {
  return {
    async run(call: Call<Args>, loadedFamily: WholeEntry) {
      const { name, ...submitted } = call.args.font_family_settings;
      const row = await deps.database.transaction(async (tx) => {
        await lockFonts(tx);
        const before = await lockEntry(tx, fontFamilies, loadedFamily.id, call.actor, 'edit');
        await call.requireMatch();
        if (name === undefined && Object.keys(submitted).length === 0) return before;
        const entry = composeChangedDataEntry(deps, before, name ?? before.title, {
          ...readData(before.content),
          ...submitted,
        });
        const choice = { slug: before.slug, mustBeFree: false, slugBeforeTrash: null };
        await saveEntry(tx, fontFamilies, before, entry, choice, new Map(), undefined);
        return findEntry(tx, fontFamilies.name, before.id);
      });
      return { kind: 'record', row };
    },
  };
}
