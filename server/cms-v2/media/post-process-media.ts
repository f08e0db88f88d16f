// POST …/post-process: makes the sizes of a picture that are not there (media-fonts-and-oembed.md, A8).

import { splitName } from '../../files/names.ts';
import type { Call, Operation } from '../../http/room.ts';
import { workable } from '../../pictures/jobs.ts';
import { missingSizes } from '../../pictures/sizes.ts';
import { typeOf } from '../entries/parts.ts';
import { claimMedia, rewriteMedia } from './claim-media.ts';
import { make, plannedSizes } from './derive.ts';
import { folderOf, nameOf, requireHere } from './details.ts';
import { clear, keepFiles, unkeep } from './keep-files.ts';
import { forActor, type MediaParts } from './parts.ts';
import type { MediaRow } from './rows.ts';
import { sizesOf } from './save-upload.ts';
import { givePath } from './store.ts';

/** Makes missing sizes; answers with the file as its editors see it. */
export function postProcessMedia(parts: MediaParts): Operation {
  return {
    async run(call: Call, subject: MediaRow) {
      await call.requireMatch();
      requireHere(subject.media, 'rest_unknown_attachment', 404);
      const row = isDone(subject) ? subject : await makeMissing(forActor(parts, call.actor), call, subject);
      return { kind: 'record', row, context: 'edit' };
    },
  };
}

function isDone({ format, media }: MediaRow): boolean {
  const { width, height, details } = media;
  return !workable.has(format) || missingSizes({ width, height }, Object.keys(details.sizes)).length === 0;
}

async function makeMissing(parts: MediaParts, call: Call, subject: MediaRow): Promise<MediaRow> {
  const { format, media } = subject;
  const local = await parts.files.local(media.original);
  if (!local) throw new Error(`the file ${media.original} is not in the store`);
  const plans = plannedSizes(media, Object.keys(media.details.sizes));
  const derived = await make(parts, local.path, format, plans, 'rest_upload_sideload_error');
  try {
    const { stem, extension } = splitName(nameOf(media.original));
    const folder = folderOf(media.original);
    const paths = new Map<string, string>();
    for (const { path, ending } of derived) {
      const wish = { folder, name: { stem: stem + ending, extension }, first: 0 };
      const stored = await keepFiles(parts, wish, [{ path, ending: '', type: format }]);
      paths.set(ending, stored.paths.get('') ?? '');
    }
    const made = sizesOf(derived, (ending) => paths.get(ending) ?? '', format);
    try {
      return await parts.database.transaction(async (tx) => {
        const type = typeOf(parts.contract, call);
        const row = await claimMedia(tx, type, subject.id, call.actor);
        for (const path of paths.values())
          if (!(await givePath(tx, path, row.id))) throw new Error(`the claim of ${path} is gone`);
        const { details } = row.media;
        return rewriteMedia(parts, tx, type, call.actor, row, {
          details: { ...details, sizes: { ...made, ...details.sizes } },
        });
      });
    } catch (error) {
      await unkeep(parts, { paths });
      throw error;
    }
  } finally {
    await clear(derived.map(({ path }) => path));
    await local.release();
  }
}
