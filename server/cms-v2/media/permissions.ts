// Defines the permissions of the media routes (media-fonts-and-oembed.md, A3, A5, A8).
import type { MediaEndpoints } from '../../../contract/cms-v2/media.ts';
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { Actor } from '../../access/actor.ts';
import { ApiError } from '../../api-error.ts';
import type { PermissionArgs, Permissions } from '../../http/implement.ts';
import { type Call, type PermissionError, parseId, submitsId } from '../../http/module.ts';
import { permissionApiError } from '../../http/permission-checks.ts';
import {
  deleteCondition,
  editCondition,
  forbiddenErrors,
  mayNameAuthor,
  passes,
  readCondition,
} from '../entries/conditions.ts';
import { type EntryDeps, typeOf } from '../entries/deps.ts';
import type { MediaTargets, MediaWithNewParent } from './operations.ts';
import { requireMedia } from './require-media.ts';
import type { ParentEntry } from './rows.ts';
import { findParentEntry, mediaType } from './store.ts';
import { unsupportedImageError } from './uploaded-file.ts';

/** Throws ApiError 400 `rest_invalid_param` if the parent entry is a media item. */
export function requireValidParent(parent: ParentEntry | undefined): void {
  if (parent?.type === mediaType)
    throw new ApiError('rest_invalid_param', 400, 'A media item cannot be attached to another media item.');
}

/** Returns the loaded media item. Throws the ApiError of the permission if the caller may not upload files. */
export function requireLoaded(media: MediaTargets['change-picture'], { actor }: Pick<Call, 'actor'>) {
  if (!media) throw permissionApiError(cannotEditImage, actor);
  return media;
}

/** The arguments of new and updated media on which permissions depend. */
type CheckedArgs = Pick<PermissionArgs<MediaEndpoints, 'edit-media'>, 'author' | 'post'>;

/** Returns the permissions of media, keyed by their names in the contract. */
export function defineMediaPermissions(deps: EntryDeps): Permissions<MediaEndpoints, MediaTargets> {
  const { contract, database } = deps;
  const load = (call: Call) => requireMedia(database.read, parseId(call.path.id));
  const newParent = async ({ args: { post } }: Call<CheckedArgs>) =>
    post === undefined || post === 0 ? undefined : findParentEntry(database.read, post);
  const loadWithNewParent = async (call: Call<CheckedArgs>): Promise<MediaWithNewParent> => ({
    ...(await load(call)),
    newParent: await newParent(call),
  });
  return {
    'list-media': {
      permit: (call) =>
        call.args.context === 'edit' && !call.actor.can(typeOf(contract, call).rights.edit)
          ? forbiddenErrors.editContext
          : undefined,
    },
    'read-media': {
      load,
      permit: (call, row) => {
        const type = typeOf(contract, call);
        if (call.args.context === 'edit' && !passes(editCondition, call.actor, type, row))
          return forbiddenErrors.editContext;
        return passes(readCondition, call.actor, type, row) ? undefined : forbiddenErrors.read;
      },
    },
    'create-media': {
      load: newParent,
      permit: (call, parent) => {
        const type = typeOf(contract, call);
        if (submitsId(call)) return forbiddenErrors.exists;
        return (
          checkAuthor(call, type) ??
          (call.actor.can(type.rights.create) ? undefined : forbiddenErrors.create) ??
          checkParent(deps, call, parent) ??
          (call.args.url === undefined ? unsupportedImageError(call) : undefined)
        );
      },
    },
    'edit-media': {
      load: loadWithNewParent,
      permit: (call, row) => {
        const type = typeOf(contract, call);
        if (!passes(editCondition, call.actor, type, row)) return forbiddenErrors.edit;
        const isMoved = call.args.post !== row.parent;
        return checkAuthor(call, type) ?? (isMoved ? checkParent(deps, call, row.newParent) : undefined);
      },
    },
    'change-picture': {
      // Callers who may not upload files are rejected before the item is loaded (A8, permission matrix).
      load: async (call) => (call.actor.can('upload_files') ? loadWithNewParent(call) : undefined),
      permit: (call, row) => {
        if (!row) return cannotEditImage;
        if (!passes(editCondition, call.actor, typeOf(contract, call), row)) return forbiddenErrors.edit;
        return checkParent(deps, call, row.newParent);
      },
    },
    'delete-media': {
      load,
      permit: (call, row) =>
        passes(deleteCondition, call.actor, typeOf(contract, call), row) ? undefined : forbiddenErrors.delete,
    },
  };
}

const cannotEditImage: PermissionError = {
  code: 'rest_cannot_edit_image',
  message: 'You are not allowed to edit images.',
};

function checkAuthor({ args: { author }, actor }: Call<CheckedArgs>, type: ContentType): PermissionError | undefined {
  return author && author !== actor.id && !mayNameAuthor(actor, type) ? forbiddenErrors.otherAuthor : undefined;
}

/**
 * Returns an error unless the requested parent entry exists and the caller may edit it. 0 and an
 * omitted `post` are always allowed.
 */
function checkParent(
  { contract }: EntryDeps,
  { args: { post }, actor, submitted }: Call<CheckedArgs>,
  parent: ParentEntry | undefined,
): PermissionError | undefined {
  if (post === 0 || (submitted('post') ?? undefined) === undefined) return undefined;
  return parent && mayEditParent(actor, contract.types.get(parent.type), parent) ? undefined : forbiddenErrors.edit;
}

const mayEditParent = (actor: Actor, type: ContentType | undefined, parent: ParentEntry): boolean =>
  type !== undefined && passes(editCondition, actor, type, parent);
