// Stores the data of the spam filter: features, training comments, statistics, and IDs of received messages.
import {
  type Builder,
  type Migration,
  type ReadHandle,
  type Slots,
  statement,
  type WriteHandle,
} from 'octavo/extension';

interface Tables {
  spamfilter_signs: { sign: string; spam: number; ham: number };
  spamfilter_learned: { comment: number; verdict: string };
  spamfilter_unseen: { comment: number; author: string };
  spamfilter_days: { day: string } & Counts;
  spamfilter_heard: { id: string; at: number };
}

/** Number of training comments that are spam and ham, among all training comments or those with a certain feature. */
export interface Occurrences {
  readonly spam: number;
  readonly ham: number;
}

/** The counts of a day: comments by classification, and corrections by moderators. */
export interface Counts {
  spam: number;
  ham: number;
  missed: number;
  mistaken: number;
  discarded: number;
}

/** The kind of a comment with which the filter is trained. */
export type Kind = 'spam' | 'ham';

/** Name of the row with the number of all training comments. No feature has this name, because features are not empty. */
const totalRow = '';

const selectStatement = statement((q: Builder<Tables>, p: Slots<{ features: string[] }>) =>
  q.selectFrom('spamfilter_signs').selectAll().where(q.dialect.inTextList('sign', p.features)),
);

/** Returns the number of training comments that are spam and ham, with each of the given features and in total. */
export async function findFeatures(
  read: ReadHandle,
  features: readonly string[],
): Promise<{ occurrences: Map<string, Occurrences>; learned: Occurrences }> {
  const rows = await read.all(selectStatement, { features: [totalRow, ...features] });
  const occurrences = new Map<string, Occurrences>(rows.map(({ sign, spam, ham }) => [sign, { spam, ham }]));
  const learned = occurrences.get(totalRow) ?? { spam: 0, ham: 0 };
  occurrences.delete(totalRow);
  return { occurrences, learned };
}

const upsertStatement = statement((q: Builder<Tables>, p: Slots<{ signs: string[]; spam: number; ham: number }>) =>
  q
    .insertInto('spamfilter_signs')
    .columns(['sign', 'spam', 'ham'])
    .expression(
      q
        .selectFrom(q.dialect.listedTexts(p.signs))
        .select((eb) => [
          'listed.value as sign',
          eb.cast<number>(eb.val(p.spam), 'bigint').as('spam'),
          eb.cast<number>(eb.val(p.ham), 'bigint').as('ham'),
        ])
        // SQLite requires a condition before `on conflict`.
        .where((eb) => eb.lit(true)),
    )
    .onConflict((conflict) =>
      conflict.column('sign').doUpdateSet((eb) => ({
        spam: eb('spamfilter_signs.spam', '+', eb.ref('excluded.spam')),
        ham: eb('spamfilter_signs.ham', '+', eb.ref('excluded.ham')),
      })),
    ),
);

/**
 * Trains the filter with a comment that has the given features, or reverts this training if `by` is -1. The caller holds the lock of the
 * training data, because concurrent transactions could otherwise deadlock.
 */
export async function learnFeatures(
  tx: WriteHandle,
  features: readonly string[],
  kind: Kind,
  by: 1 | -1,
): Promise<void> {
  const spam = kind === 'spam' ? by : 0;
  await tx.run(upsertStatement, { signs: [totalRow, ...features], spam, ham: by - spam });
}

const verdict = statement((q: Builder<Tables>, p: Slots<{ comment: number }>) =>
  q.selectFrom('spamfilter_learned').select('verdict').where('comment', '=', p.comment),
);

/** Returns the kind of a comment with which the filter was trained; undefined if it was not trained with this comment. */
export const findLearned = async (read: ReadHandle, comment: number): Promise<Kind | undefined> =>
  (await read.first(verdict, { comment }))?.verdict as Kind | undefined;

const findTrainingStatement = statement((q: Builder<Tables>, p: Slots<{ comments: number[] }>) =>
  q
    .selectFrom('spamfilter_learned')
    .leftJoin('spamfilter_unseen', 'spamfilter_unseen.comment', 'spamfilter_learned.comment')
    .select([
      'spamfilter_learned.comment as comment',
      'spamfilter_learned.verdict as verdict',
      'spamfilter_unseen.comment as undecided',
    ])
    .where(q.dialect.inList('spamfilter_learned.comment', p.comments)),
);

/** Training of the filter with a comment. */
export interface Training {
  readonly kind: Kind;
  /** Whether a moderator has decided about the comment. */
  readonly isConfirmed: boolean;
}

/** Returns how the filter was trained with comments, keyed by comment ID. Comments with which it was not trained are absent. */
export async function findTraining(read: ReadHandle, comments: readonly number[]): Promise<Map<number, Training>> {
  const rows = await read.all(findTrainingStatement, { comments: [...comments] });
  return new Map(
    rows.map(({ comment, verdict: kind, undecided }) => [
      Number(comment),
      { kind: kind as Kind, isConfirmed: undecided === null },
    ]),
  );
}

const upsertLearnedStatement = statement((q: Builder<Tables>, p: Slots<{ comment: number; verdict: string }>) =>
  q
    .insertInto('spamfilter_learned')
    .values({ comment: p.comment, verdict: p.verdict })
    .onConflict((conflict) => conflict.column('comment').doUpdateSet({ verdict: p.verdict })),
);

/** Records that the filter was trained with a comment of a kind. */
export const setLearned = (tx: WriteHandle, comment: number, kind: Kind) =>
  tx.run(upsertLearnedStatement, { comment, verdict: kind });

const insertUndecidedStatement = statement((q: Builder<Tables>, p: Slots<{ comment: number; author: string }>) =>
  q.insertInto('spamfilter_unseen').values({ comment: p.comment, author: p.author }),
);

const deleteUndecidedStatement = statement((q: Builder<Tables>, p: Slots<{ comment: number }>) =>
  q.deleteFrom('spamfilter_unseen').where('comment', '=', p.comment),
);

/** Records that the filter was trained with a comment without a moderator decision. `author` is the author of the comment. */
export const insertUndecided = (tx: WriteHandle, comment: number, author: string) =>
  tx.run(insertUndecidedStatement, { comment, author });

/** Deletes the record that the filter was trained with a comment without a moderator decision. */
export const deleteUndecided = (tx: WriteHandle, comment: number) => tx.run(deleteUndecidedStatement, { comment });

const countUndecidedStatement = statement((q: Builder<Tables>) =>
  q.selectFrom('spamfilter_unseen').select((eb) => eb.fn.countAll<number>().as('n')),
);

const countUndecidedOfAuthorStatement = statement((q: Builder<Tables>, p: Slots<{ author: string }>) =>
  q
    .selectFrom('spamfilter_unseen')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('author', '=', p.author),
);

/** Returns the number of comments by an author with which the filter was trained without a moderator decision. */
export const countUndecidedOf = async (read: ReadHandle, author: string): Promise<number> =>
  Number((await read.first(countUndecidedOfAuthorStatement, { author }))?.n ?? 0);

/** Returns the number of comments with which the filter was trained without a moderator decision. */
export const countAllUndecided = async (read: ReadHandle): Promise<number> =>
  Number((await read.first(countUndecidedStatement, {}))?.n ?? 0);

const incrementStatement = statement((q: Builder<Tables>, p: Slots<Counts & { day: string }>) =>
  q
    .insertInto('spamfilter_days')
    .values({ day: p.day, spam: p.spam, ham: p.ham, missed: p.missed, mistaken: p.mistaken, discarded: p.discarded })
    .onConflict((conflict) =>
      conflict.column('day').doUpdateSet((eb) => ({
        spam: eb('spamfilter_days.spam', '+', p.spam),
        ham: eb('spamfilter_days.ham', '+', p.ham),
        missed: eb('spamfilter_days.missed', '+', p.missed),
        mistaken: eb('spamfilter_days.mistaken', '+', p.mistaken),
        discarded: eb('spamfilter_days.discarded', '+', p.discarded),
      })),
    ),
);

/** Increments a count of the day that contains `now`, which is in milliseconds since 1970. */
export const countDay = (tx: WriteHandle, now: number, countName: keyof Counts) =>
  tx.run(incrementStatement, {
    spam: 0,
    ham: 0,
    missed: 0,
    mistaken: 0,
    discarded: 0,
    [countName]: 1,
    day: dayOf(now),
  });

/** Returns the day that contains a timestamp, in GMT: `2026-05-01`. */
export const dayOf = (timestamp: number): string => new Date(timestamp).toISOString().slice(0, 10);

const daysStatement = statement((q: Builder<Tables>, p: Slots<{ from: string }>) =>
  q.selectFrom('spamfilter_days').selectAll().where('day', '>=', p.from).orderBy('day'),
);

/** Returns the counts of the day `from` and of all later days. */
export const findDays = (read: ReadHandle, from: string) => read.all(daysStatement, { from });

const insertMessageStatement = statement((q: Builder<Tables>, p: Slots<{ id: string; at: number }>) =>
  q
    .insertInto('spamfilter_heard')
    .values({ id: p.id, at: p.at })
    .onConflict((conflict) => conflict.column('id').doNothing()),
);

/**
 * Stores the ID of a received message, with the time of its receipt in milliseconds since 1970. Returns false if the message was received
 * before.
 */
export const recordMessage = async (tx: WriteHandle, id: string, at: number): Promise<boolean> =>
  (await tx.run(insertMessageStatement, { id, at })).changes === 1;

const pruneStatement = statement((q: Builder<Tables>, p: Slots<{ before: number }>) =>
  q.deleteFrom('spamfilter_heard').where('at', '<', p.before),
);

/** Deletes the IDs of messages that were received before a timestamp. */
export const pruneMessages = (tx: WriteHandle, before: number) => tx.run(pruneStatement, { before });

export const migrations: readonly Migration[] = [
  {
    number: 1,
    name: 'signs, days, messages',
    async up(tx) {
      const { integer, text } = tx.builder.dialect.types;
      await tx.execute(`
        create table spamfilter_signs (sign ${text} not null primary key, spam ${integer} not null, ham ${integer} not null);
        create table spamfilter_learned (comment ${integer} not null primary key, verdict ${text} not null);
        create table spamfilter_days (
          day ${text} not null primary key,
          spam ${integer} not null,
          ham ${integer} not null,
          missed ${integer} not null,
          mistaken ${integer} not null,
          discarded ${integer} not null
        );
        create table spamfilter_heard (id ${text} not null primary key, at ${integer} not null);
      `);
    },
  },
  {
    number: 2,
    name: 'who was learned from without a moderator',
    async up(tx) {
      const { integer, text } = tx.builder.dialect.types;
      await tx.execute(`
        create table spamfilter_unseen (
          comment ${integer} not null primary key,
          author ${text} not null
        );
        create index spamfilter_unseen_by_author on spamfilter_unseen (author);
      `);
    },
  },
];
