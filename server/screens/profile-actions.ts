// Handles the forms for the password, application passwords and sessions on the profile page. Each of the three has its own URL.
import { findByPassword } from '../access/account-password.ts';
import { lockLogins, requireValidCredential } from '../access/require-valid-credential.ts';
import { hashPassword } from '../access/secrets.ts';
import { lifetimes } from '../access/sessions.ts';
import { deleteSession, deleteSessions, findPasswordHash, listSessions } from '../access/sessions-store.ts';
import { type AuditActor, recordAuditEvent } from '../audit/record-event.ts';
import { cleanApplicationName, issueApplicationPassword } from '../cms-v2/application-passwords/issue.ts';
import { deleteApplicationPasswordRow, findApplicationPassword } from '../cms-v2/application-passwords/store.ts';
import { notifyOfPasswordChange } from '../cms-v2/users/notify-of-change.ts';
import { updatePasswordHash } from '../cms-v2/users/store.ts';
import { setCookie } from '../http/cookies.ts';
import type { SiteStorage } from '../settings/settings.ts';
import { now } from '../time/zone.ts';
import { findAccountDetails } from './account-store.ts';
import { validateNewPasswordPair } from './fields.ts';
import { html } from './html.ts';
import { noticeMarkup } from './layout.ts';
import type { PlainMessage } from './locale.ts';
import { screenPaths } from './paths.ts';
import { renderProfile } from './profile.ts';
import {
  auditTargetOf,
  basePathOf,
  type Reply,
  type Screen,
  type ScreenDeps,
  type Visit,
  type Visitor,
} from './types.ts';

const auditActorOf = ({ actor }: Visitor, from: string): AuditActor => ({ actor, from });

const wrongPassword: PlainMessage = 'The current password is incorrect.';

type ProfileAction = (visit: Visit, visitor: Visitor) => Promise<Reply>;

/** Maximum length of the name of an application in the form, in characters. */
const maxNameLength = 250;

/** Creates the screen for a form of the profile page. GET requests are redirected to the profile page. */
const action = ({ site }: SiteStorage, runAction: ProfileAction): Screen => ({
  GET: () => ({ kind: 'redirect', to: basePathOf(site) + screenPaths.profile }),
  POST(visit) {
    if (!visit.visitor) throw new Error('a profile form was submitted without a session');
    return runAction(visit, visit.visitor);
  },
});

const redirectToProfile = ({ site }: SiteStorage, confirmation: string, cookies: readonly string[] = []): Reply => ({
  kind: 'redirect',
  to: `${basePathOf(site)}${screenPaths.profile}?notice=${confirmation}`,
  cookies,
});

/** Creates the screen that changes the password. All other sessions of the user are ended, and the current one gets a new token. */
export const changePassword = ({ storage, browserSessions, loginThrottle, mail }: ScreenDeps): Screen =>
  action(storage, async (visit, visitor) => {
    const { fields, ip, locale } = visit;
    const { database, clock, site, settings } = storage;
    const { sessions, cookie } = browserSessions;
    const { notificationLimiter } = mail;
    const newPassword = fields.get('new-password') ?? '';
    const { id, login } = visitor.actor;
    const verifiedAccount = await loginThrottle.guard({ from: ip, account: login, secret: 'password' }, (rank) =>
      findByPassword(database.read, login, fields.get('password') ?? '', rank),
    );
    const errorPage = (error: PlainMessage) => {
      const passwordError = noticeMarkup(locale.t(error));
      return renderProfile(storage, visit, { status: 400, ...(passwordError && { passwordError }) });
    };
    if (verifiedAccount?.id !== id) return errorPage(wrongPassword);
    const error = validateNewPasswordPair(newPassword, fields.get('again') ?? '');
    if (error !== undefined) return errorPage(error);
    const hash = await hashPassword(newPassword, `user ${id}`);
    const token = await database.transaction(async (tx) => {
      await lockLogins(tx, id);
      await requireValidCredential(tx, visitor.actor, now(clock));
      // If the password was changed concurrently, a request that was verified with the previous password must not change it again.
      if ((await findPasswordHash(tx, id)) !== verifiedAccount.hash) return undefined;
      await updatePasswordHash(tx, id, hash, visitor.session);
      await recordAuditEvent(tx, clock, auditActorOf(visitor, ip), {
        action: 'user-password-changed',
        ...auditTargetOf(visitor),
      });
      const user = await findAccountDetails(tx, id);
      if (user) await notifyOfPasswordChange(tx, { site, settings, clock, notificationLimiter }, user);
      return sessions.renew(tx, visitor.session);
    });
    if (token === undefined) return errorPage(wrongPassword);
    const seconds = await remainingCookieSeconds(storage, visitor);
    return redirectToProfile(storage, 'password-changed', [setCookie(cookie, token, seconds)]);
  });

/** Returns the Max-Age of a session cookie in seconds; undefined if the cookie expires when the browser is closed. */
async function remainingCookieSeconds(
  { database, clock }: SiteStorage,
  { actor, session }: Visitor,
): Promise<number | undefined> {
  const currentSession = (await listSessions(database.read, actor.id, now(clock))).find(({ id }) => id === session);
  if (!currentSession) return undefined;
  const [created, expires] = [Date.parse(`${currentSession.created}Z`), Date.parse(`${currentSession.expires}Z`)];
  return expires - created > lifetimes.usual ? Math.ceil((expires - clock()) / 1000) : undefined;
}

/** Creates the screen that creates an application password, which is displayed once, or revokes an existing one. */
export const changeApplicationPasswords = (storage: SiteStorage): Screen =>
  action(storage, async (visit, visitor) => {
    const { fields, ip } = visit;
    const { t } = visit.locale;
    const { database, clock } = storage;
    const auditActor = auditActorOf(visitor, ip);
    const { id } = visitor.actor;
    const revoked = fields.get('revoke');
    if (revoked !== null) {
      await database.transaction(async (tx) => {
        const row = await findApplicationPassword(tx, id, revoked);
        if (!row) return;
        await deleteApplicationPasswordRow(tx, row.uuid);
        const auditEvent = { action: 'application-password-revoked', kind: 'application-password' } as const;
        await recordAuditEvent(tx, clock, auditActor, {
          ...auditEvent,
          id: row.uuid,
          name: row.name,
          details: { user: id },
        });
      });
      return redirectToProfile(storage, 'revoked');
    }
    const name = fields.get('name') ?? '';
    if (cleanApplicationName(name) === '' || name.length > maxNameLength) {
      const notice = noticeMarkup(
        t('Enter a name of at most {count} characters for the application.', { count: maxNameLength }),
      );
      return renderProfile(storage, visit, { status: 400, notice });
    }
    const { password } = await issueApplicationPassword(storage, { userId: id, name, auditActor });
    const notice = noticeMarkup(
      t('The password for {name} is {password}. It is displayed only once.', {
        name,
        password: html`<strong class="secret">${password}</strong>`,
      }),
      'good',
    );
    return renderProfile(storage, visit, { notice });
  });

/** Creates the screen that ends one session of the user, or all except the current one. */
export const changeSessions = (storage: SiteStorage): Screen =>
  action(storage, async ({ fields, ip }, visitor) => {
    const { database, clock } = storage;
    const { id } = visitor.actor;
    const others = fields.has('others');
    await database.transaction(async (tx) => {
      const { changes } = await (others
        ? deleteSessions(tx, id, visitor.session)
        : deleteSession(tx, id, fields.get('end') ?? ''));
      if (changes === 0) return;
      const details = { elsewhere: true };
      await recordAuditEvent(tx, clock, auditActorOf(visitor, ip), {
        action: 'signed-out',
        ...auditTargetOf(visitor),
        details,
      });
    });
    return redirectToProfile(storage, others ? 'others-ended' : 'session-ended');
  });
