// Reads and writes what belongs to an account: sessions, application passwords, password resets and new email addresses.
import { __, sprintf } from '@wordpress/i18n';
import { serviceText } from '../../ui/service-text.ts';
import { send } from '../client.ts';

/** A browser in which a user is signed in. Times are in GMT. */
export interface Session {
  readonly id: string;
  /** Whether it is the session of this browser. */
  readonly current: boolean;
  readonly device: string;
  readonly ip: string;
  readonly created: string;
  readonly last_seen: string;
  readonly expires: string;
}

const sessionsPath = (user: number): string => `/octavo/v1/users/${user}/sessions`;

/** Reads the sessions of a user, newest first. Throws ApiError. */
export async function listSessions(user: number, signal?: AbortSignal): Promise<readonly Session[]> {
  const { data } = await send<Session[]>(sessionsPath(user), { ...(signal && { signal }) });
  return data.map((session) => ({ ...session, device: translateDevice(session.device) }));
}

/** Returns the name of a browser in the language of the admin: `Firefox on Linux`. */
function translateDevice(device: string): string {
  const [, browser, system] = /^(\w+) on (\w+)$/.exec(device) ?? [];
  /* translators: 1: name of a browser, 2: name of an operating system. */
  return browser && system ? sprintf(__('%1$s on %2$s'), browser, system) : serviceText(device);
}

/** Ends a session. Throws ApiError; 404 if it has ended. */
export async function endSession(user: number, id: string): Promise<void> {
  await send(`${sessionsPath(user)}/${id}`, { method: 'DELETE' });
}

/** Ends all sessions of a user, except that of this browser. Resolves with their number. Throws ApiError. */
export const endSessions = async (user: number): Promise<number> =>
  (await send<{ count: number }>(sessionsPath(user), { method: 'DELETE' })).data.count;

/** An application password. Times are in GMT. */
export interface ApplicationPassword {
  readonly uuid: string;
  /** The name, escaped for HTML. */
  readonly name: string;
  readonly created: string;
  readonly last_used: string | null;
  readonly last_ip: string | null;
  /** Limits; absent if there are none. */
  readonly expires?: string;
  readonly read_only?: boolean;
  readonly namespaces?: readonly string[];
}

/** An application password to create. */
export interface NewApplicationPassword {
  readonly name: string;
  /** The time of expiry, in GMT. */
  readonly expires?: string;
  readonly read_only?: boolean;
  readonly namespaces?: readonly string[];
}

/** Returns the key of the query for the application passwords of a user. */
export const passwordsKeyOf = (user: number) => ['application-passwords', user] as const;

const passwordsPath = (user: number): string => `/wp/v2/users/${user}/application-passwords`;

/** Reads the application passwords of a user, without their secrets. Throws ApiError. */
export const listApplicationPasswords = async (
  user: number,
  signal?: AbortSignal,
): Promise<readonly ApplicationPassword[]> =>
  (await send<ApplicationPassword[]>(passwordsPath(user), { ...(signal && { signal }) })).data;

/** Creates an application password. Resolves with its secret, which cannot be read again. Throws ApiError. */
export const createApplicationPassword = async (user: number, password: NewApplicationPassword): Promise<string> =>
  (await send<{ password: string }>(passwordsPath(user), { method: 'POST', body: password })).data.password;

/** Revokes an application password. Throws ApiError; 404 if it was revoked meanwhile. */
export async function revokeApplicationPassword(user: number, uuid: string): Promise<void> {
  await send(`${passwordsPath(user)}/${uuid}`, { method: 'DELETE' });
}

/** Reads the namespaces of the API, to which application passwords can be limited. Throws ApiError. */
export const listNamespaces = async (signal?: AbortSignal): Promise<readonly string[]> =>
  (await send<{ namespaces: string[] }>('/', { query: { _fields: 'namespaces' }, ...(signal && { signal }) })).data
    .namespaces;

/** Emails a user a link for choosing a new password. Resolves with the address. Throws ApiError. */
export const sendPasswordReset = async (user: number): Promise<string> =>
  (await send<{ email: string }>(`/octavo/v1/users/${user}/password-reset`, { method: 'POST', body: {} })).data.email;

/** The new email address of the user that is not confirmed yet; its properties are null if there is none. */
export interface EmailChange {
  readonly email: string | null;
  readonly expires: string | null;
}

const emailChangePath = '/octavo/v1/users/me/email-change';

/** Reads the new email address of the user. Throws ApiError. */
export const readEmailChange = async (signal?: AbortSignal): Promise<EmailChange> =>
  (await send<EmailChange>(emailChangePath, { ...(signal && { signal }) })).data;

/** Emails a link to a new address of the user, with which it is confirmed. Throws ApiError. */
export const requestEmailChange = async (email: string): Promise<EmailChange> =>
  (await send<EmailChange>(emailChangePath, { method: 'POST', body: { email } })).data;

/** Discards the new email address of the user. Throws ApiError. */
export const discardEmailChange = async (): Promise<EmailChange> =>
  (await send<EmailChange>(emailChangePath, { method: 'DELETE' })).data;
