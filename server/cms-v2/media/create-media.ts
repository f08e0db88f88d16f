// POST on the collection: a new file (media-fonts-and-oembed.md, A3).
import type { Call, Operation } from '../../http/room.ts';
import type { MediaArgs } from './compose-media.ts';
import { folderOfUpload } from './folders.ts';
import type { MediaParts } from './parts.ts';
import { requireHoldable } from './permissions.ts';
import type { Holder } from './rows.ts';
import { saveUpload } from './save-upload.ts';
import { requireWorkable, sentFile } from './sent-file.ts';

/** Stores a file; answers 201 with it as its editors see it. */
export function createMedia(parts: MediaParts): Operation {
  return {
    async run(call: Call<MediaArgs>, holder: Holder | undefined) {
      requireWorkable(call as Call);
      requireHoldable(holder);
      const file = await sentFile(parts.studio, call as Call);
      const row = await saveUpload(parts, call, file, {
        folder: folderOfUpload(parts, holder),
        derives: call.args.generate_sub_sizes !== false,
      });
      return {
        kind: 'record',
        row,
        status: 201,
        context: 'edit',
        headers: { 'X-CMS-Upload-Attachment-Id': String(row.id) },
      };
    },
  };
}
