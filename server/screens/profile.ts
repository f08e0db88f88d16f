// One's own page: who one is, one's password, and what is signed in as oneself.
import { findSessions } from '../access/sessions-store.ts';
import { findApplicationPasswords } from '../cms-v2/application-passwords/store.ts';
import { now } from '../time/zone.ts';
import type { Markup } from './html.ts';
import { told } from './layout.ts';
import { baseOf, type ScreenParts } from './parts.ts';
import { findPerson } from './people-store.ts';
import { places } from './places.ts';
import { profilePage, type Said } from './profile-page.ts';
import type { Reply, Screen, Visitor } from './screen.ts';

/** What the page says of what was just done. */
const notices: ReadonlyMap<string, string> = new Map([
  ['password-changed', 'Your password was changed. Every other browser was signed out.'],
  ['revoked', 'The application password was revoked. Whoever uses it is refused from now on.'],
  ['session-ended', 'That browser was signed out.'],
  ['others-ended', 'Every other browser was signed out.'],
]);

/** Shows the profile. */
export const profile = (parts: ScreenParts): Screen => ({
  GET: ({ visitor, query, formField }) =>
    showProfile(parts, visitor, formField, { above: told(notices.get(query.get('told') ?? ''), 'good') }),
});

/** The page of who is signed in. */
export async function showProfile(
  parts: ScreenParts,
  visitor: Visitor | undefined,
  formField: Markup,
  said: Said,
): Promise<Reply> {
  const { database, settings, clock, site } = parts;
  const person = visitor && (await findPerson(database.read, visitor.actor.id));
  // Whoever has been removed in this very moment is nobody.
  if (!visitor || !person) return { kind: 'redirect', to: baseOf(site) + places.signIn };
  const page = profilePage({
    base: baseOf(site),
    zone: settings.values.timezone,
    person: { ...person, roles: visitor.actor.roles },
    applicationPasswords: await findApplicationPasswords(database.read, person.id),
    sessions: await findSessions(database.read, person.id, now(clock)),
    session: visitor.session,
    formField,
    said,
  });
  return { kind: 'page', page, status: said.status ?? 200 };
}
