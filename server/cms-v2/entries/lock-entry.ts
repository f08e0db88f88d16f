// Loads entries that are to be changed, and locks them until the transaction ends.
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { Actor } from '../../access/actor.ts';
import { ApiError } from '../../api-error.ts';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { permissionApiError } from '../../http/permission-checks.ts';
import { deleteCondition, editCondition, forbiddenErrors, passes } from './conditions.ts';
import type { EntryHead, WholeEntry } from './rows.ts';
import { findEntry, findEntryHead } from './store.ts';

/** Returns the entry of this type with this ID. Throws ApiError 404 `rest_post_invalid_id` if there is none. */
export const requireEntry = (read: ReadHandle, type: ContentType, id: number): Promise<WholeEntry> =>
  findOrThrow(findEntry, read, type, id);

/** Returns the entry without its texts, which most checks do not need. Throws the same error as `requireEntry`. */
export const requireEntryHead = (read: ReadHandle, type: ContentType, id: number): Promise<EntryHead> =>
  findOrThrow(findEntryHead, read, type, id);

async function findOrThrow<T>(
  find: (read: ReadHandle, type: string, id: number) => Promise<T | undefined>,
  read: ReadHandle,
  type: ContentType,
  id: number,
): Promise<T> {
  const entry = Number.isSafeInteger(id) && id > 0 ? await find(read, type.name, id) : undefined;
  if (!entry) throw new ApiError('rest_post_invalid_id', 404, `No ${type.noun.one} with this ID.`);
  return entry;
}

const permissionChecks = { edit: editCondition, delete: deleteCondition } as const;

/**
 * Locks an entry until the transaction ends, and returns it. For hierarchical types the whole tree is locked, because paths
 * depend on the slugs of ancestors. The permission is checked again, because the entry may have changed since the request
 * was authorized.
 *
 * Throws ApiError 404 `rest_post_invalid_id` if the entry does not exist, and 401 or 403 `rest_cannot_edit` or `rest_cannot_delete` if
 * the action is forbidden.
 */
export async function lockEntry(
  tx: WriteHandle,
  type: ContentType,
  id: number,
  actor: Actor,
  action: keyof typeof permissionChecks,
): Promise<WholeEntry> {
  await tx.share(usersLock);
  await tx.lock(type.hierarchical ? treeLock(type) : `entry ${id}`);
  const entry = await requireEntry(tx, type, id);
  if (!passes(permissionChecks[action], actor, type, entry)) throw permissionApiError(forbiddenErrors[action], actor);
  return entry;
}

/**
 * Name of the lock that is acquired exclusively to change users, and in shared mode to assign authors, to publish scheduled entries, and to
 * delete menus and terms with their menu items, so that no author is deleted concurrently. It is acquired before all other locks.
 */
export const usersLock = 'users';

/** Returns the name of the lock that covers all paths of a tree. */
export const treeLock = (type: ContentType): string => `tree ${type.name}`;
