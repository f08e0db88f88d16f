// SQL statements for single users and for the roles of users.
import { type ExpressionBuilder, type Insertable, type Selectable, sql } from 'kysely';
import { plainColumns } from '../../../contract/columns.ts';
import { columnNames, writableColumnNames } from '../../../contract/grammar/column.ts';
import { deleteEmailChange } from '../../access/email-changes-store.ts';
import { deleteInvitation } from '../../access/invitations-store.ts';
import { deleteReset } from '../../access/password-resets-store.ts';
import { lockLogins } from '../../access/require-valid-credential.ts';
import { deleteSessions } from '../../access/sessions-store.ts';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { type Builder, pickSlots, type Slots, statement } from '../../database/statement.ts';
import type { Tables } from '../../database/tables/index.ts';
import type { UsersTable } from '../../database/tables/users.ts';
import { recordEvent } from '../../events/record.ts';
import { fold } from '../../rendering/fold.ts';
import { firstFreeSlug } from '../../rendering/free-slug.ts';
import { truncateSlug } from '../../rendering/slug.ts';
import { composeColumns, type PlainRow } from '../plain-columns.ts';
import { profileImageColumn } from './profile-images-store.ts';

/** Columns with folded values, which are used for lookups and never presented. */
type LookupKey = 'login_key' | 'email_key' | 'name_key';

/** A loaded user, without the password hash. */
export interface UserRow extends Omit<Selectable<UsersTable>, LookupKey | 'password_hash'> {
  /** 1 if the user has content that the caller may read, else 0. */
  readonly seen: number;
  /** URL of the profile image, relative to that of the uploads; null if the user has none. */
  readonly image_path: string | null;
  /** Roles in the order of assignment, if they were loaded with the user. */
  readonly roles?: readonly string[];
}

/** Columns of a user that are written. The lookup columns are derived from them. */
export type UserColumns = Omit<Insertable<UsersTable>, LookupKey | 'id'>;

type Plain = PlainRow<'users'>;

/** Columns of a new user. Plain columns that are absent get the declared value of new rows. */
type NewUser = Omit<UserColumns, keyof Plain> & Partial<Plain>;

/** Columns of the table `users` that are loaded into a `UserRow`. */
export const userColumns = [
  'id',
  'login',
  'email',
  'name',
  'first_name',
  'last_name',
  'nickname',
  'slug',
  'registered',
  'meta',
  ...columnNames(plainColumns.users),
] as const satisfies readonly (keyof UserRow)[];

const byUsers = statement((q, p: Slots<{ users: number[] }>) =>
  q
    .selectFrom('user_roles')
    .select(['user_id', 'role'])
    .where(q.dialect.inList('user_id', p.users))
    .orderBy('user_id')
    .orderBy('position'),
);

/** Returns the roles of users, keyed by user ID, in the order in which they were assigned. Users without roles are absent. */
export async function findRoles(read: ReadHandle, users: readonly number[]): Promise<Map<number, string[]>> {
  const rows = await read.all(byUsers, { users: [...users] });
  return new Map(
    [...Map.groupBy(rows, (row) => row.user_id)].map(([id, roleRows]) => [id, roleRows.map((row) => row.role)]),
  );
}

const deleteRolesStatement = statement((q, p: Slots<{ user: number }>) =>
  q.deleteFrom('user_roles').where('user_id', '=', p.user),
);

const insertRolesStatement = statement((q, p: Slots<{ user_id: number; position: number; role: string }>) =>
  q.insertInto('user_roles').values({ user_id: p.user_id, position: p.position, role: p.role }),
);

/** Replaces the roles of a user with these roles, in this order and without duplicates. */
export async function replaceRoles(tx: WriteHandle, user: number, roles: readonly string[]): Promise<void> {
  await tx.run(deleteRolesStatement, { user });
  for (const [position, role] of [...new Set(roles)].entries())
    await tx.run(insertRolesStatement, { user_id: user, position, role });
}

const otherUserWithRole = statement((q, p: Slots<{ role: string; user: number }>) =>
  q
    .selectFrom('user_roles')
    .select('user_id')
    .where('role', '=', p.role)
    .where('user_id', '<>', p.user)
    .where('user_id', 'not in', q.selectFrom('invitations as i').select('i.user_id'))
    .limit(1),
);

/** Whether any user other than this one has the role. Users who have not accepted their invitation do not count. */
export const hasOtherUserWithRole = async (read: ReadHandle, role: string, user: number): Promise<boolean> =>
  (await read.first(otherUserWithRole, { role, user })) !== undefined;

const existsStatement = statement((q, p: Slots<{ id: number }>) =>
  q.selectFrom('users').select('id').where('id', '=', p.id),
);

/** Whether there is a user with this ID. */
export async function userExists(read: ReadHandle, id: number): Promise<boolean> {
  return (await read.first(existsStatement, { id })) !== undefined;
}

/**
 * Content types that make their authors visible: with published entries to everyone, with private entries to the caller
 * (users-and-comments.md §3.3).
 */
export interface VisibilityTypes {
  readonly published: readonly string[];
  readonly private: readonly string[];
}

/** Returns the column `seen`: 1 if the counters contain content that makes the user visible to the caller, else 0. */
export function visibleColumn(q: Builder, eb: ExpressionBuilder<Tables, 'users'>, p: Slots<VisibilityTypes>) {
  const counters = q
    .selectFrom('entry_counts as c')
    .select('c.n')
    .whereRef('c.author', '=', sql.ref('users.id'))
    .where('c.n', '>', eb.lit(0))
    .where((b) =>
      b.or([
        b.and([b('c.status', '=', b.val('publish')), q.dialect.inTextList('c.type', p.published)]),
        b.and([b('c.status', '=', b.val('private')), q.dialect.inTextList('c.type', p.private)]),
      ]),
    );
  return sql<number>`case when ${eb.exists(counters)} then 1 else 0 end`.as('seen');
}

const byId = statement((q, p: Slots<VisibilityTypes & { id: number }>) =>
  q
    .selectFrom('users')
    .select(userColumns)
    .select((eb) => [visibleColumn(q, eb, p), profileImageColumn(q, 'users.id')])
    .where('id', '=', p.id),
);

/** Returns the user with this ID. `types` determines the value of `seen`. */
export const findUser = (read: ReadHandle, id: number, types: VisibilityTypes): Promise<UserRow | undefined> =>
  read.first(byId, { id, ...types });

const byIds = statement((q, p: Slots<VisibilityTypes & { ids: number[] }>) =>
  q
    .selectFrom('users')
    .select(userColumns)
    .select((eb) => [visibleColumn(q, eb, p), profileImageColumn(q, 'users.id')])
    .where(q.dialect.inList('id', p.ids)),
);

/** Returns the users with these IDs, in no particular order. */
export const findUsersById = (read: ReadHandle, ids: readonly number[], types: VisibilityTypes): Promise<UserRow[]> =>
  read.all(byIds, { ids: [...ids], ...types });

/** Columns that identify a user. */
interface UserName {
  readonly id: number;
  readonly login: string;
  readonly email: string;
  readonly slug: string;
  readonly name: string;
}

const names = ['id', 'login', 'email', 'slug', 'name'] as const;

const nameById = statement((q, p: Slots<{ id: number }>) => q.selectFrom('users').select(names).where('id', '=', p.id));

/** Returns the names and the email address of the user with this ID. */
export const findUserName = (read: ReadHandle, id: number): Promise<UserName | undefined> =>
  read.first(nameById, { id });

const byLogin = statement((q, p: Slots<{ key: string }>) =>
  q.selectFrom('users').select(names).where('login_key', '=', p.key),
);

/** Returns the user with this username, ignoring case and accents. */
export const findUserByLogin = (read: ReadHandle, login: string): Promise<UserName | undefined> =>
  read.first(byLogin, { key: fold(login) });

const byEmail = statement((q, p: Slots<{ key: string }>) =>
  q.selectFrom('users').select(names).where('email_key', '=', p.key),
);

/** Returns the user with this email address, ignoring case and accents. */
export const findUserByEmail = (read: ReadHandle, email: string): Promise<UserName | undefined> =>
  read.first(byEmail, { key: fold(email) });

const allUsers = statement((q) => q.selectFrom('users').select(names).orderBy('id'));

/** Returns all users by ascending ID. */
export const listUsers = (read: ReadHandle): Promise<UserName[]> => read.all(allUsers, {});

const bySlugs = statement((q, p: Slots<{ slugs: string[] }>) =>
  q.selectFrom('users').select(['id', 'slug']).where(q.dialect.inTextList('slug', p.slugs)),
);

/** Returns the IDs and slugs of the users with these slugs. */
export const findUserIdsBySlugs = (
  read: ReadHandle,
  slugs: readonly string[],
): Promise<{ id: number; slug: string }[]> => read.all(bySlugs, { slugs: [...slugs] });

/** Maximum length of a user slug, in characters. */
export const maxUserSlugLength = 50;

/**
 * Returns the requested slug if no user other than `self` has it, else a variant with the first free suffix (-2, -3 and so on). A
 * slug without usable characters becomes `user`.
 */
export async function findFreeUserSlug(read: ReadHandle, requestedSlug: string, self = 0): Promise<string> {
  const slug = truncateSlug(requestedSlug, maxUserSlugLength) || 'user';
  return firstFreeSlug(
    (n) => (n === 1 ? slug : `${truncateSlug(slug, maxUserSlugLength - String(n).length - 1)}-${n}`),
    async (slugs) => (await findUserIdsBySlugs(read, slugs)).filter(({ id }) => id !== self).map((user) => user.slug),
  );
}

type StoredColumns = UserColumns & { login_key: string; email_key: string; name_key: string };

const withKeys = (user: UserColumns): StoredColumns => ({
  ...user,
  login_key: fold(user.login),
  email_key: fold(user.email),
  name_key: fold(user.name),
});

const insertStatement = statement((q, p: Slots<StoredColumns>) =>
  q.insertInto('users').values(pickSlots(p, columns)).returning('id'),
);

const columns = [
  'login',
  'login_key',
  'email',
  'email_key',
  'name',
  'name_key',
  'first_name',
  'last_name',
  'nickname',
  'slug',
  'password_hash',
  'registered',
  'meta',
  ...columnNames(plainColumns.users),
] as const satisfies readonly (keyof StoredColumns)[];

/**
 * Inserts a user with these roles and returns the ID of the user. Throws UniqueViolation if another user has the username, email address or
 * slug.
 */
export async function insertUser(tx: WriteHandle, user: NewUser, roles: readonly string[]): Promise<number> {
  const inserted = await tx.first(insertStatement, withKeys({ ...composeColumns('users'), ...user }));
  if (!inserted) throw new Error('the insert of a user returned no row');
  await replaceRoles(tx, inserted.id, roles);
  await recordEvent(tx, { kind: 'user.created', subject: inserted.id });
  return inserted.id;
}

/** Columns of a user that can be updated. */
export type ChangedColumns = Omit<UserColumns, 'login' | 'registered' | 'password_hash'>;

const updatedColumns = [
  'email',
  'name',
  'first_name',
  'last_name',
  'nickname',
  'slug',
  'meta',
  ...writableColumnNames(plainColumns.users),
] as const;

const updateStatement = statement((q, p: Slots<ChangedColumns & { id: number; email_key: string; name_key: string }>) =>
  q
    .updateTable('users')
    .set(pickSlots(p, [...updatedColumns, 'email_key', 'name_key']))
    .where('id', '=', p.id),
);

/** Updates a user. Throws UniqueViolation if another user has the email address or slug. */
export async function updateUserRow(tx: WriteHandle, id: number, user: ChangedColumns): Promise<void> {
  await tx.run(updateStatement, { ...user, id, email_key: fold(user.email), name_key: fold(user.name) });
  await recordEvent(tx, { kind: 'user.updated', subject: id });
}

const updateEmailStatement = statement((q, p: Slots<{ id: number; email: string; key: string }>) =>
  q.updateTable('users').set({ email: p.email, email_key: p.key }).where('id', '=', p.id),
);

/** Updates the email address of a user. Throws UniqueViolation if another user has it. */
export async function updateUserEmail(tx: WriteHandle, id: number, email: string): Promise<void> {
  await tx.run(updateEmailStatement, { id, email, key: fold(email) });
  await recordEvent(tx, { kind: 'user.updated', subject: id });
}

const updatePassword = statement((q, p: Slots<{ id: number; hash: string }>) =>
  q.updateTable('users').set({ password_hash: p.hash }).where('id', '=', p.id),
);

/**
 * Updates the hash of an account password. Also ends all sessions of the user except for `keptSession`, and invalidates pending
 * password resets, invitations and changes of the email address, so that anyone who knows only the old password is signed out and can
 * change nothing any more.
 */
export async function updatePasswordHash(
  tx: WriteHandle,
  id: number,
  hash: string,
  keptSession?: string,
): Promise<void> {
  await lockLogins(tx, id);
  await tx.run(updatePassword, { id, hash });
  await deleteSessions(tx, id, keptSession);
  await deleteReset(tx, id);
  await deleteInvitation(tx, id);
  await deleteEmailChange(tx, id);
}

const deleteStatement = statement((q, p: Slots<{ id: number }>) => q.deleteFrom('users').where('id', '=', p.id));

/**
 * Deletes a user. The roles, application passwords, sessions and pending password reset of the user are deleted by cascade. Records
 * the event `user.deleted`. `newAuthor` is the ID of the user to whom the content was reassigned.
 */
export async function deleteUserRow(tx: WriteHandle, id: number, newAuthor?: number): Promise<void> {
  await lockLogins(tx, id);
  await tx.run(deleteStatement, { id });
  await recordEvent(tx, {
    kind: 'user.deleted',
    subject: id,
    tags: newAuthor === undefined ? [] : [`user:${newAuthor}`],
  });
}
