// Reads and writes users.
import { type ApiResponse, type Page, type QueryValue, readPage, send } from '../client.ts';

/** A user, with the fields that everyone sees who may edit the user. */
export interface User {
  readonly id: number;
  readonly username: string;
  /** The display name, escaped for HTML. */
  readonly name: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly nickname: string;
  readonly email: string;
  readonly url: string;
  readonly description: string;
  /** The language. */
  readonly locale: string;
  readonly roles: readonly string[];
  /** The time of registration, in GMT. */
  readonly registered_date: string;
  readonly link: string;
}

/** A user with the version that was read. */
export interface LoadedUser {
  readonly user: User;
  readonly etag: string | undefined;
}

const path = '/wp/v2/users';

const userFields = [
  ...['id', 'username', 'name', 'first_name', 'last_name', 'nickname', 'email', 'url', 'description', 'locale'],
  ...['roles', 'registered_date', 'link'],
];

/** Reads one page of the users. Throws ApiError. */
export const listUsers = (query: Readonly<Record<string, QueryValue>>, signal?: AbortSignal): Promise<Page<User>> =>
  readPage(path, { context: 'edit', _fields: userFields, ...query }, signal);

/** Reads a user. Throws ApiError; 404 if there is none with this ID. */
export async function readUser(id: number, signal?: AbortSignal): Promise<LoadedUser> {
  const query = { context: 'edit', _fields: userFields };
  return withVersion(await send<User>(`${path}/${id}`, { query, ...(signal && { signal }) }));
}

const withVersion = ({ data, headers }: ApiResponse<User>): LoadedUser => ({
  user: data,
  etag: headers.get('ETag') ?? undefined,
});

/** The fields of a user that can be changed. */
export interface UserChanges extends Partial<Omit<User, 'id' | 'username' | 'registered_date' | 'link'>> {
  readonly password?: string;
}

/** Changes a user. Resolves with the new version. Throws ApiError; 412 if the user was changed since the version `etag` was read. */
export async function updateUser(
  { user, etag }: Pick<LoadedUser, 'etag'> & { readonly user: Pick<User, 'id'> },
  changes: UserChanges,
): Promise<LoadedUser> {
  const options = { method: 'POST', body: changes, ...(etag !== undefined && { ifMatch: etag }) } as const;
  return withVersion(await send<User>(`${path}/${user.id}`, options));
}

/** A user to create. */
export interface NewUser {
  readonly username: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  /** The role of new users if it is absent. */
  readonly roles?: readonly string[];
}

/** Creates a user with a password. Throws ApiError. */
export const createUser = async (user: NewUser & { readonly password: string }): Promise<User> =>
  (await send<User>(path, { method: 'POST', body: user })).data;

/**
 * Deletes a user. The entries get the author with the ID `reassign`, or are moved to the trash if it is false. Throws ApiError; 412 if the
 * user was changed since it was read.
 */
export async function deleteUser({ user, etag }: LoadedUser, reassign: number | false): Promise<void> {
  const query = { force: true, reassign };
  await send(`${path}/${user.id}`, { method: 'DELETE', query, ...(etag !== undefined && { ifMatch: etag }) });
}

/** The numbers of entries of a user, of all types with authors and with any status. */
export interface EntryCounts {
  readonly author: number;
  readonly total: number;
  readonly published: number;
  /** Keyed by content type. */
  readonly types: Readonly<Record<string, number>>;
}

/** Reads the numbers of entries of users. Throws ApiError. */
export async function readEntryCounts(users: readonly number[], signal?: AbortSignal): Promise<readonly EntryCounts[]> {
  if (users.length === 0) return [];
  const query = { authors: users };
  return (await send<EntryCounts[]>('/octavo/v1/entry-counts', { query, ...(signal && { signal }) })).data;
}
