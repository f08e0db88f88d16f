// POST /cms/v2/media/<id>/sideload: stores a file that the client derived from the file of the media item
// (media-fonts-and-oembed.md, A11).

import type { MediaEndpoints } from '../../../contract/cms-v2/media.ts';
import { ApiError } from '../../api-error.ts';
import { recordEvent } from '../../events/record.ts';
import { splitName } from '../../files/names.ts';
import type { ArgsOf, Call } from '../../http/module.ts';
import { type Dimensions, registeredSizes } from '../../media-processing/sizes.ts';
import { typeOf } from '../entries/deps.ts';
import { forActor, type MediaDeps } from './deps.ts';
import { folderOf, nameOf, requireLocal } from './details.ts';
import { lockMedia } from './lock-media.ts';
import type { MediaOperations } from './operations.ts';
import { requireLoaded } from './permissions.ts';
import type { MediaRow } from './rows.ts';
import { mainNames, supplementaryFiles } from './size-names.ts';
import { assignPath, upsertMedia } from './store.ts';
import { discardFiles, storeFiles } from './store-files.ts';
import { getUploadedFile, type ValidatedFile } from './uploaded-file.ts';

/**
 * Stores a file in the folder of the media item, and responds with the input for `finalize`.
 *
 * Throws ApiError 400 `rest_post_invalid_id`, `rest_upload_invalid_image`, `rest_upload_invalid_dimensions` or
 * `rest_upload_dimension_mismatch`, ApiError 403 `rest_sideload_attachment_not_in_uploads`, and the errors of `getUploadedFile`.
 */
export function sideloadMedia(allDeps: MediaDeps): MediaOperations['sideload-media'] {
  return {
    async run(call, target) {
      const loadedMedia = requireLoaded(target, call);
      const deps = forActor(allDeps, call.actor);
      if (!loadedMedia.format.startsWith('image/') && loadedMedia.format !== 'application/pdf')
        throw new ApiError('rest_post_invalid_id', 400, 'Only images and PDF documents can have derived images.');
      requireLocal(loadedMedia.media, 'rest_sideload_attachment_not_in_uploads', 403);
      const file = await getUploadedFile(deps.mediaWorkers, call);
      const size = call.args.image_size;
      requireMatchingDimensions(loadedMedia, file, size);
      const path = await storeSideloadedFile(deps, call, loadedMedia, file);
      return { kind: 'value', value: sideloadResult(loadedMedia, file, size, path) };
    },
  };
}

/** Tolerance for differences that are caused by rounding, in pixels. */
const tolerancePx = 1;

function requireMatchingDimensions(
  { media }: MediaRow,
  { look: inspection }: ValidatedFile,
  size: string | readonly string[],
): void {
  if (size === 'source_original' || size === 'animated_video') return;
  if (!inspection.image) throw new ApiError('rest_upload_invalid_image', 400, 'The file is not an image.');
  const { width, height } = inspection.image;
  if (width < 1 || height < 1)
    throw new ApiError('rest_upload_invalid_dimensions', 400, 'The image has no dimensions.');
  const sizeNames = typeof size === 'string' ? [size] : size;
  const { width: mainWidth = 0, height: mainHeight = 0 } = media.details;
  const isFullSize =
    isNear({ width, height }, { width: mainWidth, height: mainHeight }) ||
    isNear({ width, height }, { width: mainHeight, height: mainWidth });
  if (size === 'original' ? !isFullSize : sizeNames.some((name) => !fitsSize({ width, height }, name)))
    throw new ApiError(
      'rest_upload_dimension_mismatch',
      400,
      'The dimensions of the image do not match the requested size.',
    );
}

const isNear = (a: Dimensions, b: Dimensions) =>
  Math.abs(a.width - b.width) <= tolerancePx && Math.abs(a.height - b.height) <= tolerancePx;

/** Whether an image fits into a registered size. Images of any dimensions fit names that are not registered, such as `full`. */
function fitsSize({ width, height }: Dimensions, name: string): boolean {
  const box = registeredSizes.find((each) => each.name === name);
  const isAtMost = (edge: number, max: number) => max === 0 || edge <= max + tolerancePx;
  return !box || (isAtMost(width, box.width) && isAtMost(height, box.height));
}

/**
 * Stores the file in the folder of the media item and returns its path. If `image_size` is `original` or `scaled`, the
 * file immediately becomes the main file.
 */
async function storeSideloadedFile(
  deps: MediaDeps,
  call: Call<ArgsOf<MediaEndpoints['sideload-media']>>,
  { id, media }: MediaRow,
  file: ValidatedFile,
): Promise<string> {
  const base = splitName(nameOf(media.original)).stem;
  const isDerivedName = file.stem.startsWith(`${base}-`) && /^-(?:\d+x\d+|scaled)$/.test(file.stem.slice(base.length));
  const name = { stem: file.stem, extension: file.kind.extension };
  const request = { folder: folderOf(media.original), name, ...(isDerivedName && { first: 0 }) };
  const stored = await storeFiles(deps, request, [{ path: file.path, ending: '', type: file.kind.type }]);
  const path = stored.paths.get('') ?? '';
  try {
    await deps.entries.database.transaction(async (tx) => {
      const row = await lockMedia(tx, typeOf(deps.entries.contract, call), id, call.actor);
      await call.requireMatch();
      if (!(await assignPath(tx, path, id))) throw new Error(`the path ${path} is no longer reserved`);
      if (typeof call.args.image_size !== 'string' || !mainNames.includes(call.args.image_size)) return;
      await upsertMedia(tx, { ...row.media, file: path });
      const states = { statusBefore: row.status, status: row.status };
      await recordEvent(tx, { kind: 'entry.updated', type: row.type, subject: id, ...states });
    });
  } catch (error) {
    await discardFiles(deps, stored, error);
    throw error;
  }
  return path;
}

function sideloadResult(
  { media }: MediaRow,
  { look: inspection, size: filesize, kind }: ValidatedFile,
  size: string | readonly string[],
  path: string,
): object {
  const { width, height } = inspection.image ?? {};
  if (typeof size === 'string' && supplementaryFiles.has(size)) return { image_size: size, file: nameOf(path) };
  if (typeof size === 'string' && mainNames.includes(size))
    return { image_size: size, original_image: nameOf(media.file), width, height, filesize, file: path };
  return { image_size: size, width, height, file: nameOf(path), mime_type: kind.type, filesize };
}
