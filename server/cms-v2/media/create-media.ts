// POST on the collection: a new file (media-fonts-and-oembed.md, A3).
import type { Call, Operation } from '../../http/room.ts';
import type { MediaArgs } from './compose-media.ts';
import { fetchedFile } from './fetched-file.ts';
import { folderOfUpload } from './folders.ts';
import { clear } from './keep-files.ts';
import { forActor, type MediaParts } from './parts.ts';
import { requireHoldable } from './permissions.ts';
import type { Holder } from './rows.ts';
import { saveUpload } from './save-upload.ts';
import { sentFile } from './sent-file.ts';

/** Stores a file; answers 201 with it as its editors see it. */
export function createMedia(given: MediaParts): Operation {
  return {
    async run(call: Call<MediaArgs>, holder: Holder | undefined) {
      const parts = forActor(given, call.actor);
      const { url, post, generate_sub_sizes: derives } = call.args;
      requireHoldable(holder);
      const saving = { folder: folderOfUpload(parts, holder), derives: derives !== false };
      if (url !== undefined) {
        // Of the other fields what it belongs to counts alone.
        const plain = { ...call, args: post === undefined ? {} : { post } };
        const file = await fetchedFile(parts, url);
        try {
          const row = await saveUpload(parts, plain, file, { ...saving, code: 'upload_error' });
          return { kind: 'record', row, status: 201, context: 'edit' };
        } finally {
          await clear([file.path]);
        }
      }
      const row = await saveUpload(parts, call, await sentFile(parts.mediaWorkers, call as Call), saving);
      const headers = { 'X-CMS-Upload-Attachment-Id': String(row.id) };
      return { kind: 'record', row, status: 201, context: 'edit', headers };
    },
  };
}
