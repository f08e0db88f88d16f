// Queues emails in the transaction that causes them, so that they are sent only if it is committed.
import { sql } from 'kysely';
import type { WriteHandle } from '../database/handle.ts';
import { pickSlots, type Slots, statement } from '../database/statement.ts';
import { type Mail, type MailContent, normalizeContent, normalizeMail } from './mail.ts';

/** Columns of a queued email that do not depend on its recipient. */
interface Columns {
  readonly kind: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly reply_to: string;
  readonly headers: string;
  readonly queued: string;
}

const columnsOf = (content: MailContent, timestamp: string): Columns => ({
  kind: content.kind,
  subject: content.subject,
  text: content.text,
  html: content.html ?? '',
  reply_to: content.replyTo ?? '',
  headers: JSON.stringify(content.headers ?? {}),
  queued: timestamp,
});

const contentColumns = ['kind', 'subject', 'text', 'html', 'reply_to', 'headers', 'queued'] as const;

const insertStatement = statement((q, p: Slots<Columns & { recipient: string }>) =>
  q.insertInto('mails').values({
    ...pickSlots(p, [...contentColumns, 'recipient']),
    state: 'waiting',
    tries: 0,
    due: p.queued,
    settled: '',
    problem: '',
  }),
);

/**
 * Queues an email. It is sent after the commit; after a rollback it is not sent. `timestamp` is the current time in GMT.
 *
 * Throws InvalidMail for an invalid address or header; the transaction can continue.
 */
export async function queueMail(tx: WriteHandle, mail: Mail, timestamp: string): Promise<void> {
  const { to: recipient, ...content } = normalizeMail(mail);
  await tx.run(insertStatement, { ...columnsOf(content, timestamp), recipient });
}

/** Users who receive emails with the same content. */
export interface Recipients {
  /** Roles whose users are recipients. */
  readonly roles: readonly string[];
  /** IDs of additional recipients. */
  readonly ids: readonly number[];
  /** IDs of users who are not recipients, regardless of `roles` and `ids`. */
  readonly excludedIds: readonly number[];
}

const castToText = (value: unknown) => sql<string>`cast(${value} as text)`;

const insertForUsersStatement = statement((q, p: Slots<Columns & { roles: string[]; ids: number[]; but: number[] }>) =>
  q
    .insertInto('mails')
    .columns([...contentColumns, ...(['due', 'recipient', 'state', 'settled', 'problem', 'tries'] as const)])
    .expression(
      q
        .selectFrom('users')
        .select(({ lit }) => [
          ...[...contentColumns, 'queued' as const].map((name, at) => castToText(p[name]).as(`given_${at}`)),
          'users.email as recipient',
          sql<string>`'waiting'`.as('state'),
          sql<string>`''`.as('settled'),
          sql<string>`''`.as('problem'),
          lit(0).as('tries'),
        ])
        .where('users.email', '<>', '')
        .where(({ not }) => not(q.dialect.inList('users.id', p.but)))
        // A union, because the engines read all users to find those that meet one of two conditions.
        .where(
          'users.id',
          'in',
          q
            .selectFrom('users as listed')
            .select('listed.id')
            .where(q.dialect.inList('listed.id', p.ids))
            .union(q.selectFrom('user_roles').select('user_id as id').where(q.dialect.inTextList('role', p.roles))),
        )
        .orderBy('users.id'),
    ),
);

/** Queues a separate email for each recipient, in one statement. Throws InvalidMail for an invalid header or reply address. */
export async function queueMailToUsers(
  tx: WriteHandle,
  { roles, ids, excludedIds }: Recipients,
  content: MailContent,
  timestamp: string,
): Promise<void> {
  const columns = columnsOf(normalizeContent(content), timestamp);
  await tx.run(insertForUsersStatement, { ...columns, roles: [...roles], ids: [...ids], but: [...excludedIds] });
}
