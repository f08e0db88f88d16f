// Validates and stores uploaded font files (media-fonts-and-oembed.md, B2).

import { ApiError } from '../../api-error.ts';
import type { FileType } from '../../files/file-types.ts';
import { detectFontType } from '../../files/fonts.ts';
import { cleanName, lastPathSegment, splitName } from '../../files/names.ts';
import type { FormFile, Upload } from '../../http/upload.ts';
import { discardFiles, type StoreFilesDeps, storeFiles } from '../media/store-files.ts';

/** The folder of font files in the store. */
const folder = 'fonts/';

/** A validated file that can be stored. */
interface UploadedFont {
  readonly field: string;
  readonly path: string;
  readonly stem: string;
  readonly kind: FileType;
}

/**
 * Validates the uploaded fonts, one per form field; of several files in one field the last counts.
 *
 * Throws 400 `rest_font_upload_unknown_error` for an empty or too large file, `rest_font_upload_invalid_file_type`.
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

/** Stored font files. */
export interface StoredFonts {
  /** The path of each file in the store, by its form field. */
  readonly paths: ReadonlyMap<string, string>;
  /** Removes the files again. */
  readonly remove: () => Promise<void>;
}

/** Stores all fonts or, if one fails, none. */
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
