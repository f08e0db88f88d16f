// Checks the caller's credential again within the transaction that creates credentials, so that a credential that has just been revoked
// cannot create new ones.

import { ApiError } from '../api-error.ts';
import type { ReadHandle, WriteHandle } from '../database/handle.ts';
import { isCredentialValid, type Revocable } from './renew.ts';

/** Throws ApiError 401 `rest_not_logged_in` if the actor's credential is no longer valid. */
export async function requireValidCredential(
  read: ReadHandle,
  { id, credential }: { readonly id: number; readonly credential: Revocable },
  timestamp: string,
): Promise<void> {
  if (await isCredentialValid(read, id, credential, timestamp)) return;
  throw new ApiError(
    'rest_not_logged_in',
    401,
    'Your session or application password has been revoked; sign in again.',
  );
}

/**
 * Locks the logins of a user until the transaction ends. Opening a session, changing the password and deleting the user take this
 * lock first, so that no session is opened with a password that is no longer valid.
 */
export const lockLogins = (tx: WriteHandle, user: number): Promise<void> => tx.lock(`sign-ins ${user}`);
