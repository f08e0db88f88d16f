// The SQL of single users: reading, writing, removing.

import { type ExpressionBuilder, sql } from 'kysely';
import { removeReset } from '../../access/password-resets-store.ts';
import { removeSessions } from '../../access/sessions-store.ts';
import { claimSignIns } from '../../access/still-signed-in.ts';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { type Builder, type Slots, statement } from '../../database/statement.ts';
import type { Tables } from '../../database/tables/index.ts';
import { recordEvent } from '../../events/record.ts';
import { fold } from '../../rendering/fold.ts';
import { firstFreeSlug } from '../../rendering/free-slug.ts';
import { cutSlug } from '../../rendering/slug.ts';
import { writeRoles } from './roles-store.ts';
import { shownColumns, type UserColumns, type UserRow } from './rows.ts';

const existence = statement((q, p: Slots<{ id: number }>) => q.selectFrom('users').select('id').where('id', '=', p.id));

/** Whether there is a user of this number. */
export async function userExists(read: ReadHandle, id: number): Promise<boolean> {
  return (await read.first(existence, { id })) !== undefined;
}

/**
 * The content types by which users become visible: those whose published entries count for everyone, and those whose
 * private entries count for the caller (users-and-comments.md §3.3).
 */
export interface SeenTypes {
  readonly published: readonly string[];
  readonly private: readonly string[];
}

type SeenSlots = Slots<{ published: string[]; private: string[] }>;

/** The parameters that `seenColumn` uses. */
export const seenValues = (types: SeenTypes): { published: string[]; private: string[] } => ({
  published: [...types.published],
  private: [...types.private],
});

/** 1 where the counters say that the user has something that makes it visible to the caller, else 0. */
export function seenColumn(q: Builder, eb: ExpressionBuilder<Tables, 'users'>, p: SeenSlots) {
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

const byId = statement((q, p: Slots<{ id: number; published: string[]; private: string[] }>) =>
  q
    .selectFrom('users')
    .select(shownColumns)
    .select((eb) => seenColumn(q, eb, p))
    .where('id', '=', p.id),
);

/** The user of this number. */
export const findUser = (read: ReadHandle, id: number, types: SeenTypes): Promise<UserRow | undefined> =>
  read.first(byId, { id, ...seenValues(types) });

const byIds = statement((q, p: Slots<{ ids: number[]; published: string[]; private: string[] }>) =>
  q
    .selectFrom('users')
    .select(shownColumns)
    .select((eb) => seenColumn(q, eb, p))
    .where(q.dialect.inList('id', p.ids)),
);

/** The users of these numbers, in no order. */
export const findUsersById = (read: ReadHandle, ids: readonly number[], types: SeenTypes): Promise<UserRow[]> =>
  read.all(byIds, { ids: [...ids], ...seenValues(types) });

/** Who a user is, without anything that only some may see. */
export interface UserName {
  readonly id: number;
  readonly login: string;
  readonly email: string;
  readonly slug: string;
  readonly name: string;
}

const names = ['id', 'login', 'email', 'slug', 'name'] as const;

const byLogin = statement((q, p: Slots<{ key: string }>) =>
  q.selectFrom('users').select(names).where('login_key', '=', p.key),
);

/** The user of a login name, upper and lower case and accents aside. */
export const findUserByLogin = (read: ReadHandle, login: string): Promise<UserName | undefined> =>
  read.first(byLogin, { key: fold(login) });

const byEmail = statement((q, p: Slots<{ key: string }>) =>
  q.selectFrom('users').select(names).where('email_key', '=', p.key),
);

/** The user of an e-mail address, upper and lower case aside. */
export const findUserByEmail = (read: ReadHandle, email: string): Promise<UserName | undefined> =>
  read.first(byEmail, { key: fold(email) });

const all = statement((q) => q.selectFrom('users').select(names).orderBy('id'));

/** Everybody, in the order of numbers. */
export const listUserNames = (read: ReadHandle): Promise<UserName[]> => read.all(all, {});

const bySlugs = statement((q, p: Slots<{ slugs: string[] }>) =>
  q.selectFrom('users').select(['id', 'slug']).where(q.dialect.inTextList('slug', p.slugs)),
);

/** The numbers of the users that have these slugs. */
export const findIdsOfSlugs = (read: ReadHandle, slugs: readonly string[]): Promise<{ id: number; slug: string }[]> =>
  read.all(bySlugs, { slugs: [...slugs] });

/** The longest slug of a user. Characters. */
export const longestSlug = 50;

/**
 * The slug wished for where no other user than the one of number `self` has it, else with the first free suffix
 * -2, -3 …; what has no usable character becomes `user`.
 */
export async function freeUserSlug(read: ReadHandle, wish: string, self = 0): Promise<string> {
  const slug = cutSlug(wish, longestSlug) || 'user';
  return firstFreeSlug(
    (n) => (n === 1 ? slug : `${cutSlug(slug, longestSlug - String(n).length - 1)}-${n}`),
    async (slugs) => (await findIdsOfSlugs(read, slugs)).filter(({ id }) => id !== self).map((user) => user.slug),
  );
}

type StoredColumns = UserColumns & { login_key: string; email_key: string; name_key: string };

const withKeys = (user: UserColumns): StoredColumns => ({
  ...user,
  login_key: fold(user.login),
  email_key: fold(user.email),
  name_key: fold(user.name),
});

const insertion = statement((q, p: Slots<StoredColumns>) =>
  q
    .insertInto('users')
    .values(columnsOf(p) as never)
    .returning('id'),
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
  'url',
  'description',
  'slug',
  'locale',
  'password_hash',
  'registered',
  'meta',
] as const satisfies readonly (keyof StoredColumns)[];

const columnsOf = (p: Slots<StoredColumns>) => Object.fromEntries(columns.map((name) => [name, p[name]]));

/**
 * Stores a new user with its roles; gives its number. Throws UniqueViolation where login, e-mail address or slug are
 * another's.
 */
export async function insertUser(tx: WriteHandle, user: UserColumns, roles: readonly string[]): Promise<number> {
  const made = await tx.first(insertion, withKeys(user));
  if (!made) throw new Error('a new user was given no number');
  await writeRoles(tx, made.id, roles);
  await recordEvent(tx, { kind: 'user.created', subject: made.id });
  return made.id;
}

/** What of a user can change. */
export type ChangedColumns = Omit<UserColumns, 'login' | 'registered' | 'password_hash'>;

const changed = [
  'email',
  'name',
  'first_name',
  'last_name',
  'nickname',
  'url',
  'description',
  'slug',
  'locale',
  'meta',
] as const;

const change = statement((q, p: Slots<ChangedColumns & { id: number; email_key: string; name_key: string }>) =>
  q
    .updateTable('users')
    .set(
      Object.fromEntries(
        [...changed, 'email_key' as const, 'name_key' as const].map((name) => [name, p[name]]),
      ) as never,
    )
    .where('id', '=', p.id),
);

/** Writes a changed user. Throws UniqueViolation where e-mail address or slug are another's. */
export async function writeUser(tx: WriteHandle, id: number, user: ChangedColumns): Promise<void> {
  await tx.run(change, { ...user, id, email_key: fold(user.email), name_key: fold(user.name) });
  await recordEvent(tx, { kind: 'user.updated', subject: id });
}

const password = statement((q, p: Slots<{ id: number; hash: string }>) =>
  q.updateTable('users').set({ password_hash: p.hash }).where('id', '=', p.id),
);

/**
 * Writes the hash of a new account password. Whoever has known the old one is signed out: every session of the user ends but
 * the one that is `kept`, and no letter that was sent lets anybody choose another password.
 */
export async function writePasswordHash(tx: WriteHandle, id: number, hash: string, kept?: string): Promise<void> {
  await claimSignIns(tx, id);
  await tx.run(password, { id, hash });
  await removeSessions(tx, id, kept);
  await removeReset(tx, id);
}

const removal = statement((q, p: Slots<{ id: number }>) => q.deleteFrom('users').where('id', '=', p.id));

/** Removes a user; its roles and application passwords go with it. `heir`: whose all is now that it has written. */
export async function removeUser(tx: WriteHandle, id: number, heir?: number): Promise<void> {
  await claimSignIns(tx, id);
  await tx.run(removal, { id });
  await recordEvent(tx, { kind: 'user.deleted', subject: id, tags: heir === undefined ? [] : [`user:${heir}`] });
}
