// What one's own page does: each form of it is sent to an address of its own.
import { findByPassword } from '../access/account-password.ts';
import { hashPassword } from '../access/secrets.ts';
import { lifetimes } from '../access/sessions.ts';
import { findPasswordHash, findSessions, removeSession, removeSessions } from '../access/sessions-store.ts';
import { claimSignIns, requireStanding } from '../access/still-signed-in.ts';
import { type Doer, noteDeed } from '../audit/note.ts';
import { applicationName, issueApplicationPassword } from '../cms-v2/application-passwords/issue.ts';
import { findApplicationPassword, removeApplicationPassword } from '../cms-v2/application-passwords/store.ts';
import { writePasswordHash } from '../cms-v2/users/store.ts';
import { tellOfNewPassword } from '../cms-v2/users/tell-of-change.ts';
import { setCookie } from '../http/cookies.ts';
import { now } from '../time/zone.ts';
import { html } from './html.ts';
import { told } from './layout.ts';
import { baseOf, type ScreenParts } from './parts.ts';
import { faultOfPassword } from './passwords.ts';
import { findPerson } from './people-store.ts';
import { places } from './places.ts';
import { showProfile } from './profile.ts';
import { type Reply, type Screen, userOf, type Visit, type Visitor } from './screen.ts';

const doerOf = ({ actor }: Visitor, from: string): Doer => ({ actor, from });

const wrongPassword = 'The present password is not right.';

type Doing = (visit: Visit, visitor: Visitor) => Promise<Reply>;

/** The longest name of an application that is taken from the form. Characters. */
const longestName = 250;

/** A form of the profile; who comes to its address otherwise is led to the page. */
const action = ({ site }: ScreenParts, act: Doing): Screen => ({
  GET: () => ({ kind: 'redirect', to: baseOf(site) + places.profile }),
  POST(visit) {
    if (!visit.visitor) throw new Error('a form of the profile came from nobody');
    return act(visit, visit.visitor);
  },
});

const done = ({ site }: ScreenParts, word: string, cookies: readonly string[] = []): Reply => ({
  kind: 'redirect',
  to: `${baseOf(site)}${places.profile}?told=${word}`,
  cookies,
});

/** Changes the password of who knows the present one. Every other session ends, and this one gets another secret. */
export const changePassword = (parts: ScreenParts): Screen =>
  action(parts, async ({ fields, formField, from }, visitor) => {
    const { database, sessions, cookie, guessing, clock } = parts;
    const wanted = fields.get('new-password') ?? '';
    const { id, login } = visitor.actor;
    const known = await guessing.guard({ from, account: login, secret: 'password' }, (rank) =>
      findByPassword(database.read, login, fields.get('password') ?? '', rank),
    );
    const complain = (fault: string) => {
      const badPassword = told(fault);
      return showProfile(parts, visitor, formField, { status: 400, ...(badPassword && { badPassword }) });
    };
    if (known?.id !== id) return complain(wrongPassword);
    const fault = faultOfPassword(wanted, fields.get('again') ?? '');
    if (fault !== undefined) return complain(fault);
    const hash = await hashPassword(wanted, `user ${id}`);
    const token = await database.transaction(async (tx) => {
      await claimSignIns(tx, id);
      await requireStanding(tx, visitor.actor, now(clock));
      // Who has got in by a password that was changed meanwhile must not take the account back.
      if ((await findPasswordHash(tx, id)) !== known.hash) return undefined;
      await writePasswordHash(tx, id, hash, visitor.session);
      await noteDeed(tx, clock, doerOf(visitor, from), { action: 'user-password-changed', ...userOf(visitor) });
      const person = await findPerson(tx, id);
      if (person) await tellOfNewPassword(tx, parts, person);
      return sessions.renew(tx, visitor.session);
    });
    if (token === undefined) return complain(wrongPassword);
    const seconds = await secondsLeft(parts, visitor);
    return done(parts, 'password-changed', [setCookie(cookie, token, seconds)]);
  });

/** How long a browser keeps the cookie of a session that outlives it; undefined where it need not. Seconds. */
async function secondsLeft({ database, clock }: ScreenParts, { actor, session }: Visitor): Promise<number | undefined> {
  const own = (await findSessions(database.read, actor.id, now(clock))).find(({ id }) => id === session);
  if (!own) return undefined;
  const [created, expires] = [Date.parse(`${own.created}Z`), Date.parse(`${own.expires}Z`)];
  return expires - created > lifetimes.usual ? Math.ceil((expires - clock()) / 1000) : undefined;
}

/** Makes an application password, which the page tells this once, or revokes one. */
export const changeApplicationPasswords = (parts: ScreenParts): Screen =>
  action(parts, async ({ fields, formField, from }, visitor) => {
    const { database, key, clock } = parts;
    const doer = doerOf(visitor, from);
    const { id } = visitor.actor;
    const revoked = fields.get('revoke');
    if (revoked !== null) {
      await database.transaction(async (tx) => {
        const row = await findApplicationPassword(tx, id, revoked);
        if (!row) return;
        await removeApplicationPassword(tx, row.uuid);
        const deed = { action: 'application-password-revoked', kind: 'application-password' } as const;
        await noteDeed(tx, clock, doer, { ...deed, id: row.uuid, name: row.name, details: { user: id } });
      });
      return done(parts, 'revoked');
    }
    const name = fields.get('name') ?? '';
    if (applicationName(name) === '' || name.length > longestName) {
      const above = told(`Give the application a name, of at most ${longestName} characters.`);
      return showProfile(parts, visitor, formField, { status: 400, above });
    }
    const { password } = await issueApplicationPassword(database, key, id, name, clock, '', { doer });
    const above = told(
      html`The password for ${name} is <strong class="secret">${password}</strong> and is shown this once.`,
      'good',
    );
    return showProfile(parts, visitor, formField, { above });
  });

/** Ends a session of one's own, or all but the present one. */
export const changeSessions = (parts: ScreenParts): Screen =>
  action(parts, async ({ fields, from }, visitor) => {
    const { database, clock } = parts;
    const { id } = visitor.actor;
    const others = fields.has('others');
    await database.transaction(async (tx) => {
      const { changes } = await (others
        ? removeSessions(tx, id, visitor.session)
        : removeSession(tx, id, fields.get('end') ?? ''));
      if (changes === 0) return;
      const details = { elsewhere: true };
      await noteDeed(tx, clock, doerOf(visitor, from), { action: 'signed-out', ...userOf(visitor), details });
    });
    return done(parts, others ? 'others-ended' : 'session-ended');
  });
