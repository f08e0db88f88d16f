// Implements the endpoints of emails.
import {
  type EmailEndpoints,
  type EmailState,
  type emailFields,
  emailsModule,
} from '../../../contract/octavo-v1/emails.ts';
import type { Actor } from '../../access/actor.ts';
import { ApiError } from '../../api-error.ts';
import { recordAuditEvent } from '../../audit/record-event.ts';
import type { Database } from '../../database/handle.ts';
import { implement, type Operations, type Permissions } from '../../http/implement.ts';
import { type Module, type Presenter, parseId } from '../../http/module.ts';
import { findLoggedMail, type LoggedMail, listMails, retryMail, retryMails } from '../../mail/store.ts';
import { type Clock, now } from '../../time/zone.ts';

/** Dependencies of the endpoints. */
export interface EmailsDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/** The targets of the permissions: the email, for callers who may list emails. */
interface EmailTargets {
  readonly 'retry-email': LoggedMail | undefined;
}

type EmailOperations = Operations<EmailEndpoints, EmailTargets, LoggedMail>;

/** Maximum number of listed emails. */
const maxListed = 100;

/** Maximum age of failed and unsent emails that are sent again, in milliseconds. Links and news in older ones are outdated. */
const maxRetriedAgeMs = 7 * 24 * 3600_000;

const forbiddenErrors = {
  list: { code: 'rest_cannot_list_emails', message: 'You are not allowed to view the emails of the site.' },
  retry: { code: 'rest_cannot_retry_emails', message: 'You are not allowed to send emails again.' },
} as const;

const canList = (actor: Actor): boolean => actor.can('manage_options') && actor.can('list_users');

/** The emails show who has an account or has commented, so listing them requires to list users, too. */
const permissions = ({ database }: EmailsDeps): Permissions<EmailEndpoints, EmailTargets> => ({
  'list-emails': {
    permit: ({ actor }) => (canList(actor) ? undefined : forbiddenErrors.list),
  },
  'retry-emails': { permit: ({ actor }) => (actor.can('manage_options') ? undefined : forbiddenErrors.retry) },
  // The response contains the email.
  'retry-email': {
    async load({ actor, path }) {
      if (!canList(actor)) return undefined;
      const email = await findLoggedMail(database.read, parseId(path.id ?? ''));
      if (!email) throw new ApiError('rest_email_invalid_id', 404, 'No email with this ID.');
      return email;
    },
    permit: ({ actor }) => (canList(actor) ? undefined : forbiddenErrors.retry),
  },
});

const presenter: Presenter<typeof emailFields, LoggedMail, undefined> = {
  prepare: async () => undefined,
  fields: {
    id: ({ id }) => id,
    state: ({ state }) => state as EmailState,
    kind: ({ kind }) => kind,
    recipient: ({ recipient }) => recipient,
    subject: ({ subject }) => subject,
    attempts: ({ tries }) => tries,
    queued: ({ queued }) => queued,
    next_attempt: ({ state, due }) => (state === 'waiting' ? due : null),
    problem: ({ problem }) => problem,
  },
  facts: ({ id }) => ({ id }),
};

// GET /octavo/v1/emails: lists emails.

/** Responds with the latest emails, newest first. */
const listEmails = ({ database }: EmailsDeps): EmailOperations['list-emails'] => ({
  run: async () => ({ kind: 'list', rows: await listMails(database.read, maxListed), uncached: true }),
});

// POST /octavo/v1/emails/retry: sends emails again.

/**
 * Makes emails due that wait for another attempt, and those of the last days that failed or were not sent; records this in the audit log if
 * there are any, and responds with their number.
 */
const retryEmails = ({ database, clock }: EmailsDeps): EmailOperations['retry-emails'] => ({
  async run(call) {
    const since = now(() => clock() - maxRetriedAgeMs);
    const retried = await database.transaction(async (tx) => {
      const count = await retryMails(tx, now(clock), since);
      if (count > 0)
        await recordAuditEvent(tx, clock, call, {
          ...{ action: 'emails-retried', kind: 'email', id: 0, name: '', details: { emails: count } },
        });
      return count;
    });
    return { kind: 'value', value: { retried }, uncached: true };
  },
});

// POST /octavo/v1/emails/<id>/retry: sends an email again.

/**
 * Makes an email due that was not sent, records this in the audit log, and responds with the email.
 *
 * Throws ApiError 409 `rest_email_not_retryable` if it was sent, or waits for its first attempt.
 */
const retryEmail = ({ database, clock }: EmailsDeps): EmailOperations['retry-email'] => ({
  async run(call) {
    const id = parseId(call.path.id ?? '');
    await database.transaction(async (tx) => {
      if (!(await retryMail(tx, id, now(clock))))
        throw new ApiError(
          'rest_email_not_retryable',
          409,
          'This email was sent, or is about to be sent. Only emails that were not sent can be sent again.',
        );
      await recordAuditEvent(tx, clock, call, {
        ...{ action: 'emails-retried', kind: 'email', id, name: '', details: { emails: 1 } },
      });
    });
    const row = await findLoggedMail(database.read, id);
    if (!row) throw new ApiError('rest_email_invalid_id', 404, 'No email with this ID.');
    return { kind: 'record', row, uncached: true };
  },
});

/** Returns the module of emails. All endpoints require the capability `manage_options`. */
export const emailsEndpoints = (deps: EmailsDeps): Module =>
  implement(emailsModule, {
    permissions: permissions(deps),
    operations: {
      'list-emails': listEmails(deps),
      'retry-emails': retryEmails(deps),
      'retry-email': retryEmail(deps),
    },
    presenter,
  });
