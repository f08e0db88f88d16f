// The files of a request for a face, judged and stored (media-fonts-and-oembed.md, B2).
import { fontKind } from '../../files/fonts.ts';
import type { Kind } from '../../files/kinds.ts';
import { cleanName, lastPart, splitName } from '../../files/names.ts';
import type { FormFile, Upload } from '../../http/upload.ts';
import { Refusal } from '../../refusal.ts';
import { type KeepingParts, keepFiles, unkeep } from '../media/keep-files.ts';

/** Where fonts are stored. */
const folder = 'fonts/';

/** A file that may be stored. */
interface SentFont {
  readonly field: string;
  readonly path: string;
  readonly stem: string;
  readonly kind: Kind;
}

/**
 * The fonts that came with a request, one for each field of the form: of several in one field the last.
 *
 * Throws Refusal 400 `rest_font_upload_unknown_error` (an empty or too large file), `rest_font_upload_invalid_file_type`.
 */
export async function sentFonts(upload: Upload | undefined): Promise<SentFont[]> {
  const last = new Map(upload?.files.map((file) => [file.field, file]));
  const fonts: SentFont[] = [];
  for (const file of last.values()) fonts.push(await judged(file));
  return fonts;
}

async function judged({ field, path, size, name, tooLarge }: FormFile): Promise<SentFont> {
  const code = 'rest_font_upload_unknown_error';
  if (tooLarge) throw new Refusal(code, 400, 'The file is larger than what is taken.');
  if (size === 0) throw new Refusal(code, 400, 'The file is empty.');
  const { stem, extension } = splitName(cleanName(lastPart(name), false));
  const kind = stem === '' ? undefined : await fontKind(path, size, extension);
  if (!kind)
    throw new Refusal(
      'rest_font_upload_invalid_file_type',
      400,
      'Fonts are taken as woff2, woff, ttf and otf, and the file must be what its name says.',
    );
  return { field, path, stem, kind };
}

/** Fonts as they were stored. */
export interface KeptFonts {
  /** The path of each in the store, by the field it came in. */
  readonly paths: ReadonlyMap<string, string>;
  /** Removes them again. */
  readonly unkeep: () => Promise<void>;
}

/** Stores fonts: all of them, or none. */
export async function keepFonts(parts: KeepingParts, fonts: readonly SentFont[]): Promise<KeptFonts> {
  const paths = new Map<string, string>();
  const undo = () => unkeep(parts, { paths });
  try {
    for (const { field, path, stem, kind } of fonts) {
      const wish = { folder, name: { stem, extension: kind.extension } };
      const kept = await keepFiles(parts, wish, [{ path, ending: '', type: kind.type }]);
      paths.set(field, kept.paths.get('') ?? '');
    }
  } catch (error) {
    await undo();
    throw error;
  }
  return { paths, unkeep: undo };
}
