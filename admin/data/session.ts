// Continues a session that has ended: the user signs in again, in place, and the requests that failed are repeated.
import { __ } from '@wordpress/i18n';
import { ApiError, isSiteReplaced, renewNonce, send, throwUnreachable } from './client.ts';
import { forgetUser } from './drafts/copies.ts';
import { accountPaths, adminPath } from './page.ts';

/** Whether the user has to sign in again. */
let isRequested = false;

/** Functions that are called when this changes. */
const listeners = new Set<() => void>();

/** Requests that wait until the user has signed in. */
let waiting: (() => void)[] = [];

/** Time between two checks whether the session continues while the user has to sign in, in milliseconds. */
const recheckIntervalMs = 3000;

let rechecking: ReturnType<typeof setInterval> | undefined;

/** ID of the user to whom everything in this document belongs; undefined before it is known. */
let owner: number | undefined;

/** Sets the user to whom everything in this document belongs. Only this user can continue the session. */
export function setOwner(id: number): void {
  owner = id;
}

/** Calls a listener when signing in again becomes necessary or unnecessary. Returns a function that removes it. */
export function onSignInRequest(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether the user has to sign in again. */
export const isSignInRequested = (): boolean => isRequested;

/** Resolves when the session of the same user continues, at once if only the nonce was outdated. */
export async function continueSession(): Promise<void> {
  // In another tab, someone else may have signed in, who must not save what this user has written.
  if ((await renewSession()) && (await isOwnSession())) return;
  setRequested(true);
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push(resolve);
  await promise;
}

/** Reads the nonce of the session again. Returns false if the session has ended. Leaves this document if the site was replaced. */
async function renewSession(): Promise<boolean> {
  const hasSession = await renewNonce();
  if (isSiteReplaced()) await leaveReplacedSite();
  return hasSession;
}

/**
 * Leaves this document after a restore has replaced the site with another one, and deletes what this browser has stored for the user, because
 * none of it belongs to that site. Without a session, the page of the admin leads to the sign-in page. Never resolves.
 */
async function leaveReplacedSite(): Promise<never> {
  // If the user stays on the page, to copy what was not saved, this happens only once.
  clearInterval(rechecking);
  if (owner !== undefined) await forgetUser(owner);
  location.assign(`${adminPath}/`);
  return new Promise(() => {});
}

/** Whether the session is that of the user to whom everything in this document belongs. */
async function isOwnSession(): Promise<boolean> {
  const { data } = await send<{ readonly id: number }>('/wp/v2/users/me');
  return data.id === owner;
}

function setRequested(value: boolean): void {
  isRequested = value;
  clearInterval(rechecking);
  // The user may sign in in another tab. A restore that replaces the site ends the session before the service shows that it has another site.
  if (value) rechecking = setInterval(() => void recheckIfVisible(), recheckIntervalMs);
  for (const listener of listeners) listener();
}

/** The login and the password that the user has entered. */
export interface Credentials {
  readonly login: string;
  readonly password: string;
}

/**
 * Signs the user in with the form that the service renders for it, and continues the requests that wait. Returns an error message if the
 * credentials are wrong or belong to another user. Throws ApiError if the service cannot be reached.
 */
export async function signInAgain({ login, password }: Credentials): Promise<string | undefined> {
  const form = await readForm(await request(accountPaths.signIn));
  const token = tokenIn(form);
  // Without a form, the user has signed in elsewhere in this browser.
  if (token !== undefined) {
    const body = new URLSearchParams({ token, login, password });
    const response = await request(accountPaths.signIn, { method: 'POST', body, redirect: 'manual' });
    if (response.type !== 'opaqueredirect') return messageOf(await readForm(response));
  }
  if (!(await renewSession())) return __('The browser has rejected the cookie of the session.');
  if (!(await isOwnSession())) return __('You have signed in as another user. Sign in as the user who wrote this.');
  resumeRequests();
  return undefined;
}

/**
 * Continues the requests that wait if the user has signed in again in another tab, or leaves this document if a restore has replaced the site.
 * Throws ApiError.
 */
export async function recheckSession(): Promise<void> {
  if (isRequested && (await renewSession()) && (await isOwnSession())) resumeRequests();
}

async function recheckIfVisible(): Promise<void> {
  // The next check tries again.
  if (!document.hidden) await recheckSession().catch(() => undefined);
}

function resumeRequests(): void {
  setRequested(false);
  for (const resolve of waiting) resolve();
  waiting = [];
}

/** Ends the session, as the form does that the service renders for it. Throws ApiError if the service cannot be reached. */
export async function signOut(): Promise<void> {
  const token = tokenIn(await readForm(await request(accountPaths.signOut)));
  // Without a form, the session has ended before.
  if (token === undefined) return;
  const response = await request(accountPaths.signOut, {
    ...{ method: 'POST', body: new URLSearchParams({ token }), redirect: 'manual' },
  });
  if (response.type !== 'opaqueredirect')
    throw new ApiError('sign_out', response.status, messageOf(await readForm(response)));
}

const tokenIn = (form: Document): string | undefined =>
  form.querySelector<HTMLInputElement>('main input[name="token"]')?.value;

const request = (url: string, options: RequestInit = {}): Promise<Response> =>
  fetch(url, { cache: 'no-store', ...options }).catch(throwUnreachable);

const readForm = async (response: Response): Promise<Document> =>
  new DOMParser().parseFromString(await response.text(), 'text/html');

const messageOf = (form: Document): string =>
  (form.querySelector('#notice') ?? form.querySelector('main'))?.textContent?.trim() ?? '';
