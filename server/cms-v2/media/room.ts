// The room of media.
import type { mediaOperations } from '../../../contract/cms-v2/media.ts';
import type { Operation, Room } from '../../http/room.ts';
import { mediaChecks } from './checks.ts';
import { createMedia } from './create-media.ts';
import { deleteMedia } from './delete-media.ts';
import { editMedia } from './edit-media.ts';
import { mediaEmbeds } from './embeds.ts';
import { finalizeMedia } from './finalize-media.ts';
import { getMedia } from './get-media.ts';
import { listMedia } from './list-media.ts';
import type { MediaParts } from './parts.ts';
import { mediaRules } from './permissions.ts';
import { postProcessMedia } from './post-process-media.ts';
import { mediaPresenter } from './present.ts';
import { sideloadMedia } from './sideload-media.ts';
import { updateMedia } from './update-media.ts';

/** Joins the room's rules, operations and presenter. Lists are planned as those of entries. */
export function mediaRoom(parts: MediaParts, listEntries: Operation): Room {
  const operations: Record<(typeof mediaOperations)[number], Operation> = {
    'list-media': listMedia(parts, listEntries),
    'get-media': getMedia(parts),
    'create-media': createMedia(parts),
    'update-media': updateMedia(parts),
    'delete-media': deleteMedia(parts),
    'post-process-media': postProcessMedia(parts),
    'edit-media': editMedia(parts),
    'sideload-media': sideloadMedia(parts),
    'finalize-media': finalizeMedia(parts),
  };
  return {
    permissions: mediaRules(parts),
    operations,
    presenter: mediaPresenter(parts),
    checks: mediaChecks(parts),
    embeds: mediaEmbeds(parts),
  };
}
