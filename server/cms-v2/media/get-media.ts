// GET /cms/v2/media/<id>: returns a media item.
import type { EntryDeps } from '../entries/deps.ts';
import { findHiddenPaths } from '../entries/hidden-paths.ts';
import type { MediaOperations } from './operations.ts';
import { mediaUrl } from './urls.ts';

/** Responds with the media item that the permission has loaded, and with the URL of its page as the alternate link. */
export const getMedia = (deps: EntryDeps): MediaOperations['get-media'] => ({
  run: async (_call, row) => {
    const hidden = await findHiddenPaths(deps.database.read, [row]);
    return { kind: 'record', row, alternate: mediaUrl(deps, row, hidden) };
  },
});
