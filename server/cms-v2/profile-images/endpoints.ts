// Implements the endpoints of the profile images of users.
import type { Static } from '../../../contract/grammar/schema.ts';
import {
  type ProfileImageEndpoints,
  type profileImage,
  profileImagesModule,
} from '../../../contract/octavo-v1/profile-images.ts';
import type { Actor } from '../../access/actor.ts';
import { limitsError } from '../../access/limits.ts';
import { ApiError } from '../../api-error.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { recordEvent } from '../../events/record.ts';
import { implement, type LoadingPermission, type Operations, type Permissions } from '../../http/implement.ts';
import { type Call, type Module, parseId } from '../../http/module.ts';
import { passes, readCondition } from '../entries/conditions.ts';
import type { EntryDeps } from '../entries/deps.ts';
import { usersLock } from '../entries/lock-entry.ts';
import { encodePath, folderOf, requireLocal } from '../media/details.ts';
import { filesOf, type ImageFile } from '../media/image-element.ts';
import type { MediaFile } from '../media/rows.ts';
import { findMediaItem, mediaType } from '../media/store.ts';
import { mayEdit, forbiddenErrors as userErrors } from '../users/conditions.ts';
import { deleteProfileImage, findProfileImage, upsertProfileImage } from '../users/profile-images-store.ts';
import { findUserName } from '../users/store.ts';

type Owner = NonNullable<Awaited<ReturnType<typeof findUserName>>>;
type Targets = { 'read-profile-image': Owner; 'edit-profile-image': Owner };
type ProfileImageOperations = Operations<ProfileImageEndpoints, Targets>;
type ProfileImage = Static<typeof profileImage>;

/** The width that the file of an avatar should have, in pixels: twice the width of the largest avatar, for displays with a high resolution. */
const preferredWidth = 192;

const usersNamespace = 'cms/v2';

/**
 * Returns the permissions. Users may see and change the profile images of every user whom they may edit. An application password that is
 * not allowed in the namespace of users must not change them here either.
 */
function definePermissions({ database: { read } }: EntryDeps): Permissions<ProfileImageEndpoints, Targets> {
  const allowEditors = (method: string): LoadingPermission<object, Owner> => ({
    load: (call) => requireOwner(read, call),
    permit: ({ actor }, owner) =>
      mayEdit(actor, owner) ? limitsError(actor, [method], usersNamespace) : userErrors.edit,
  });
  return { 'read-profile-image': allowEditors('GET'), 'edit-profile-image': allowEditors('PUT') };
}

/** Returns the user in the path. Throws ApiError 404 `rest_user_invalid_id` if there is none. */
async function requireOwner(read: ReadHandle, { path }: Pick<Call, 'path'>): Promise<Owner> {
  const owner = await findUserName(read, parseId(path.id));
  const { code, status, message } = userErrors.unknown;
  if (!owner) throw new ApiError(code, status, message);
  return owner;
}

const noImage: ProfileImage = { media: 0, url: null };

/** The columns of a profile image that are presented. */
type PresentedColumns = NonNullable<Awaited<ReturnType<typeof findProfileImage>>>;

/** Returns the outcome of an operation: the image, whose version is that of the user's choice. */
function outcomeOf({ site }: EntryDeps, image: PresentedColumns | undefined) {
  const value = image ? { media: image.media_id, url: `${site.urls.uploads}/${image.path}` } : noImage;
  return { kind: 'value', value, uncached: true, stateOf: { media: value.media } } as const;
}

/** Responds with the profile image; its ID is 0 if the user has none. */
const getProfileImage = (deps: EntryDeps): ProfileImageOperations['get-profile-image'] => ({
  async run(_call, { id }) {
    return outcomeOf(deps, await findProfileImage(deps.database.read, id));
  },
});

/**
 * Sets the profile image, and responds with it. Throws ApiError 400 `rest_invalid_profile_image` if there is no image with this ID that
 * the caller may read, or if its file is still on the site from which it was imported, and 412 `rest_precondition_failed`.
 */
const setProfileImage = (deps: EntryDeps): ProfileImageOperations['set-profile-image'] => ({
  async run(call, loaded) {
    const image = await deps.database.transaction(async (tx) => {
      // Neither the user nor the image can be deleted meanwhile.
      await tx.share(usersLock);
      await tx.lock(`entry ${call.args.media}`);
      const { id } = await requireOwner(tx, { path: { id: String(loaded.id) } });
      await call.requireMatch();
      const media = await requireImage(deps, tx, call.actor, call.args.media);
      const row = {
        user_id: id,
        media_id: call.args.media,
        path: encodePath(folderOf(media.file) + avatarFile(media).file),
      };
      await upsertProfileImage(tx, row);
      await recordEvent(tx, { kind: 'user.updated', subject: id });
      return row;
    });
    return outcomeOf(deps, image);
  },
});

/** Removes the profile image, and responds like `getProfileImage` for a user without one. */
const removeProfileImage = (deps: EntryDeps): ProfileImageOperations['delete-profile-image'] => ({
  async run(call, { id }) {
    await deps.database.transaction(async (tx) => {
      await call.requireMatch();
      if (await deleteProfileImage(tx, id)) await recordEvent(tx, { kind: 'user.updated', subject: id });
    });
    return outcomeOf(deps, undefined);
  },
});

const invalidImageCode = 'rest_invalid_profile_image';

/** Returns the files of an image. Throws ApiError 400 `rest_invalid_profile_image`. */
async function requireImage({ contract }: EntryDeps, read: ReadHandle, actor: Actor, id: number): Promise<MediaFile> {
  const type = contract.types.get(mediaType);
  const row = await findMediaItem(read, id);
  // Avatars are public, as are media items with this status.
  const isUsable =
    type && row?.status === 'inherit' && row.format.startsWith('image/') && passes(readCondition, actor, type, row);
  if (!isUsable) throw new ApiError(invalidImageCode, 400, 'media must be the ID of an image that you may view.');
  requireLocal(row.media, invalidImageCode, 400);
  return row.media;
}

/**
 * Returns the file of an image that is used as an avatar: square, if there is one, and the smallest with the preferred width, or else the
 * widest.
 */
function avatarFile(media: Pick<MediaFile, 'details' | 'file'>): ImageFile {
  const files = filesOf(media);
  const square = files.filter(({ width, height }) => width === height);
  const candidates = (square.length > 0 ? square : files).toSorted((one, other) => one.width - other.width);
  const found = candidates.find(({ width }) => width >= preferredWidth) ?? candidates.at(-1);
  if (!found) throw new ApiError(invalidImageCode, 400, 'media must be the ID of an image with known dimensions.');
  return found;
}

/** Returns the module of profile images. */
export function profileImagesEndpoints(deps: EntryDeps): Module {
  return implement(profileImagesModule, {
    permissions: definePermissions(deps),
    operations: {
      'get-profile-image': getProfileImage(deps),
      'set-profile-image': setProfileImage(deps),
      'delete-profile-image': removeProfileImage(deps),
    },
  });
}
