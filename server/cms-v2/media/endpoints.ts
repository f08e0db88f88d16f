// Binds the endpoints of media to their operations (media-fonts-and-oembed.md, part A).
import type { mediaOperations } from '../../../contract/cms-v2/media.ts';
import type { Module, Operation } from '../../http/module.ts';
import { mediaChecks } from './checks.ts';
import { createMedia } from './create-media.ts';
import { deleteMedia } from './delete-media.ts';
import type { MediaDeps } from './deps.ts';
import { editMedia } from './edit-media.ts';
import { mediaEmbeds } from './embeds.ts';
import { finalizeMedia } from './finalize-media.ts';
import { getMedia } from './get-media.ts';
import { listMedia } from './list-media.ts';
import { defineMediaPermissions } from './permissions.ts';
import { postProcessMedia } from './post-process-media.ts';
import { mediaPresenter } from './present.ts';
import { sideloadMedia } from './sideload-media.ts';
import { updateMedia } from './update-media.ts';

/**
 * Binds the endpoints to their permissions, operations, presenter, checks and embed readers. Lists use the list operation of
 * entries.
 */
export function mediaEndpoints(deps: MediaDeps, listEntries: Operation): Module {
  const operations: Record<(typeof mediaOperations)[number], Operation> = {
    'list-media': listMedia(deps, listEntries),
    'get-media': getMedia(deps),
    'create-media': createMedia(deps),
    'update-media': updateMedia(deps),
    'delete-media': deleteMedia(deps),
    'post-process-media': postProcessMedia(deps),
    'edit-media': editMedia(deps),
    'sideload-media': sideloadMedia(deps),
    'finalize-media': finalizeMedia(deps),
  };
  return {
    permissions: defineMediaPermissions(deps),
    operations,
    presenter: mediaPresenter(deps),
    checks: mediaChecks(deps),
    embeds: mediaEmbeds(deps),
  };
}
