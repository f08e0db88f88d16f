// POST, PUT, PATCH on a family: the settings that are sent change, the rest stays (media-fonts-and-oembed.md, B1).
import { type FontFamilySettings, fontFamilies } from '../../../contract/cms-v2/font-families.ts';
import type { Call, Operation } from '../../http/room.ts';
import { claimEntry } from '../entries/claim-entry.ts';
import { changedDataEntry, readData } from '../entries/data-entry.ts';
import type { EntryParts } from '../entries/parts.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { saveEntry } from '../entries/save-entry.ts';
import { findEntry } from '../entries/store.ts';
import { claimFonts } from './claim-fonts.ts';
import type { FontFamilyArgs } from './create-font-family.ts';

type Args = FontFamilyArgs<Partial<Omit<FontFamilySettings, 'slug'>>>;

/** Changes a family; answers with it. */
export function updateFontFamily(parts: EntryParts): Operation {
  return {
    async run(call: Call<Args>, subject: WholeEntry) {
      const { name, ...sent } = call.args.font_family_settings;
      const row = await parts.database.transaction(async (tx) => {
        await claimFonts(tx);
        const before = await claimEntry(tx, fontFamilies, subject.id, call.actor, 'edit');
        await call.requireMatch();
        if (name === undefined && Object.keys(sent).length === 0) return before;
        const entry = changedDataEntry(parts, before, name ?? before.title, { ...readData(before.content), ...sent });
        const choice = { slug: before.slug, mustBeFree: false, slugBeforeTrash: null };
        await saveEntry(tx, fontFamilies, before, entry, choice, new Map(), undefined);
        return findEntry(tx, fontFamilies.name, before.id);
      });
      return { kind: 'record', row };
    },
  };
}
