// POST, PUT and PATCH /cms/v2/media/<id>: update the submitted fields of a media item (media-fonts-and-oembed.md, A8).

import type { WriteHandle } from '../../database/handle.ts';
import { parseSubmittedSlug } from '../../rendering/slug.ts';
import { type EntryDeps, typeOf } from '../entries/deps.ts';
import { lockEntry } from '../entries/lock-entry.ts';
import { textWorkOf } from '../entries/text-work.ts';
import { submittedColumns } from '../plain-columns.ts';
import { composeMedia, mediaParameters, storedAltText } from './compose-media.ts';
import type { MediaOperations } from './operations.ts';
import { requireMedia, requireValidParent } from './permissions.ts';
import { updateMediaColumns } from './store.ts';

/** Updates a media item and responds with it in the edit context. Throws the errors of `requireValidParent` and `composeMedia`. */
export function updateMedia(deps: EntryDeps): MediaOperations['update-media'] {
  return {
    async run(call, loadedMedia) {
      const { args } = call;
      if (args.post !== loadedMedia.parent) requireValidParent(loadedMedia.newParent);
      const type = typeOf(deps.contract, call);
      const textWork = textWorkOf(deps.texts, call, mediaParameters);
      const update = async (tx: WriteHandle) => {
        const before = await lockEntry(tx, type, loadedMedia.id, call.actor, 'edit');
        await call.requireMatch();
        const composition = { deps: deps, read: tx, call, type, before, textWork };
        const entry = await composeMedia(composition, before.format);
        const slug = parseSubmittedSlug(args.slug) ?? before.slug;
        const choice = { slug, mustBeFree: false, slugBeforeTrash: null };
        await deps.writer.update(tx, type, { before, entry, choice });
        await updateMediaColumns(tx, before.id, {
          ...submittedColumns('media', args),
          ...(args.alt_text !== undefined && { alt_text: storedAltText(args.alt_text) }),
        });
        return requireMedia(tx, before.id);
      };
      const row = await textWork.complete(() => deps.database.transaction(update));
      return { kind: 'record', row, context: 'edit' };
    },
  };
}
