// Composes new users, for creating and inviting them (users-and-comments.md §3.2, §3.5).
import { ApiError } from '../../api-error.ts';
import { UniqueViolation } from '../../database/errors.ts';
import type { Database, WriteHandle } from '../../database/handle.ts';
import { toSlug, truncateSlug } from '../../rendering/slug.ts';
import type { UserArgs } from './permissions.ts';
import { findFreeUserSlug, findUserByEmail, findUserByLogin, maxUserSlugLength, type UserColumns } from './store.ts';
import { mergeMeta, requireFieldLength, resolveTextColumns } from './user-args.ts';

/** Role of new users for whom no role is submitted. */
export const defaultRole = 'subscriber';

const maxAttempts = 3;

/**
 * Runs a write of users in a separate transaction. If another process takes the username, email address or slug at the same time,
 * the write is retried. The checks of the next attempt then find the conflicting user, and either throw or choose another slug.
 *
 * Throws the errors of `work`, and ApiError 400 `existing_user_login` if all attempts conflict.
 */
export async function retryOnConflict<T>(database: Database, work: (tx: WriteHandle) => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    try {
      return await database.transaction(async (tx) => {
        await tx.lock('users');
        return work(tx);
      });
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error;
    }
  }
  throw new ApiError('existing_user_login', 400, 'This username is already taken.');
}

/**
 * Returns the columns of a new user, except for the password and the registration date. They are validated in the order that the
 * contract defines. Writes nothing.
 */
export async function composeUser(
  tx: WriteHandle,
  args: UserArgs,
): Promise<Omit<UserColumns, 'password_hash' | 'registered'>> {
  const login = args.username ?? '';
  const email = args.email ?? '';
  requireFieldLength('login', login);
  if (await findUserByLogin(tx, login))
    throw new ApiError('existing_user_login', 400, 'This username is already taken.');
  const requestedSlug = toSlug(args.slug ?? '');
  requireFieldLength('slug', requestedSlug);
  requireFieldLength('email', email);
  if (await findUserByEmail(tx, email))
    throw new ApiError('existing_user_email', 400, 'This email address is already taken.');
  const textColumns = resolveTextColumns(args, login);
  requireFieldLength('url', textColumns.url);
  requireFieldLength('name', textColumns.name);
  const slug = await findFreeUserSlug(tx, requestedSlug || truncateSlug(toSlug(login), maxUserSlugLength));
  return { login, email, slug, ...textColumns, meta: mergeMeta(args.meta, '') };
}
