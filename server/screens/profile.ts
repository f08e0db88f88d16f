// Implements the profile page, which shows the user's account, password form, application passwords and sessions.
import { listSessions } from '../access/sessions-store.ts';
import { listApplicationPasswordRows } from '../cms-v2/application-passwords/store.ts';
import { now } from '../time/zone.ts';
import { findAccountDetails } from './account-store.ts';
import { basePathOf, type ScreenDeps } from './deps.ts';
import type { Markup } from './html.ts';
import { noticeMarkup } from './layout.ts';
import { screenPaths } from './paths.ts';
import { type ProfileNotices, profilePage } from './profile-page.ts';
import type { Reply, Screen, Visitor } from './types.ts';

/** Confirmation messages, keyed by the value of the query parameter `notice`. */
const confirmations: ReadonlyMap<string, string> = new Map([
  ['password-changed', 'Your password was changed. All other browsers were signed out.'],
  ['revoked', 'The application password was revoked and can no longer be used.'],
  ['session-ended', 'That browser was signed out.'],
  ['others-ended', 'All other browsers were signed out.'],
]);

/** Creates the profile screen. */
export const profile = (deps: ScreenDeps): Screen => ({
  GET: ({ visitor, query, formField }) =>
    renderProfile(deps, visitor, formField, {
      notice: noticeMarkup(confirmations.get(query.get('notice') ?? ''), 'good'),
    }),
});

/** Returns the profile page of the signed-in user, or a redirect to the sign-in screen if the visitor is anonymous. */
export async function renderProfile(
  deps: ScreenDeps,
  visitor: Visitor | undefined,
  formField: Markup,
  profileNotices: ProfileNotices,
): Promise<Reply> {
  const { database, settings, clock, site } = deps;
  const user = visitor && (await findAccountDetails(database.read, visitor.actor.id));
  // The user may have been deleted concurrently.
  if (!visitor || !user) return { kind: 'redirect', to: basePathOf(site) + screenPaths.signIn };
  const page = profilePage({
    base: basePathOf(site),
    zone: settings.values.timezone,
    user: { ...user, roles: visitor.actor.roles },
    applicationPasswords: await listApplicationPasswordRows(database.read, user.id),
    sessions: await listSessions(database.read, user.id, now(clock)),
    currentSessionId: visitor.session,
    formField,
    profileNotices,
  });
  return { kind: 'page', page, status: profileNotices.status ?? 200 };
}
