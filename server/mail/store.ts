// The SQL of the queue: taking a mail, settling it, the log.
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { ReadHandle, WriteHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';
import type { MailsTable } from '../database/tables/mails.ts';

export type MailRow = Selectable<MailsTable>;

/** What a mail that waits no longer has become. */
export type Settled = 'sent' | 'failed' | 'unsent';

// The state is part of the text of the statements, for the indexes hold what waits, or what does not.
const waiting = sql<string>`'waiting'`;

const nextDue = statement((q, p: Slots<{ now: string }>) =>
  q
    .selectFrom('mails')
    .selectAll()
    .where('state', '=', waiting)
    .where('due', '<=', p.now)
    .orderBy('due')
    .orderBy('id')
    .limit(1),
);

/** The mail that has waited the longest beyond its time. */
export const findDueMail = (read: ReadHandle, now: string): Promise<MailRow | undefined> =>
  read.first(nextDue, { now });

const taking = statement((q, p: Slots<{ id: number; tries: number; until: string }>) =>
  q.updateTable('mails').set({ tries: p.tries, due: p.until }).where('id', '=', p.id),
);

/** Begins a try: nobody else takes the mail until that moment. */
export const writeTry = (tx: WriteHandle, { id, tries }: Pick<MailRow, 'id' | 'tries'>, until: string) =>
  tx.run(taking, { id, tries, until });

type Try = Pick<MailRow, 'id' | 'tries'>;

const settling = statement(
  (q, p: Slots<Try & { state: string; now: string; problem: string; text: string; html: string }>) =>
    q
      .updateTable('mails')
      .set({ state: p.state, settled: p.now, problem: p.problem, text: p.text, html: p.html })
      .where('id', '=', p.id)
      .where('tries', '=', p.tries)
      .where('state', '=', waiting),
);

/** Ends the waiting of a mail, unless another process has taken it meanwhile. What was sent keeps no text. */
export const settleMail = (
  tx: WriteHandle,
  { id, tries, text, html }: MailRow,
  state: Settled,
  now: string,
  why = '',
) =>
  tx.run(settling, {
    id,
    tries,
    state,
    now,
    problem: why,
    ...(state === 'sent' ? { text: '', html: '' } : { text, html }),
  });

const postponing = statement((q, p: Slots<Try & { due: string; problem: string; count: number }>) =>
  q
    .updateTable('mails')
    .set({ due: p.due, problem: p.problem, tries: p.count })
    .where('id', '=', p.id)
    .where('tries', '=', p.tries)
    .where('state', '=', waiting),
);

/** Lets a mail wait for another try; `count` is how many count from now on. */
export const postponeMail = (tx: WriteHandle, { id, tries }: Try, due: string, problem: string, count = tries) =>
  tx.run(postponing, { id, tries, due, problem, count });

const givingUp = statement((q, p: Slots<{ now: string; problem: string }>) =>
  q
    .updateTable('mails')
    .set({ state: 'unsent', settled: p.now, problem: p.problem })
    .where('state', '=', waiting)
    .where('due', '<=', p.now),
);

/** Ends the waiting of all that is due, because there is nothing to send it with. */
export const settleUnsent = (tx: WriteHandle, now: string, problem: string) => tx.run(givingUp, { now, problem });

const ageing = statement((q, p: Slots<{ before: string }>) =>
  q.deleteFrom('mails').where('state', '<>', waiting).where('settled', '<', p.before),
);

const overflow = statement((q, p: Slots<{ most: number }>) =>
  q
    .deleteFrom('mails')
    .where('state', '<>', waiting)
    .where('id', '<=', (eb) =>
      eb
        .selectFrom('mails')
        .select('id')
        .where('state', '<>', waiting)
        .orderBy('id', 'desc')
        .limit(1)
        .offset(p.most as never),
    ),
);

/** Forgets what was settled before a moment, and of what is left all but the latest. What waits stays. */
export async function pruneMails(tx: WriteHandle, before: string, most: number): Promise<void> {
  await tx.run(ageing, { before });
  await tx.run(overflow, { most });
}

const forgetting = statement((q, p: Slots<{ kind: string; headers: string[] }>) =>
  q.deleteFrom('mails').where('kind', '=', p.kind).where(q.dialect.inTextList('headers', p.headers)),
);

/** Deletes mails of a kind with just these headers, in whatever state they are. */
export const forgetMails = (tx: WriteHandle, kind: string, headers: readonly Readonly<Record<string, string>>[]) =>
  tx.run(forgetting, { kind, headers: headers.map((each) => JSON.stringify(each)) });

const latest = statement((q, p: Slots<{ most: number }>) =>
  q
    .selectFrom('mails')
    .select(['id', 'kind', 'recipient', 'subject', 'state', 'tries', 'queued', 'due', 'problem'])
    .orderBy('id', 'desc')
    .limit(p.most),
);

/** What the queue and the log tell of a mail. */
export type LoggedMail = Pick<
  MailRow,
  'id' | 'kind' | 'recipient' | 'subject' | 'state' | 'tries' | 'queued' | 'due' | 'problem'
>;

/** The latest mails without what they say, the newest first. */
export const listMails = (read: ReadHandle, most: number): Promise<LoggedMail[]> => read.all(latest, { most });

const again = statement((q, p: Slots<{ now: string }>) =>
  q
    .updateTable('mails')
    .set({ state: 'waiting', tries: 0, due: p.now, settled: '' })
    .where('state', 'in', [sql<string>`'failed'`, sql<string>`'unsent'`]),
);

const soon = statement((q, p: Slots<{ now: string }>) =>
  q
    .updateTable('mails')
    .set({ due: p.now })
    .where('state', '=', waiting)
    .where('problem', '<>', '')
    .where('due', '>', p.now),
);

/** Lets everything that was not sent be tried again now; gives how many mails that are. */
export async function retryMails(tx: WriteHandle, now: string): Promise<number> {
  const waited = await tx.run(soon, { now });
  const settled = await tx.run(again, { now });
  return waited.changes + settled.changes;
}
