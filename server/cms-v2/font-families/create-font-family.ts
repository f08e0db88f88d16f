// POST /cms/v2/font-families: creates a font family (media-fonts-and-oembed.md, B1).
import { type FontFamilySettings, fontFamilies } from '../../../contract/cms-v2/font-families.ts';
import { ApiError } from '../../api-error.ts';
import type { Call, Operation } from '../../http/module.ts';
import { composeNewDataEntry } from '../entries/data-entry.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { saveNewEntry } from '../entries/save-entry.ts';
import { findEntry, findIdsBySlugs } from '../entries/store.ts';
import { lockFonts } from './lock-fonts.ts';

export type FontFamilyArgs<Settings> = { readonly font_family_settings: Settings };

/** Creates a family and responds 201. Throws ApiError 400 `rest_duplicate_font_family` if the slug is taken. */
export function createFontFamily(deps: EntryDeps): Operation {
  return {
    async run({ args, actor }: Call<FontFamilyArgs<FontFamilySettings>>) {
      const { name, slug, fontFamily, preview = '' } = args.font_family_settings;
      const row = await deps.database.transaction(async (tx) => {
        await lockFonts(tx);
        const [duplicate] = await findIdsBySlugs(tx, fontFamilies.name, [slug]);
        if (duplicate)
          throw new ApiError('rest_duplicate_font_family', 400, 'A font family with this slug already exists.');
        const family = { title: name, data: { fontFamily, preview }, author: actor.id };
        const guid = (id: number) => `${deps.site.home}/?p=${id}`;
        const entry = composeNewDataEntry(deps, fontFamilies, family);
        const id = await saveNewEntry(tx, fontFamilies, entry, { slug, mustBeFree: true }, new Map(), guid);
        return findEntry(tx, fontFamilies.name, id);
      });
      return { kind: 'record', row, status: 201 };
    },
  };
}
