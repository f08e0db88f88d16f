// Putting mail into the queue, in the transaction of whoever has something to tell: it is sent if that is committed.
import { sql } from 'kysely';
import type { WriteHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';
import { checkedContent, checkedMail, type Mail, type MailContent } from './mail.ts';

interface Columns {
  readonly kind: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly reply_to: string;
  readonly headers: string;
  readonly queued: string;
}

const columnsOf = (content: MailContent, moment: string): Columns => ({
  kind: content.kind,
  subject: content.subject,
  text: content.text,
  html: content.html ?? '',
  reply_to: content.replyTo ?? '',
  headers: JSON.stringify(content.headers ?? {}),
  queued: moment,
});

const insertion = statement((q, p: Slots<Columns & { recipient: string }>) =>
  q.insertInto('mails').values({
    ...contentOf(p),
    recipient: p.recipient,
    state: 'waiting',
    tries: 0,
    due: p.queued,
    settled: '',
    problem: '',
  } as never),
);

const contentOf = (p: Slots<Columns>) => ({
  kind: p.kind,
  subject: p.subject,
  text: p.text,
  html: p.html,
  reply_to: p.reply_to,
  headers: p.headers,
  queued: p.queued,
});

/**
 * Queues a mail: it is sent after the commit, and never where the transaction is rolled back. `moment` is the present, in GMT.
 *
 * Throws MailRefused for an address or a header that could not be sent; the transaction can go on.
 */
export async function queueMail(tx: WriteHandle, mail: Mail, moment: string): Promise<void> {
  const { to: recipient, ...content } = checkedMail(mail);
  await tx.run(insertion, { ...columnsOf(content, moment), recipient });
}

/** Users who get the same mail. */
export interface Addressees {
  /** Everybody who has one of these roles. */
  readonly roles: readonly string[];
  /** The users of these numbers beside them. */
  readonly ids: readonly number[];
  /** Whoever of all these is not to get it. */
  readonly but: readonly number[];
}

const text = (value: unknown) => sql<string>`cast(${value} as text)`;

const toUsers = statement((q, p: Slots<Columns & { roles: string[]; ids: number[]; but: number[] }>) =>
  q
    .insertInto('mails')
    .columns([
      ...(['kind', 'subject', 'text', 'html', 'reply_to', 'headers', 'queued', 'due'] as const),
      ...(['recipient', 'state', 'settled', 'problem', 'tries'] as const),
    ])
    .expression(
      q
        .selectFrom('users')
        .select(({ lit }) => [
          ...[p.kind, p.subject, p.text, p.html, p.reply_to, p.headers, p.queued, p.queued].map((each, at) =>
            text(each).as(`given_${at}`),
          ),
          'users.email as recipient',
          sql<string>`'waiting'`.as('state'),
          sql<string>`''`.as('settled'),
          sql<string>`''`.as('problem'),
          lit(0).as('tries'),
        ])
        .where('users.email', '<>', '')
        .where(({ not }) => not(q.dialect.inList('users.id', p.but)))
        .where(({ or, exists, selectFrom }) =>
          or([
            q.dialect.inList('users.id', p.ids),
            exists(
              selectFrom('user_roles')
                .select('user_id')
                .whereRef('user_id', '=', 'users.id')
                .where(q.dialect.inTextList('role', p.roles)),
            ),
          ]),
        )
        .orderBy('users.id') as never,
    ),
);

/** Queues the same mail to users, each a mail of their own: one statement, however many there are. As `queueMail`. */
export async function queueMailToUsers(
  tx: WriteHandle,
  { roles, ids, but }: Addressees,
  content: MailContent,
  moment: string,
): Promise<void> {
  const columns = columnsOf(checkedContent(content), moment);
  await tx.run(toUsers, { ...columns, roles: [...roles], ids: [...ids], but: [...but] });
}
