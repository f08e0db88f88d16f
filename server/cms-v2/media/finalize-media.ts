// POST …/finalize: what was sideloaded becomes part of the item (media-fonts-and-oembed.md, A11).
import type { Call, Operation } from '../../http/room.ts';
import { noMeta } from '../../pictures/image-meta.ts';
import { Refusal } from '../../refusal.ts';
import { typeOf } from '../entries/parts.ts';
import { claimMedia, rewriteMedia } from './claim-media.ts';
import { folderOf, type MediaDetails, nameOf, requireHere } from './details.ts';
import type { MediaParts } from './parts.ts';
import type { MediaRow } from './rows.ts';
import { companions, mainNames } from './size-names.ts';
import { findPathsOf } from './store.ts';

/** What a sideload has answered. */
interface SubSize {
  readonly image_size: string | readonly string[];
  readonly width?: number;
  readonly height?: number;
  readonly file?: string;
  readonly mime_type?: string;
  readonly filesize?: number;
  readonly original_image?: string;
}

/** Takes sideloaded files into an item; answers with it as its editors see it. Throws Refusal 400 `rest_invalid_sub_size_file`. */
export function finalizeMedia(parts: MediaParts): Operation {
  return {
    async run(call: Call<{ readonly sub_sizes: readonly SubSize[] }>, subject: MediaRow) {
      requireHere(subject.media, 'rest_sideload_attachment_not_in_uploads', 403);
      const type = typeOf(parts.contract, call);
      const row = await parts.database.transaction(async (tx) => {
        const before = await claimMedia(tx, type, subject.id, call.actor);
        await call.requireMatch();
        const folder = folderOf(before.media.original);
        const paths = new Set(await findPathsOf(tx, before.id));
        const sizes = call.args.sub_sizes.filter(({ file }) => file !== undefined);
        for (const { file = '', original_image } of sizes) {
          requireKnown(paths, folder, file);
          if (original_image !== undefined) requireKnown(paths, folder, original_image);
        }
        if (sizes.length === 0) return before;
        const changed = sizes.reduce<Changed>((so, size) => taken(so, size, folder), {
          details: before.media.details,
          file: before.media.file,
          filesize: before.media.filesize,
        });
        return rewriteMedia(parts, tx, type, call.actor, before, changed);
      });
      return { kind: 'record', row, context: 'edit' };
    },
  };
}

/** A name is that of a file of this item: a name alone, or with the folder of its files. */
function requireKnown(paths: ReadonlySet<string>, folder: string, name: string): void {
  if (paths.has(name) || paths.has(folder + name)) return;
  throw new Refusal('rest_invalid_sub_size_file', 400, 'A file is named that was not sideloaded for this item.');
}

interface Changed {
  readonly details: MediaDetails;
  readonly file: string;
  readonly filesize: number;
}

/** The item with one of the files taken into it. */
function taken(so: Changed, size: SubSize, folder: string): Changed {
  const { image_size: named, file = '', width = 0, height = 0, filesize = 0, mime_type = '', original_image } = size;
  const { details } = so;
  if (typeof named === 'string' && named in companions)
    return { ...so, details: { ...details, [companions[named as keyof typeof companions]]: nameOf(file) } };
  if (typeof named === 'string' && mainNames.includes(named)) {
    const path = folder + nameOf(file);
    const main = {
      file: path,
      width,
      height,
      filesize,
      image_meta: { ...(details.image_meta ?? noMeta), orientation: 1 as const },
    };
    return {
      file: path,
      filesize,
      details: { ...details, ...main, ...(original_image !== undefined && { original_image: nameOf(original_image) }) },
    };
  }
  const entry = { width, height, file: nameOf(file), mime_type, filesize };
  const names = typeof named === 'string' ? [named] : named;
  return {
    ...so,
    details: { ...details, sizes: { ...details.sizes, ...Object.fromEntries(names.map((name) => [name, entry])) } },
  };
}
