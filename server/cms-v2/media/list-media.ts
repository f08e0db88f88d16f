// GET /cms/v2/media: lists media items (media-fonts-and-oembed.md, A9).
import type { mediaKinds } from '../../../contract/cms-v2/media.ts';
import { allowedTypes } from '../../files/file-types.ts';
import type { Call, Operation } from '../../http/module.ts';
import type { MediaDeps } from './deps.ts';
import { findMedia, findShortMedia } from './store.ts';

interface TypeFilters {
  readonly media_type?: readonly (typeof mediaKinds)[number][] | null;
  readonly mime_type?: readonly string[] | null;
}

/** Responds with a page of the media items that are visible to the caller. The list operation of entries selects them. */
export function listMedia({ database }: MediaDeps, listEntries: Operation): Operation {
  return {
    async run(call: Call<TypeFilters>, target) {
      const format = requestedMimeTypes(call.args);
      const args = { ...call.args, ...(format.length > 0 && { format }) };
      const outcome = await listEntries.run({ ...call, args }, target);
      if (!('ids' in outcome)) return outcome;
      const { read } = database;
      return { ...outcome, load: (ids) => findShortMedia(read, ids), loadLong: (ids) => findMedia(read, ids) };
    },
  };
}

/**
 * Returns the requested MIME types: the types in the requested groups, and the individually requested types. Types that are
 * not accepted for uploads are ignored.
 */
function requestedMimeTypes({ media_type, mime_type }: TypeFilters): string[] {
  const [groups, single] = [media_type ?? [], mime_type ?? []];
  const typesOfGroups = allowedTypes.filter((type) => groups.some((group) => type.startsWith(`${group}/`)));
  return [...new Set([...typesOfGroups, ...single.filter((type) => allowedTypes.includes(type))])];
}
