// POST /cms/v2/media/<id>/post-process: creates the missing sizes of an image (media-fonts-and-oembed.md, A8).

import { splitName } from '../../files/names.ts';
import type { Call } from '../../http/module.ts';
import { processableTypes } from '../../media-processing/jobs.ts';
import { missingSizes } from '../../media-processing/sizes.ts';
import { typeOf } from '../entries/deps.ts';
import { forActor, type MediaDeps } from './deps.ts';
import { createImages, planSizes } from './derive.ts';
import { folderOf, nameOf, requireLocal } from './details.ts';
import { lockMedia, updateMediaFile } from './lock-media.ts';
import type { MediaOperations } from './operations.ts';
import type { MediaRow } from './rows.ts';
import { sizeDetailsOf } from './save-upload.ts';
import { assignPath } from './store.ts';
import { deleteWorkFiles, discardFiles, storeFiles } from './store-files.ts';

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
    const sizes = sizeDetailsOf(derived, (ending) => paths.get(ending) ?? '', format);
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
      await discardFiles(deps, { paths });
      throw error;
    }
  } finally {
    await deleteWorkFiles(derived.map(({ path }) => path));
    await local.release();
  }
}
