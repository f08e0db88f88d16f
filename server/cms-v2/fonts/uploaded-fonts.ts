// Validates and stores uploaded font files (media-fonts-and-oembed.md, B2).
import { ApiError } from '../../api-error.ts';
import type { FileType } from '../../files/file-types.ts';
import { detectFontType } from '../../files/fonts.ts';
import { cleanName, lastPathSegment, splitName } from '../../files/names.ts';
import type { FormFile, Upload } from '../../http/upload.ts';
import { discardFiles, type StoreFilesDeps, storeFiles } from '../media/store-files.ts';

/** Folder of font files in the file store. */
const folder = 'fonts/';

/** A validated font file, ready to be stored. */
interface UploadedFont {
  readonly field: string;
  readonly path: string;
  readonly stem: string;
  readonly kind: FileType;
}

/**
 * Validates the uploaded fonts. If a form field has several files, only the last one is used.
 *
 * Throws ApiError 400 `rest_font_upload_unknown_error` for an empty or oversized file, and ApiError 400
 * `rest_font_upload_invalid_file_type` for a file that is not a font of an accepted type.
 */
export async function readUploadedFonts(upload: Upload | undefined): Promise<UploadedFont[]> {
  const lastByField = new Map(upload?.files.map((file) => [file.field, file]));
  const fonts: UploadedFont[] = [];
  for (const file of lastByField.values()) fonts.push(await validateFont(file));
  return fonts;
}

async function validateFont({ field, path, size, name, isTooLarge }: FormFile): Promise<UploadedFont> {
  const code = 'rest_font_upload_unknown_error';
  if (isTooLarge) throw new ApiError(code, 400, 'The file exceeds the maximum upload size.');
  if (size === 0) throw new ApiError(code, 400, 'The file is empty.');
  const { stem, extension } = splitName(cleanName(lastPathSegment(name), false));
  const kind = stem === '' ? undefined : await detectFontType(path, size, extension);
  if (!kind)
    throw new ApiError(
      'rest_font_upload_invalid_file_type',
      400,
      'Fonts must be woff2, woff, ttf or otf files whose content matches their extension.',
    );
  return { field, path, stem, kind };
}

/** Uploaded fonts in the file store. */
interface StoredFonts {
  /** Paths in the file store, keyed by form field. */
  readonly paths: ReadonlyMap<string, string>;
  /** Deletes the stored files. */
  readonly remove: () => Promise<void>;
}

/** Stores all fonts or none: if one cannot be stored, the fonts that are already stored are deleted. */
export async function storeFonts(deps: StoreFilesDeps, fonts: readonly UploadedFont[]): Promise<StoredFonts> {
  const paths = new Map<string, string>();
  const removeStored = () => discardFiles(deps, { paths });
  try {
    for (const { field, path, stem, kind } of fonts) {
      const target = { folder, name: { stem, extension: kind.extension } };
      const stored = await storeFiles(deps, target, [{ path, ending: '', type: kind.type }]);
      paths.set(field, stored.paths.get('') ?? '');
    }
  } catch (error) {
    await removeStored();
    throw error;
  }
  return { paths, remove: removeStored };
}
