// Defines the permissions of the media library.
import type { MediaLibraryEndpoints } from '../../../contract/octavo-v1/media-library.ts';
import { limitsError } from '../../access/limits.ts';
import type { Permissions } from '../../http/implement.ts';
import { type Call, parseId } from '../../http/module.ts';
import { editCondition, forbiddenErrors, passes } from '../entries/conditions.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { requireMedia } from '../media/require-media.ts';
import type { MediaRow } from '../media/rows.ts';
import { mediaType } from '../media/store.ts';

/** The targets of the permissions. */
export type MediaLibraryTargets = {
  /** The media item; undefined if the caller may not upload files. */
  'replace-media-file': MediaRow | undefined;
  'list-media-uses': MediaRow;
};

export const cannotUploadError = { code: 'rest_cannot_create', message: 'You are not allowed to upload files.' };

/**
 * Returns the permissions of the media library, keyed by their names in the contract. Both require the permission to edit the media item, and
 * replacing a file also that to upload files. An application password that is not allowed in the namespace of media must not change them
 * here either.
 */
export function defineMediaLibraryPermissions({
  contract,
  database,
}: EntryDeps): Permissions<MediaLibraryEndpoints, MediaLibraryTargets> {
  const type = contract.types.get(mediaType);
  if (!type) throw new Error('the content type `attachment` is not declared');
  const load = (call: Call) => requireMedia(database.read, parseId(call.path.id));
  const permit = ({ actor, method }: Pick<Call, 'actor' | 'method'>, row: MediaRow) =>
    passes(editCondition, actor, type, row) ? limitsError(actor, [method], type.restNamespace) : forbiddenErrors.edit;
  return {
    'replace-media-file': {
      load: async (call) => (call.actor.can(type.rights.create) ? load(call) : undefined),
      permit: (call, row) => (row ? permit({ actor: call.actor, method: 'POST' }, row) : cannotUploadError),
    },
    'list-media-uses': { load, permit: (call, row) => permit({ actor: call.actor, method: 'GET' }, row) },
  };
}
