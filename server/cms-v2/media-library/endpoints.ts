// Implements the endpoints of the media library.
import { mediaLibraryModule, type mediaUseFields } from '../../../contract/octavo-v1/media-library.ts';
import { implement } from '../../http/implement.ts';
import type { Module, Presenter } from '../../http/module.ts';
import { permissionApiError } from '../../http/permission-checks.ts';
import { editCondition, passes } from '../entries/conditions.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { findHiddenPaths, type HiddenPaths } from '../entries/hidden-paths.ts';
import { titleOf } from '../entries/texts.ts';
import { entryUrl } from '../entries/urls.ts';
import type { MediaDeps } from '../media/deps.ts';
import { replaceFile } from '../media/replace-file.ts';
import { mediaType } from '../media/store.ts';
import { listMediaUses, type MediaLibraryOperations } from './list-media-uses.ts';
import { cannotUploadError, defineMediaLibraryPermissions } from './permissions.ts';
import type { MediaUse } from './uses-store.ts';

// POST /octavo/v1/media/<id>/file: replaces the file of a media item.

/** Replaces the file of a media item, and responds with the item like its own route in the edit context. */
function replaceMediaFile(deps: MediaDeps): MediaLibraryOperations['replace-media-file'] {
  const resource = deps.entries.contract.resources.get(mediaType);
  if (!resource) throw new Error('the resource of media is not declared');
  return {
    async run(call, loadedMedia) {
      if (!loadedMedia) throw permissionApiError(cannotUploadError, call.actor);
      const row = await replaceFile(deps, call, loadedMedia);
      return { kind: 'record-of', resource, row, status: 200, context: 'edit' };
    },
  };
}

type UsePresenter = Presenter<typeof mediaUseFields, MediaUse, HiddenPaths>;

function usePresenter({ contract, database, site }: EntryDeps): UsePresenter {
  const fields: UsePresenter['fields'] = {
    id: ({ id }) => id,
    type: ({ type }) => type,
    status: ({ status }) => status,
    title: titleOf,
    modified: ({ modified }) => modified,
    link: (row, hidden) => {
      const type = contract.types.get(row.type);
      return type ? entryUrl(row, type, site, hidden) : '';
    },
    uses: ({ is_featured, in_content }) => [
      ...(is_featured ? (['featured_media'] as const) : []),
      ...(in_content ? (['content'] as const) : []),
    ],
    may_edit: (row, _hidden, { actor }) => {
      const type = contract.types.get(row.type);
      return type !== undefined && passes(editCondition, actor, type, row);
    },
  };
  return { prepare: (rows) => findHiddenPaths(database.read, rows), fields, facts: ({ id }) => ({ id }) };
}

/** Returns the module of the media library. */
export function mediaLibraryEndpoints(deps: MediaDeps): Module {
  return implement(mediaLibraryModule, {
    permissions: defineMediaLibraryPermissions(deps.entries),
    operations: { 'replace-media-file': replaceMediaFile(deps), 'list-media-uses': listMediaUses(deps.entries) },
    presenter: usePresenter(deps.entries),
  });
}
