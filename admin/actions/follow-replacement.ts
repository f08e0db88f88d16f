// Follows a restore that replaces the site with another one.
import { forgetUser } from '../data/drafts/copies.ts';
import { accountPaths, adminPath } from '../data/page.ts';
import { setSessionEnd } from '../data/session.ts';

/** Interval between two attempts to reach the service, which opens the other site, in milliseconds. */
const intervalMs = 1000;

/** Number of successive responses after which the other site counts as open. The first ones may be those of the previous site. */
const sufficient = 3;

/**
 * Prepares the document for the end of a restore of another site: when the session ends, what this browser has stored for the user is
 * deleted, because it belongs to the previous site, and the sign-in page opens. `ignoreReplacement` ends this if the restore fails.
 */
export function followReplacement(user: number): void {
  let pending: Promise<void> | undefined;
  setSessionEnd(() => {
    pending ??= openSignIn(user);
    return pending;
  });
}

/** Ends `followReplacement`: when the session ends, the user is asked to sign in again. */
export const ignoreReplacement = (): void => setSessionEnd(undefined);

async function openSignIn(user: number): Promise<void> {
  await forgetUser(user);
  for (let reached = 0; reached < sufficient; ) {
    await new Promise((later) => setTimeout(later, intervalMs));
    const response = await fetch(accountPaths.signIn, { cache: 'no-store' }).catch(() => undefined);
    reached = response?.ok ? reached + 1 : 0;
  }
  // Without a session, it leads to the sign-in page, and then back.
  location.assign(`${adminPath}/`);
}
