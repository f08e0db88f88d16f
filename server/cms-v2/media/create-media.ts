// POST /cms/v2/media: creates a media item (media-fonts-and-oembed.md, A3).
import { forActor, type MediaDeps } from './deps.ts';
import { fetchImage } from './fetch-file.ts';
import { folderOfUpload } from './folders.ts';
import type { MediaOperations } from './operations.ts';
import { requireValidParent } from './permissions.ts';
import { saveUpload } from './save-upload.ts';
import { deleteWorkFiles } from './store-files.ts';
import { getUploadedFile } from './uploaded-file.ts';

/** Stores the uploaded file, or the image at `url`, and responds 201 with the new media item in the edit context. */
export function createMedia(allDeps: MediaDeps): MediaOperations['create-media'] {
  return {
    async run(call, parent) {
      const deps = forActor(allDeps, call.actor);
      const { url, post, generate_sub_sizes: derives } = call.args;
      requireValidParent(parent);
      const options = { folder: folderOfUpload(deps, parent), derives };
      if (url !== undefined) {
        // If `url` is submitted, `post` and `generate_sub_sizes` are the only other parameters that are used.
        const callForUrl = { ...call, args: post === undefined ? {} : { post } };
        const file = await fetchImage(deps, url);
        try {
          const row = await saveUpload(deps, callForUrl, file, { ...options, code: 'upload_error' });
          return { kind: 'record', row, status: 201, context: 'edit' };
        } finally {
          await deleteWorkFiles([file.path]);
        }
      }
      const row = await saveUpload(deps, call, await getUploadedFile(deps.mediaWorkers, call), options);
      const headers = { 'X-CMS-Upload-Attachment-Id': String(row.id) };
      return { kind: 'record', row, status: 201, context: 'edit', headers };
    },
  };
}
