// POST, PUT, PATCH on an item: what is sent changes, the rest stays (media-fonts-and-oembed.md, A8).

import type { WriteHandle } from '../../database/handle.ts';
import type { Call, Operation } from '../../http/room.ts';
import { sentSlug } from '../../rendering/slug.ts';
import { claimEntry } from '../entries/claim-entry.ts';
import { typeOf } from '../entries/parts.ts';
import { saveEntry } from '../entries/save-entry.ts';
import { textWorkOf } from '../entries/text-work.ts';
import { composeMedia, type MediaArgs, mediaParameters, storedAltText } from './compose-media.ts';
import type { MediaParts } from './parts.ts';
import { type Changing, requireHoldable } from './permissions.ts';
import { findMediaItem, writeAltText } from './store.ts';

/** Changes a file's texts and state; answers with it as its editors see it. */
export function updateMedia(parts: MediaParts): Operation {
  return {
    async run(call: Call<MediaArgs>, subject: Changing) {
      const { args } = call;
      if (args.post !== subject.parent) requireHoldable(subject.wanted);
      const type = typeOf(parts.contract, call);
      const textWork = textWorkOf(parts, call, mediaParameters);
      const update = async (tx: WriteHandle) => {
        const before = await claimEntry(tx, type, subject.id, call.actor, 'edit');
        await call.requireMatch();
        const entry = await composeMedia({ parts, read: tx, call, type, before, mime: before.format, textWork });
        const slug = sentSlug(args.slug) ?? before.slug;
        const choice = { slug, mustBeFree: false, slugBeforeTrash: null };
        await saveEntry(tx, type, before, entry, choice, new Map(), undefined);
        if (args.alt_text !== undefined) await writeAltText(tx, before.id, storedAltText(args.alt_text));
        return findMediaItem(tx, before.id);
      };
      const row = await textWork.complete(() => parts.database.transaction(update));
      return { kind: 'record', row, context: 'edit' };
    },
  };
}
