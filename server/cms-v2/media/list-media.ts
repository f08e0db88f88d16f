// GET on the collection (media-fonts-and-oembed.md, A9).
import type { mediaFamilies } from '../../../contract/cms-v2/media.ts';
import { takenTypes } from '../../files/kinds.ts';
import type { Call, Operation } from '../../http/room.ts';
import type { MediaParts } from './parts.ts';
import { findMedia, findShortMedia } from './store.ts';

interface Narrowing {
  readonly media_type?: readonly (typeof mediaFamilies)[number][] | null;
  readonly mime_type?: readonly string[] | null;
}

/** Answers with a page of the files that the caller may see; the list is that of entries. */
export function listMedia({ database }: MediaParts, listEntries: Operation): Operation {
  return {
    async run(call: Call<Narrowing>, subject) {
      const format = typesOf(call.args);
      const args = { ...call.args, ...(format.length > 0 && { format }) };
      const outcome = await listEntries.run({ ...call, args }, subject);
      if (!('ids' in outcome)) return outcome;
      const { read } = database;
      return { ...outcome, load: (ids) => findShortMedia(read, ids), loadLong: (ids) => findMedia(read, ids) };
    },
  };
}

/** The types that are asked for: families and single types together; one that is not taken asks for nothing. */
function typesOf({ media_type, mime_type }: Narrowing): string[] {
  const [families, single] = [media_type ?? [], mime_type ?? []];
  const ofFamilies = takenTypes.filter((type) => families.some((family) => type.startsWith(`${family}/`)));
  return [...new Set([...ofFamilies, ...single.filter((type) => takenTypes.includes(type))])];
}
