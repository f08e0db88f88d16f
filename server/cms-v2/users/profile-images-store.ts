// SQL statements for the profile images of users.
import { sql } from 'kysely';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { type Builder, type Slots, statement } from '../../database/statement.ts';
import type { ProfileImagesTable } from '../../database/tables/users.ts';

/**
 * Returns a column with the URL of a user's profile image, relative to that of the uploads; null if there is none. `user` is the column with the ID of the
 * user, such as `users.id`.
 */
export const profileImageColumn = (q: Builder, user: 'users.id' | 'comments.author') =>
  q
    .selectFrom('profile_images as image')
    .select('image.path')
    .whereRef('image.user_id', '=', sql.ref(user))
    .as('image_path');

const byUser = statement((q, p: Slots<{ user: number }>) =>
  q.selectFrom('profile_images').select(['media_id', 'path']).where('user_id', '=', p.user),
);

/** Returns the profile image of a user; undefined if there is none. */
export const findProfileImage = (
  read: ReadHandle,
  user: number,
): Promise<Omit<ProfileImagesTable, 'user_id'> | undefined> => read.first(byUser, { user });

const upsertStatement = statement((q, p: Slots<ProfileImagesTable>) =>
  q
    .insertInto('profile_images')
    .values({ user_id: p.user_id, media_id: p.media_id, path: p.path })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ media_id: p.media_id, path: p.path })),
);

/** Inserts or updates the profile image of a user. */
export const upsertProfileImage = (tx: WriteHandle, image: ProfileImagesTable) => tx.run(upsertStatement, image);

const deleteStatement = statement((q, p: Slots<{ user: number }>) =>
  q.deleteFrom('profile_images').where('user_id', '=', p.user),
);

/** Deletes the profile image of a user, and returns whether there was one. */
export const deleteProfileImage = async (tx: WriteHandle, user: number): Promise<boolean> =>
  (await tx.run(deleteStatement, { user })).changes > 0;
