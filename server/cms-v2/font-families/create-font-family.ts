// POST /cms/v2/font-families: creates a font family (media-fonts-and-oembed.md, B1).
import { fontFamilies } from '../../../contract/cms-v2/font-families.ts';
import { ApiError } from '../../api-error.ts';
import { composeNewDataEntry } from '../entries/data-entry.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { requireEntry } from '../entries/lock-entry.ts';
import { findIdsBySlugs } from '../entries/store.ts';
import { lockFonts } from './lock-fonts.ts';
import type { FontFamilyOperations } from './operations.ts';

/** Creates a family and responds 201. Throws ApiError 400 `rest_duplicate_font_family` if the slug is taken. */
export function createFontFamily(deps: EntryDeps): FontFamilyOperations['create-font-family'] {
  return {
    async run({ args, actor }) {
      const { name, slug, fontFamily, preview = '' } = args.font_family_settings;
      const row = await deps.database.transaction(async (tx) => {
        await lockFonts(tx);
        const [duplicate] = await findIdsBySlugs(tx, fontFamilies.name, [slug]);
        if (duplicate)
          throw new ApiError('rest_duplicate_font_family', 400, 'A font family with this slug already exists.');
        const family = { title: name, data: { fontFamily, preview }, author: actor.id };
        const guid = (id: number) => `${deps.site.home}/?p=${id}`;
        const entry = composeNewDataEntry(deps, fontFamilies, family);
        const id = await deps.writer.create(tx, fontFamilies, { entry, choice: { slug, mustBeFree: true }, guid });
        return requireEntry(tx, fontFamilies, id);
      });
      return { kind: 'record', row, status: 201 };
    },
  };
}
