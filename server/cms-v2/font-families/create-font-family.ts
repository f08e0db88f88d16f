// POST on the collection: a new family (media-fonts-and-oembed.md, B1).
import { type FontFamilySettings, fontFamilies } from '../../../contract/cms-v2/font-families.ts';
import type { Call, Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { newDataEntry } from '../entries/data-entry.ts';
import type { EntryParts } from '../entries/parts.ts';
import { saveNewEntry } from '../entries/save-entry.ts';
import { findEntry, findIdsOfSlugs } from '../entries/store.ts';
import { claimFonts } from './claim-fonts.ts';

export type FontFamilyArgs<Settings> = { readonly font_family_settings: Settings };

/** Makes a family; answers 201 with it. Throws Refusal 400 `rest_duplicate_font_family`. */
export function createFontFamily(parts: EntryParts): Operation {
  return {
    async run({ args, actor }: Call<FontFamilyArgs<FontFamilySettings>>) {
      const { name, slug, fontFamily, preview = '' } = args.font_family_settings;
      const row = await parts.database.transaction(async (tx) => {
        await claimFonts(tx);
        const [rival] = await findIdsOfSlugs(tx, fontFamilies.name, [slug]);
        if (rival)
          throw new Refusal('rest_duplicate_font_family', 400, 'There is a font family with this slug already.');
        const family = { title: name, data: { fontFamily, preview }, author: actor.id };
        const guid = (id: number) => `${parts.site.home}/?p=${id}`;
        const entry = newDataEntry(parts, fontFamilies, family);
        const id = await saveNewEntry(tx, fontFamilies, entry, { slug, mustBeFree: true }, new Map(), guid);
        return findEntry(tx, fontFamilies.name, id);
      });
      return { kind: 'record', row, status: 201 };
    },
  };
}
