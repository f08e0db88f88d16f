// Binds the endpoints of media to their operations (media-fonts-and-oembed.md, part A).
import { mediaModule } from '../../../contract/cms-v2/media.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import type { AddedContent } from '../entries/added-content.ts';
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
export function mediaEndpoints(
  deps: MediaDeps,
  listEntries: EntryOperations['list-entries'],
  added: AddedContent,
): Module {
  const { entries } = deps;
  return implement(mediaModule, {
    permissions: defineMediaPermissions(entries),
    operations: {
      'list-media': listMedia(entries, listEntries),
      'get-media': getMedia(entries),
      'create-media': createMedia(deps),
      'update-media': updateMedia(entries),
      'delete-media': deleteMedia(deps),
      'post-process-media': postProcessMedia(deps),
      'edit-media': editMedia(deps),
      'sideload-media': sideloadMedia(deps),
      'finalize-media': finalizeMedia(entries),
    },
    presenter: mediaPresenter(entries, added),
    checks: mediaChecks(deps),
    embeds: mediaEmbeds(entries),
  });
}
