// Stores the mail queue and its log.
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { ReadHandle, WriteHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';
import type { MailsTable } from '../database/tables/mails.ts';

/** A row of the table `mails`. */
export type MailRow = Selectable<MailsTable>;

/** The final state of an email. */
export type FinalState = 'sent' | 'failed' | 'unsent';

// The state is a literal in the statements, because the conditions of the partial indexes contain it.
const waiting = sql<string>`'waiting'`;

const nextDueStatement = statement((q, p: Slots<{ now: string }>) =>
  q
    .selectFrom('mails')
    .selectAll()
    .where('state', '=', waiting)
    .where('due', '<=', p.now)
    .orderBy('due')
    .orderBy('id')
    .limit(1),
);

/** Returns the email that has been due for the longest time, or undefined if none is due. */
export const findDueMail = (read: ReadHandle, now: string): Promise<MailRow | undefined> =>
  read.first(nextDueStatement, { now });

const startAttemptStatement = statement((q, p: Slots<{ id: number; tries: number; until: string }>) =>
  q.updateTable('mails').set({ tries: p.tries, due: p.until }).where('id', '=', p.id),
);

/** Starts an attempt. Until the given time, no other process attempts to send the email. */
export const startAttempt = (tx: WriteHandle, { id, tries }: Pick<MailRow, 'id' | 'tries'>, until: string) =>
  tx.run(startAttemptStatement, { id, tries, until });

type AttemptedMail = Pick<MailRow, 'id' | 'tries'>;

const finishStatement = statement(
  (q, p: Slots<AttemptedMail & { state: string; now: string; problem: string; text: string; html: string }>) =>
    q
      .updateTable('mails')
      .set({ state: p.state, settled: p.now, problem: p.problem, text: p.text, html: p.html })
      .where('id', '=', p.id)
      .where('tries', '=', p.tries)
      .where('state', '=', waiting),
);

/** Sets the final state of an email, unless another attempt has been started since. The text of a sent email is deleted. */
export const finishMail = (
  tx: WriteHandle,
  { id, tries, text, html }: MailRow,
  state: FinalState,
  now: string,
  problem = '',
) =>
  tx.run(finishStatement, {
    id,
    tries,
    state,
    now,
    problem: problem,
    ...(state === 'sent' ? { text: '', html: '' } : { text, html }),
  });

const postponeStatement = statement((q, p: Slots<AttemptedMail & { due: string; problem: string; count: number }>) =>
  q
    .updateTable('mails')
    .set({ due: p.due, problem: p.problem, tries: p.count })
    .where('id', '=', p.id)
    .where('tries', '=', p.tries)
    .where('state', '=', waiting),
);

/** Schedules the next attempt to send an email. `count` is the number of attempts to store; an aborted attempt is not counted. */
export const postponeMail = (
  tx: WriteHandle,
  { id, tries }: AttemptedMail,
  due: string,
  problem: string,
  count = tries,
) => tx.run(postponeStatement, { id, tries, due, problem, count });

const markUnsentStatement = statement((q, p: Slots<{ now: string; problem: string }>) =>
  q
    .updateTable('mails')
    .set({ state: 'unsent', settled: p.now, problem: p.problem })
    .where('state', '=', waiting)
    .where('due', '<=', p.now),
);

/** Marks all due emails as unsent. Called when no mail server is configured. */
export const markDueUnsent = (tx: WriteHandle, now: string, problem: string) =>
  tx.run(markUnsentStatement, { now, problem });

const deleteOldStatement = statement((q, p: Slots<{ before: string }>) =>
  q.deleteFrom('mails').where('state', '<>', waiting).where('settled', '<', p.before),
);

const deleteExcessStatement = statement((q, p: Slots<{ limit: number }>) =>
  q
    .deleteFrom('mails')
    .where('state', '<>', waiting)
    .where('id', '<=', (eb) =>
      eb.selectFrom('mails').select('id').where('state', '<>', waiting).orderBy('id', 'desc').limit(1).offset(p.limit),
    ),
);

/** Deletes emails that were finished before a timestamp, and all but the latest `limit` finished ones. Waiting emails stay. */
export async function pruneMails(tx: WriteHandle, before: string, limit: number): Promise<void> {
  await tx.run(deleteOldStatement, { before });
  await tx.run(deleteExcessStatement, { limit });
}

const deleteByHeadersStatement = statement((q, p: Slots<{ kind: string; headers: string[] }>) =>
  q.deleteFrom('mails').where('kind', '=', p.kind).where(q.dialect.inTextList('headers', p.headers)),
);

/** Deletes emails of a kind, in any state, whose headers equal one of the elements of `headers`. */
export const deleteMails = (tx: WriteHandle, kind: string, headers: readonly Readonly<Record<string, string>>[]) =>
  tx.run(deleteByHeadersStatement, { kind, headers: headers.map((each) => JSON.stringify(each)) });

const latestStatement = statement((q, p: Slots<{ limit: number }>) =>
  q
    .selectFrom('mails')
    .select(['id', 'kind', 'recipient', 'subject', 'state', 'tries', 'queued', 'due', 'problem'])
    .orderBy('id', 'desc')
    .limit(p.limit),
);

/** An email in the queue or the log, without its content. */
export type LoggedMail = Pick<
  MailRow,
  'id' | 'kind' | 'recipient' | 'subject' | 'state' | 'tries' | 'queued' | 'due' | 'problem'
>;

/** Returns the latest emails without their content, newest first. */
export const listMails = (read: ReadHandle, limit: number): Promise<LoggedMail[]> =>
  read.all(latestStatement, { limit });

const retryFinishedStatement = statement((q, p: Slots<{ now: string; since: string }>) =>
  q
    .updateTable('mails')
    .set({ state: 'waiting', tries: 0, due: p.now, settled: '' })
    .where('state', 'in', [sql<string>`'failed'`, sql<string>`'unsent'`])
    .where('queued', '>=', p.since),
);

const retryWaitingStatement = statement((q, p: Slots<{ now: string }>) =>
  q
    .updateTable('mails')
    .set({ due: p.now })
    .where('state', '=', waiting)
    .where('problem', '<>', '')
    .where('due', '>', p.now),
);

/**
 * Makes emails due now that wait for another attempt, and those that failed or were not sent and were queued at `since` or later, by default
 * all of them. Timestamps are in GMT. Returns their number.
 */
export async function retryMails(tx: WriteHandle, now: string, since = ''): Promise<number> {
  const postponedResult = await tx.run(retryWaitingStatement, { now });
  const finishedResult = await tx.run(retryFinishedStatement, { now, since });
  return postponedResult.changes + finishedResult.changes;
}

const retryOneStatement = statement((q, p: Slots<{ id: number; now: string }>) =>
  q
    .updateTable('mails')
    .set((eb) => ({
      tries: eb.case().when('state', '=', waiting).then(eb.ref('tries')).else(0).end(),
      state: 'waiting',
      due: p.now,
      settled: '',
    }))
    .where('id', '=', p.id)
    .where((eb) =>
      eb.or([
        eb('state', 'in', [sql<string>`'failed'`, sql<string>`'unsent'`]),
        eb.and([eb('state', '=', waiting), eb('problem', '<>', '')]),
      ]),
    ),
);

/**
 * Makes an email due now if it failed, was not sent, or waits for another attempt after a problem. Returns whether it is due now: a sent
 * email, and one that waits for its first attempt, stay as they are.
 */
export const retryMail = async (tx: WriteHandle, id: number, now: string): Promise<boolean> =>
  (await tx.run(retryOneStatement, { id, now })).changes === 1;

const findLoggedStatement = statement((q, p: Slots<{ id: number }>) =>
  q
    .selectFrom('mails')
    .select(['id', 'kind', 'recipient', 'subject', 'state', 'tries', 'queued', 'due', 'problem'])
    .where('id', '=', p.id),
);

/** Returns an email of the queue or the log without its content; undefined if there is none with this ID. */
export const findLoggedMail = (read: ReadHandle, id: number): Promise<LoggedMail | undefined> =>
  read.first(findLoggedStatement, { id });

const waitingStatement = statement((q) =>
  q
    .selectFrom('mails')
    .select((eb) => [eb.fn.countAll<number>().as('n'), eb.fn.min<string | null>('queued').as('oldest')])
    .where('state', '=', waiting),
);

const failedStatement = statement((q) =>
  q
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('state', '=', sql<string>`'failed'`),
);

/** Numbers of emails by state. */
export interface MailCounts {
  readonly waiting: number;
  /** Emails in the log that were given up. */
  readonly failed: number;
  /** Time at which the oldest waiting email was queued, in GMT; undefined if none is waiting. */
  readonly oldestWaiting: string | undefined;
}

/** Counts the emails in the queue and in the log. */
export async function countMails(read: ReadHandle): Promise<MailCounts> {
  const [row, failed] = await Promise.all([read.first(waitingStatement, {}), read.first(failedStatement, {})]);
  return { waiting: Number(row?.n ?? 0), failed: Number(failed?.n ?? 0), oldestWaiting: row?.oldest ?? undefined };
}
