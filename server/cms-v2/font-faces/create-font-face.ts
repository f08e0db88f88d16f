// POST on the collection: a new face of a family, with its files (media-fonts-and-oembed.md, B2).
import { type FontFaceSettings, fontFaces } from '../../../contract/cms-v2/font-faces.ts';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { type Call, numberIn, type Operation } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import { newDataEntry } from '../entries/data-entry.ts';
import { saveNewEntry } from '../entries/save-entry.ts';
import { findEntry, findIdsOfSlugs } from '../entries/store.ts';
import { claimFonts } from '../font-families/claim-fonts.ts';
import { addressOfPath } from '../media/details.ts';
import type { MediaParts } from '../media/parts.ts';
import { givePath } from '../media/store.ts';
import { requireFamily } from './family.ts';
import { faceInWords, slugOfFace } from './identity.ts';
import { keepFonts, sentFonts } from './sent-fonts.ts';

/** What may be sent; the check has made a list of the sources. */
type FontFaceArgs = { readonly font_face_settings: FontFaceSettings & { readonly src: readonly string[] } };

/**
 * Makes a face; answers 201 with it. Whatever fails, no file is left behind.
 *
 * Throws Refusal 404 `rest_post_invalid_parent`, 400 `rest_duplicate_font_face`, and as `sentFonts` does.
 */
export function createFontFace(parts: MediaParts): Operation {
  const { database, site } = parts;
  return {
    async run({ args: { font_face_settings: settings }, actor, path, upload }: Call<FontFaceArgs>) {
      const family = numberIn(path.font_family_id);
      const title = faceInWords(settings);
      const slug = slugOfFace(title);
      await requireRoom(database.read, family, slug);
      const kept = await keepFonts(parts, await sentFonts(upload));
      try {
        const src = settings.src.map((source) => {
          const file = kept.paths.get(source);
          return file === undefined ? source : `${site.uploads}/${addressOfPath(file)}`;
        });
        const data = { ...settings, src: src.length === 1 ? src[0] : src };
        const save = async (tx: WriteHandle) => {
          await claimFonts(tx);
          await requireRoom(tx, family, slug);
          const entry = newDataEntry(parts, fontFaces, { title, data, author: actor.id, parent: family });
          const guid = (id: number) => `${site.home}/?p=${id}`;
          const id = await saveNewEntry(tx, fontFaces, entry, { slug, mustBeFree: true }, new Map(), guid);
          for (const file of kept.paths.values())
            if (!(await givePath(tx, file, id))) throw new Error(`the claim of ${file} is gone`);
          return findEntry(tx, fontFaces.name, id);
        };
        return { kind: 'record', row: await database.transaction(save), status: 201 };
      } catch (error) {
        await kept.unkeep();
        throw error;
      }
    },
  };
}

/** There is the family, and there is no such face in any. */
async function requireRoom(read: ReadHandle, family: number, slug: string): Promise<void> {
  await requireFamily(read, family);
  const [rival] = await findIdsOfSlugs(read, fontFaces.name, [slug]);
  if (rival)
    throw new Refusal(
      'rest_duplicate_font_face',
      400,
      'There is such a face already: the family, style, weight, stretch and range of characters are the same.',
    );
}
