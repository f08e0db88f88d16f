// Asked again within the transaction that makes new credentials: those that were revoked meanwhile must leave none behind.
import type { ReadHandle, WriteHandle } from '../database/handle.ts';
import { Refusal } from '../refusal.ts';
import { holds, type Revocable } from './renew.ts';

/** Throws Refusal 401 `rest_not_logged_in` where what the actor has signed in with was revoked meanwhile. */
export async function requireStanding(
  read: ReadHandle,
  { id, credential }: { readonly id: number; readonly credential: Revocable },
  moment: string,
): Promise<void> {
  if (await holds(read, id, credential, moment)) return;
  throw new Refusal('rest_not_logged_in', 401, 'What you were signed in with was revoked meanwhile.');
}

/**
 * Holds the sign-ins of a user: whoever opens a session, writes a password or removes the user claims this first, so that
 * no session follows from a password that is no longer the user's.
 */
export const claimSignIns = (tx: WriteHandle, user: number): Promise<void> => tx.lock(`sign-ins ${user}`);
