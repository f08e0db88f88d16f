// GET /cms/v2/media: lists media items (media-fonts-and-oembed.md, A9).

import type { MediaEndpoints } from '../../../contract/cms-v2/media.ts';
import { allowedTypes } from '../../files/file-types.ts';
import type { ArgsOf } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';
import type { EntryOperations } from '../entries/operations.ts';
import { withRows } from '../entries/with-rows.ts';
import type { MediaOperations } from './operations.ts';
import { findMedia, findShortMedia } from './store.ts';

/** Responds with a page of the media items that are visible to the caller. The list operation of entries selects them. */
export function listMedia(
  deps: EntryDeps,
  listEntries: EntryOperations['list-entries'],
): MediaOperations['list-media'] {
  const { read } = deps.database;
  return {
    async run(call, target) {
      const format = requestedMimeTypes(call.args);
      const args = { ...call.args, ...(format.length > 0 && { format }) };
      const list = await listEntries.run({ ...call, args }, target);
      return withRows(
        list,
        (ids) => findShortMedia(read, ids),
        (ids) => findMedia(read, ids),
      );
    },
  };
}

/**
 * Returns the requested MIME types: the types in the requested groups, and the individually requested types. Types that are
 * not accepted for uploads are ignored.
 */
function requestedMimeTypes({ media_type, mime_type }: ArgsOf<MediaEndpoints['list-media']>): string[] {
  const [groups, single] = [media_type ?? [], mime_type ?? []];
  const typesOfGroups = allowedTypes.filter((type) => groups.some((group) => type.startsWith(`${group}/`)));
  return [...new Set([...typesOfGroups, ...single.filter((type) => allowedTypes.includes(type))])];
}
