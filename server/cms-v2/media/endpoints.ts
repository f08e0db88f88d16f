// Binds the endpoints of media to their operations (media-fonts-and-oembed.md, part A).
import { mediaModule } from '../../../contract/cms-v2/media.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import type { EntryOperations } from '../entries/operations.ts';
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

/** Returns the module of media. Lists use the list operation of entries. */
export function mediaEndpoints(deps: MediaDeps, listEntries: EntryOperations['list-entries']): Module {
  return implement(mediaModule, {
    permissions: defineMediaPermissions(deps),
    operations: {
      'list-media': listMedia(deps, listEntries),
      'get-media': getMedia(deps),
      'create-media': createMedia(deps),
      'update-media': updateMedia(deps),
      'delete-media': deleteMedia(deps),
      'post-process-media': postProcessMedia(deps),
      'edit-media': editMedia(deps),
      'sideload-media': sideloadMedia(deps),
      'finalize-media': finalizeMedia(deps),
    },
    presenter: mediaPresenter(deps),
    checks: mediaChecks(deps),
    embeds: mediaEmbeds(deps),
  });
}
