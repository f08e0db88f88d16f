// POST /cms/v2/media/<id>/finalize: adds sideloaded files to a media item (media-fonts-and-oembed.md, A11).
import type { SubSize } from '../../../contract/cms-v2/media-work.ts';
import { ApiError } from '../../api-error.ts';
import { splitName } from '../../files/names.ts';
import type { Call } from '../../http/module.ts';
import { emptyImageMeta } from '../../media-processing/image-meta.ts';
import { processableTypes } from '../../media-processing/jobs.ts';
import { missingSizes } from '../../media-processing/sizes.ts';
import { type EntryDeps, typeOf } from '../entries/deps.ts';
import { forActor, type MediaDeps } from './deps.ts';
import { createImages, planSizes } from './derive.ts';
import { folderOf, type MediaDetails, nameOf, requireLocal } from './details.ts';
import { lockMedia, updateMediaFile } from './lock-media.ts';
import type { MediaOperations } from './operations.ts';
import { requireLoaded } from './permissions.ts';
import { sizeDetailsOf } from './prepare-file.ts';
import type { MediaRow } from './rows.ts';
import { mainNames, supplementaryFiles } from './size-names.ts';
import { assignPath, findPathsOf } from './store.ts';
import { deleteWorkFiles, discardFiles, storeFiles } from './store-files.ts';

/**
 * Adds sideloaded files to a media item and responds with the item in the edit context. Elements without `file` are ignored.
 *
 * Throws ApiError 403 `rest_sideload_attachment_not_in_uploads` if the main file is not in the file store, and the error of
 * `requireSideloadedFile`.
 */
export function finalizeMedia(deps: EntryDeps): MediaOperations['finalize-media'] {
  return {
    async run(call, target) {
      const loadedMedia = requireLoaded(target, call);
      requireLocal(loadedMedia.media, 'rest_sideload_attachment_not_in_uploads', 403);
      const type = typeOf(deps.contract, call);
      const row = await deps.database.transaction(async (tx) => {
        const before = await lockMedia(tx, type, loadedMedia.id, call.actor);
        await call.requireMatch();
        const folder = folderOf(before.media.original);
        const paths = new Set(await findPathsOf(tx, before.id));
        const sizes = call.args.sub_sizes.filter(({ file }) => file !== undefined);
        for (const { file = '', original_image } of sizes) {
          requireSideloadedFile(paths, folder, file);
          if (original_image !== undefined) requireSideloadedFile(paths, folder, original_image);
        }
        if (sizes.length === 0) return before;
        const changed = sizes.reduce<FileChanges>((current, size) => addFile(current, size, folder), {
          details: before.media.details,
          file: before.media.file,
          filesize: before.media.filesize,
        });
        return updateMediaFile(deps, tx, { type, actor: call.actor, before, changed });
      });
      return { kind: 'record', row, context: 'edit' };
    },
  };
}

/** Throws ApiError 400 `rest_invalid_sub_size_file` unless a stored file of this item has this name or path. */
function requireSideloadedFile(paths: ReadonlySet<string>, folder: string, name: string): void {
  if (paths.has(name) || paths.has(folder + name)) return;
  throw new ApiError(
    'rest_invalid_sub_size_file',
    400,
    'sub_sizes contains a file that was not sideloaded for this item.',
  );
}

interface FileChanges {
  readonly details: MediaDetails;
  readonly file: string;
  readonly filesize: number;
}

/** Returns the file data of the item with one sideloaded file added. */
function addFile(current: FileChanges, size: SubSize, folder: string): FileChanges {
  const { image_size: sizeName, file = '', width = 0, height = 0, filesize = 0, mime_type = '', original_image } = size;
  const { details } = current;
  const supplementaryFile = typeof sizeName === 'string' ? supplementaryFiles.get(sizeName) : undefined;
  if (supplementaryFile !== undefined)
    return { ...current, details: { ...details, [supplementaryFile]: nameOf(file) } };
  if (typeof sizeName === 'string' && mainNames.includes(sizeName)) {
    const path = folder + nameOf(file);
    const main = {
      file: path,
      width,
      height,
      filesize,
      image_meta: { ...(details.image_meta ?? emptyImageMeta), orientation: 1 as const },
    };
    return {
      file: path,
      filesize,
      details: { ...details, ...main, ...(original_image !== undefined && { original_image: nameOf(original_image) }) },
    };
  }
  const entry = { width, height, file: nameOf(file), mime_type, filesize };
  const names = typeof sizeName === 'string' ? [sizeName] : sizeName;
  return {
    ...current,
    details: { ...details, sizes: { ...details.sizes, ...Object.fromEntries(names.map((name) => [name, entry])) } },
  };
}

// POST /cms/v2/media/<id>/post-process: creates the missing sizes of an image (media-fonts-and-oembed.md, A8).

/**
 * Creates the missing image sizes and responds with the media item in the edit context. Throws ApiError 404
 * `rest_unknown_attachment` if the file is not in the file store, and ApiError 400 `rest_upload_sideload_error` if it cannot be read.
 */
export function postProcessMedia(deps: MediaDeps): MediaOperations['post-process-media'] {
  return {
    async run(call, loadedMedia) {
      await call.requireMatch();
      requireLocal(loadedMedia.media, 'rest_unknown_attachment', 404);
      const row = hasAllSizes(loadedMedia)
        ? loadedMedia
        : await deriveMissing(forActor(deps, call.actor), call, loadedMedia);
      return { kind: 'record', row, context: 'edit' };
    },
  };
}

function hasAllSizes({ format, media }: MediaRow): boolean {
  const { width, height, details } = media;
  return !processableTypes.has(format) || missingSizes({ width, height }, Object.keys(details.sizes)).length === 0;
}

async function deriveMissing(deps: MediaDeps, call: Call, loadedMedia: MediaRow): Promise<MediaRow> {
  const { format, media } = loadedMedia;
  const local = await deps.files.openLocal(media.original);
  if (!local) throw new Error(`the file ${media.original} is not in the store`);
  const plans = planSizes(media, Object.keys(media.details.sizes));
  const derived = await createImages(deps, local.path, format, plans, 'rest_upload_sideload_error');
  try {
    const { stem, extension } = splitName(nameOf(media.original));
    const folder = folderOf(media.original);
    const paths = new Map<string, string>();
    for (const { path, ending } of derived) {
      const request = { folder, name: { stem: stem + ending, extension }, first: 0 };
      const stored = await storeFiles(deps, request, [{ path, ending: '', type: format }]);
      paths.set(ending, stored.paths.get('') ?? '');
    }
    const sizes = sizeDetailsOf(derived, ({ ending }) => paths.get(ending) ?? '', format);
    try {
      return await deps.entries.database.transaction(async (tx) => {
        const type = typeOf(deps.entries.contract, call);
        const row = await lockMedia(tx, type, loadedMedia.id, call.actor);
        for (const path of paths.values())
          if (!(await assignPath(tx, path, row.id))) throw new Error(`the path ${path} is no longer reserved`);
        const { details } = row.media;
        const changed = { details: { ...details, sizes: { ...sizes, ...details.sizes } } };
        return updateMediaFile(deps.entries, tx, { type, actor: call.actor, before: row, changed });
      });
    } catch (error) {
      await discardFiles(deps, { paths }, error);
      throw error;
    }
  } finally {
    await deleteWorkFiles(derived.map(({ path }) => path));
    await local.release();
  }
}
