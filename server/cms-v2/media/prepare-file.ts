// Prepares a validated file for storage: derives its images, reads its metadata, and describes the result.
import type { PlainColumns } from '../../../contract/columns.ts';
import type { AudioDetails } from '../../media-processing/audio-details.ts';
import { emptyImageMeta } from '../../media-processing/image-meta.ts';
import { MediaWorkersBusy, Unreadable } from '../../media-processing/jobs.ts';
import type { MediaDeps } from './deps.ts';
import { createImages, type DerivedFile, deriveAll, orientationOf, uprightDimensions } from './derive.ts';
import { type MediaDetails, nameOf, type SizeDetails } from './details.ts';
import type { MediaFile } from './rows.ts';
import { deleteWorkFiles } from './store-files.ts';
import type { ValidatedFile } from './uploaded-file.ts';

/** The images that were derived from a file, in the work folder, and the metadata of an audio or video file. */
export interface PreparedFile {
  readonly derived: readonly DerivedFile[];
  readonly facts: AudioDetails;
}

/** File data of a file that has been stored. */
export type StoredMedia = Omit<MediaFile, 'entry_id' | 'file_key' | keyof PlainColumns<'media'>>;

/**
 * Derives the images of a file and reads its metadata. With `derives` false, no images are derived, but an image must be readable. The caller
 * deletes the derived images. Throws ApiError 400 with `code`, by default that of a rejected upload, for an image that cannot be read, and
 * MediaWorkersBusy.
 */
export async function prepareFile(
  deps: MediaDeps,
  file: ValidatedFile,
  options: { readonly derives: boolean; readonly code?: string },
): Promise<PreparedFile> {
  const code =
    options.code ?? (file.titleFromName === undefined ? 'rest_upload_sideload_error' : 'rest_upload_unknown_error');
  const { type } = file.kind;
  const { image } = file.look;
  const isResizable = image?.isResizable === true;
  const derived =
    isResizable && options.derives
      ? await deriveAll(deps, file.path, type, image, code)
      : await checkReadable(deps, file, code);
  try {
    return { derived, facts: /^(?:audio|video)\//.test(type) ? await audioDetails(deps, file.path, type) : {} };
  } catch (error) {
    await deleteWorkFiles(derived.map(({ path }) => path));
    throw error;
  }
}

/**
 * Returns the metadata of an audio or video file; empty if its headers cannot be read or the workers are
 * busy.
 */
async function audioDetails({ mediaWorkers }: MediaDeps, path: string, type: string): Promise<AudioDetails> {
  try {
    return await mediaWorkers.probeAudio(path, type);
  } catch (error) {
    if (error instanceof Unreadable || error instanceof MediaWorkersBusy) return {};
    throw error;
  }
}

/** Decodes an image from which no other image is derived, so that no truncated image is stored. Returns an empty list. */
async function checkReadable(
  deps: MediaDeps,
  { look: inspection, path, kind }: ValidatedFile,
  code: string,
): Promise<DerivedFile[]> {
  if (inspection.image?.isResizable) await createImages(deps, path, kind.type, [], code);
  return [];
}

/** Returns the derived image that is displayed instead of the file; undefined if the file itself is displayed. */
export const mainImageOf = ({ derived }: PreparedFile): DerivedFile | undefined =>
  derived.find(({ sizes }) => sizes.length === 0);

/** The paths of stored files: of the main file, of the uploaded file, which may be the same, and of each derived image. */
export interface StoredPaths {
  readonly main: string;
  readonly original: string;
  of(derived: DerivedFile): string;
}

/** Returns the file data of a stored file. */
export function describeFile(file: ValidatedFile, prepared: PreparedFile, paths: StoredPaths): StoredMedia {
  const { image } = file.look;
  const { derived, facts } = prepared;
  const { main: path, original } = paths;
  const main = mainImageOf(prepared);
  const filesize = main?.filesize ?? file.size;
  const known = { file: path, original, filesize };
  if (!image || !file.kind.type.startsWith('image/'))
    return { ...known, width: 0, height: 0, details: { ...facts, filesize, sizes: {} } };
  const upright = uprightDimensions(image);
  const { meta = emptyImageMeta } = image;
  const isSetUpright = main !== undefined && orientationOf(image) > 1;
  const details: MediaDetails = {
    width: main?.width ?? image.width,
    height: main?.height ?? image.height,
    file: path,
    filesize,
    sizes: sizeDetailsOf(derived, paths.of, file.kind.type),
    image_meta: isSetUpright ? { ...meta, orientation: 1 } : meta,
    ...(original !== path && { original_image: nameOf(original) }),
  };
  return { ...known, ...upright, details };
}

/** Returns the details of derived images, keyed by the name of the size, in the order of creation. */
export function sizeDetailsOf(
  derived: readonly DerivedFile[],
  pathOf: (derived: DerivedFile) => string,
  mime_type: string,
): Record<string, SizeDetails> {
  return Object.fromEntries(
    derived.flatMap((each) =>
      each.sizes.map((name) => [
        name,
        { file: nameOf(pathOf(each)), width: each.width, height: each.height, filesize: each.filesize, mime_type },
      ]),
    ),
  );
}
