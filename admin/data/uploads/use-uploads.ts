// The uploads of this document. There is one queue, so that uploads continue while the user goes to other screens.

import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { askBeforeClosing } from '../../ui/ask-before-closing.ts';
import { mediaKey, uploadMedia } from '../resources/media.ts';
import { useBootstrap } from '../use-bootstrap.ts';
import { rejectionOf } from './check-file.ts';
import { isActive, type UploadItem, UploadQueue } from './upload-queue.ts';

let queue: UploadQueue | undefined;

/** Returns the queue of uploads and its items. Lists of media are read again after each file. */
export function useUploads(): { readonly queue: UploadQueue; readonly items: readonly UploadItem[] } {
  const { limits } = useBootstrap();
  const queries = useQueryClient();
  queue ??= askDuringUploads(
    new UploadQueue({
      reject: (file) => rejectionOf(file, limits),
      send: (file, signal, onProgress) => uploadMedia(file, { signal, onProgress }),
      onUploaded: () => void queries.invalidateQueries({ queryKey: [mediaKey] }),
    }),
  );
  return { queue, items: useSyncExternalStore(queue.subscribe, queue.items) };
}

/** Has the browser ask the user before it closes the document during an upload. */
function askDuringUploads(created: UploadQueue): UploadQueue {
  created.subscribe(() => askBeforeClosing(created, created.items().some(isActive)));
  return created;
}
