// Implements the endpoints that send emails about accounts: links for choosing a new password, and confirmations of new email addresses.
import type { Static } from '../../../contract/grammar/schema.ts';
import {
  type AccountEmailEndpoints,
  accountEmailsModule,
  type emailChange,
} from '../../../contract/octavo-v1/account-emails.ts';
import { isSignedIn } from '../../access/actor.ts';
import {
  deleteEmailChange as deleteEmailChangeRow,
  findEmailChange,
  upsertEmailChange,
} from '../../access/email-changes-store.ts';
import { canCreateCredentials } from '../../access/limits.ts';
import { findReset } from '../../access/password-resets-store.ts';
import { requireValidCredential } from '../../access/require-valid-credential.ts';
import { ApiError } from '../../api-error.ts';
import { recordAuditEvent } from '../../audit/record-event.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { implement, type Operations, type Permissions } from '../../http/implement.ts';
import { type Call, type Module, type PermissionError, parseId } from '../../http/module.ts';
import { queueMail } from '../../mail/queue.ts';
import { now } from '../../time/zone.ts';
import {
  countAccountEmail,
  createAccountLink,
  requireMail,
  requireMailAddress,
  secondsUntilNextEmail,
  tooManyEmails,
} from '../users/account-links.ts';
import { mayEdit, forbiddenErrors as userErrors } from '../users/conditions.ts';
import type { AccountEmailDeps } from '../users/deps.ts';
import { siteName } from '../users/notify-of-change.ts';
import { queuePasswordReset } from '../users/password-reset.ts';
import { findUserByEmail, findUserName } from '../users/store.ts';
import { requireFieldLength } from '../users/user-args.ts';

type Account = NonNullable<Awaited<ReturnType<typeof findUserName>>>;

/** The targets of the permissions. Anonymous callers have no account. */
type Targets = {
  'send-password-reset': Account;
  'read-email-change': Account | undefined;
  'change-email': Account | undefined;
};

type AccountEmailOperations = Operations<AccountEmailEndpoints, Targets>;

const signedOutError = { code: 'rest_not_logged_in', message: 'You are not signed in.', status: 401 } as const;

/**
 * Returns the permissions. Password resets can be sent to every user whom the caller may edit. New email addresses are always those of the
 * caller; like a change with the routes of users, they require a credential without restrictions.
 */
function definePermissions({ database: { read } }: AccountEmailDeps): Permissions<AccountEmailEndpoints, Targets> {
  const loadSelf = async ({ actor }: Pick<Call, 'actor'>) =>
    isSignedIn(actor) ? findUserName(read, actor.id) : undefined;
  return {
    'send-password-reset': {
      load: ({ path }) => requireAccount(read, parseId(path.id)),
      permit: ({ actor }, account) =>
        mayEdit(actor, account) && canCreateCredentials(actor) ? undefined : userErrors.edit,
    },
    'read-email-change': { load: loadSelf, permit: (_call, account) => (account ? undefined : signedOutError) },
    'change-email': {
      load: loadSelf,
      permit: ({ actor }, account): PermissionError | undefined => {
        if (!account) return signedOutError;
        return canCreateCredentials(actor) ? undefined : userErrors.edit;
      },
    },
  };
}

/** Throws ApiError 404 `rest_user_invalid_id` if the user does not exist. */
async function requireAccount(read: ReadHandle, id: number): Promise<Account> {
  const account = await findUserName(read, id);
  const { code, status, message } = userErrors.unknown;
  if (!account) throw new ApiError(code, status, message);
  return account;
}

/** Returns the caller's account. Throws ApiError 401 `rest_not_logged_in` if there is none. */
function requireSelf(account: Account | undefined): Account {
  if (!account) throw new ApiError(signedOutError.code, signedOutError.status, signedOutError.message);
  return account;
}

// POST /octavo/v1/users/<id>/password-reset: sends an email with a link for choosing a new password.

/**
 * Queues the email and responds with its address and the time when the link expires. The current password stays valid until then.
 *
 * Throws ApiError 400 `rest_mail_not_configured`, 400 `rest_user_invalid_email` for a user without a valid address, and 429
 * `rest_too_many_emails`.
 */
const sendPasswordReset = (deps: AccountEmailDeps): AccountEmailOperations['send-password-reset'] => ({
  async run(call, loaded) {
    const { database, clock, outgoing } = deps;
    await requireMail(outgoing.canSend, 'Set a new password for the user instead.');
    requireMailAddress(loaded.email);
    const previous = await findReset(database.read, loaded.id);
    const seconds = previous === undefined ? 0 : secondsUntilNextEmail(clock, previous.created);
    if (seconds > 0) throw tooManyEmails(seconds);
    await countAccountEmail(outgoing.limiter, 'password-reset', loaded.email, call.actor.id);
    const value = await database.transaction(async (tx) => {
      await requireValidCredential(tx, call.actor, now(clock));
      const account = await requireAccount(tx, loaded.id);
      requireMailAddress(account.email);
      const queued = await queuePasswordReset(tx, deps, account);
      if ('secondsToWait' in queued) throw tooManyEmails(queued.secondsToWait);
      const target = { kind: 'user', id: account.id, name: account.login } as const;
      await recordAuditEvent(tx, clock, call, { action: 'password-reset-sent', ...target });
      return { email: account.email, expires: queued.expires };
    });
    return { kind: 'value', value, uncached: true };
  },
});

// /octavo/v1/users/me/email-change: the new email address of the caller that is not confirmed yet.

type EmailChange = Static<typeof emailChange>;

const noChange: EmailChange = { email: null, expires: null };

/** Responds with the new address; its properties are null if there is none. */
const getEmailChange = ({ database, clock }: AccountEmailDeps): AccountEmailOperations['get-email-change'] => ({
  async run(_call, account) {
    const change = await findEmailChange(database.read, requireSelf(account).id, now(clock));
    const value = change ? { email: change.email, expires: change.expires } : noChange;
    return { kind: 'value', value, uncached: true };
  },
});

/**
 * Queues an email with a link to the new address, and responds with the address and the time when the link expires. The current address
 * stays valid until the link is opened and confirmed. An earlier new address is discarded.
 *
 * Throws ApiError 400 `rest_mail_not_configured`, 400 `rest_user_invalid_email` for an address that is invalid, that of another user, or
 * the current one, 400 `user_email_too_long`, and 429 `rest_too_many_emails`.
 */
const requestEmailChange = (deps: AccountEmailDeps): AccountEmailOperations['request-email-change'] => ({
  async run(call, loaded) {
    const { database, clock, outgoing } = deps;
    const { id, login, email: current } = requireSelf(loaded);
    const { email } = call.args;
    await requireMail(outgoing.canSend, 'Change the email address without a confirmation instead.');
    requireFieldLength('email', email);
    requireMailAddress(email);
    if (email === current) throw new ApiError('rest_user_invalid_email', 400, 'This is already your email address.');
    // Attempts with addresses of other users count, too, so that addresses cannot be guessed in large numbers.
    await countAccountEmail(outgoing.limiter, 'email-change', email, id);
    const link = createAccountLink(deps, 'email-change');
    await database.transaction(async (tx) => {
      await tx.lock(`email change ${id}`);
      await requireValidCredential(tx, call.actor, now(clock));
      const owner = await findUserByEmail(tx, email);
      if (owner && owner.id !== id)
        throw new ApiError('rest_user_invalid_email', 400, 'This email address is already taken.');
      const { url, ...columns } = link;
      await upsertEmailChange(tx, { user_id: id, email, ...columns });
      const title = siteName(deps);
      const text = emailChangeText(title, login, url);
      const mail = { kind: 'email-change', to: email, subject: `Confirm your email address for ${title}`, text };
      await queueMail(tx, mail, columns.created);
    });
    return { kind: 'value', value: { email, expires: link.expires }, uncached: true };
  },
});

/** Discards the new address, so that the link in the email becomes invalid. */
const deleteEmailChange = ({ database }: AccountEmailDeps): AccountEmailOperations['delete-email-change'] => ({
  async run(_call, account) {
    const { id } = requireSelf(account);
    await database.transaction((tx) => deleteEmailChangeRow(tx, id));
    return { kind: 'value', value: noChange, uncached: true };
  },
});

const emailChangeText = (
  title: string,
  login: string,
  link: string,
): string => `The user ${login} at ${title} wants to use this email address.

To confirm it, open this link within one day:

${link}

If this was not you, ignore this email. Nothing has changed.
`;

/** Returns the module of emails about accounts. */
export function accountEmailsEndpoints(deps: AccountEmailDeps): Module {
  return implement(accountEmailsModule, {
    permissions: definePermissions(deps),
    operations: {
      'send-password-reset': sendPasswordReset(deps),
      'get-email-change': getEmailChange(deps),
      'request-email-change': requestEmailChange(deps),
      'delete-email-change': deleteEmailChange(deps),
    },
  });
}
