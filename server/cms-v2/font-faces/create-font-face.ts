// POST /cms/v2/font-families/<font_family_id>/font-faces: creates a font face with its files (media-fonts-and-oembed.md, B2).
import { fontFaces } from '../../../contract/cms-v2/font-faces.ts';
import { ApiError } from '../../api-error.ts';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { parseId } from '../../http/module.ts';
import { composeNewDataEntry } from '../entries/data-entry.ts';
import { requireEntry } from '../entries/lock-entry.ts';
import { findIdsBySlugs } from '../entries/store.ts';
import { lockFonts } from '../font-families/lock-fonts.ts';
import type { MediaDeps } from '../media/deps.ts';
import { encodePath } from '../media/details.ts';
import { assignPath } from '../media/store.ts';
import { requireFamily } from './family.ts';
import { describeFace, faceSlug } from './identity.ts';
import type { FontFaceOperations } from './operations.ts';
import { readUploadedFonts, storeFonts } from './uploaded-fonts.ts';

/**
 * Creates a font face and responds 201. If anything fails, the stored files are deleted.
 *
 * Throws ApiError 404 `rest_post_invalid_parent`, ApiError 400 `rest_duplicate_font_face`, and the errors of `readUploadedFonts`.
 */
export function createFontFace(deps: MediaDeps): FontFaceOperations['create-font-face'] {
  const { database, site } = deps;
  return {
    async run({ args: { font_face_settings: settings }, actor, path, upload }) {
      const family = parseId(path.font_family_id);
      const title = describeFace(settings);
      const slug = faceSlug(title);
      await requireUnusedFace(database.read, family, slug);
      const stored = await storeFonts(deps, await readUploadedFonts(upload));
      try {
        const src = settings.src.map((source) => {
          const file = stored.paths.get(source);
          return file === undefined ? source : `${site.uploads}/${encodePath(file)}`;
        });
        const data = { ...settings, src: src.length === 1 ? src[0] : src };
        const save = async (tx: WriteHandle) => {
          await lockFonts(tx);
          await requireUnusedFace(tx, family, slug);
          const entry = composeNewDataEntry(deps, fontFaces, { title, data, author: actor.id, parent: family });
          const guid = (id: number) => `${site.home}/?p=${id}`;
          const id = await deps.writer.create(tx, fontFaces, { entry, choice: { slug, mustBeFree: true }, guid });
          for (const file of stored.paths.values())
            if (!(await assignPath(tx, file, id))) throw new Error(`the path ${file} is no longer reserved`);
          return requireEntry(tx, fontFaces, id);
        };
        return { kind: 'record', row: await database.transaction(save), status: 201 };
      } catch (error) {
        await stored.remove();
        throw error;
      }
    },
  };
}

/**
 * Throws ApiError 404 `rest_post_invalid_parent` if the family does not exist, and ApiError 400 `rest_duplicate_font_face` if any
 * family has an identical face.
 */
async function requireUnusedFace(read: ReadHandle, family: number, slug: string): Promise<void> {
  await requireFamily(read, family);
  const [duplicate] = await findIdsBySlugs(read, fontFaces.name, [slug]);
  if (duplicate)
    throw new ApiError(
      'rest_duplicate_font_face',
      400,
      'A font face with the same family, style, weight, stretch and unicode range already exists.',
    );
}
