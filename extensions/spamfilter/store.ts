// The SQL of the spam filter: what was learned, what was decided, what was heard.
import { type Builder, type ReadHandle, type Slots, statement, type WriteHandle } from 'octavo/extension';
import type { Seen } from './score.ts';

interface Tables {
  spamfilter_signs: { sign: string; spam: number; ham: number };
  spamfilter_learned: { comment: number; verdict: string };
  spamfilter_unseen: { comment: number; author: string };
  spamfilter_days: { day: string } & Counts;
  spamfilter_heard: { id: string; at: number };
}

/** What is counted each day: comments by the state they came in, and how often a moderator has said otherwise. */
export interface Counts {
  spam: number;
  ham: number;
  missed: number;
  mistaken: number;
  discarded: number;
}

export type Kind = 'spam' | 'ham';

/** The name under which the numbers of remarks learned from are kept; no sign is empty. */
const total = '';

const known = statement((q: Builder<Tables>, p: Slots<{ signs: string[] }>) =>
  q.selectFrom('spamfilter_signs').selectAll().where(q.dialect.inTextList('sign', p.signs)),
);

/** What is known of signs, and how many remarks were learned from. */
export async function findSigns(
  read: ReadHandle,
  signs: readonly string[],
): Promise<{ seen: Map<string, Seen>; learned: Seen }> {
  const rows = await read.all(known, { signs: [total, ...signs] });
  const seen = new Map<string, Seen>(rows.map(({ sign, spam, ham }) => [sign, { spam, ham }]));
  const learned = seen.get(total) ?? { spam: 0, ham: 0 };
  seen.delete(total);
  return { seen, learned };
}

const count = statement((q: Builder<Tables>, p: Slots<{ sign: string; spam: number; ham: number }>) =>
  q
    .insertInto('spamfilter_signs')
    .values({ sign: p.sign, spam: p.spam, ham: p.ham })
    .onConflict((conflict) =>
      conflict.column('sign').doUpdateSet((eb) => ({
        spam: eb('spamfilter_signs.spam', '+', p.spam),
        ham: eb('spamfilter_signs.ham', '+', p.ham),
      })),
    ),
);

/** Counts a remark with these signs as one more of a kind, or, by -1, as one less. */
export async function countSigns(tx: WriteHandle, signs: readonly string[], kind: Kind, by: 1 | -1): Promise<void> {
  const spam = kind === 'spam' ? by : 0;
  // In one order, so that two who count at the same time never wait for each other crosswise.
  for (const sign of [total, ...signs.toSorted()]) await tx.run(count, { sign, spam, ham: by - spam });
}

const verdict = statement((q: Builder<Tables>, p: Slots<{ comment: number }>) =>
  q.selectFrom('spamfilter_learned').select('verdict').where('comment', '=', p.comment),
);

/** What was learned from a comment; undefined: nothing yet. */
export const findLearned = async (read: ReadHandle, comment: number): Promise<Kind | undefined> =>
  (await read.first(verdict, { comment }))?.verdict as Kind | undefined;

const noting = statement((q: Builder<Tables>, p: Slots<{ comment: number; verdict: string }>) =>
  q
    .insertInto('spamfilter_learned')
    .values({ comment: p.comment, verdict: p.verdict })
    .onConflict((conflict) => conflict.column('comment').doUpdateSet({ verdict: p.verdict })),
);

/** Remembers what was learned from a comment. */
export const noteLearned = (tx: WriteHandle, comment: number, kind: Kind) => tx.run(noting, { comment, verdict: kind });

const noteUnseen = statement((q: Builder<Tables>, p: Slots<{ comment: number; author: string }>) =>
  q.insertInto('spamfilter_unseen').values({ comment: p.comment, author: p.author }),
);

const forgetUnseen = statement((q: Builder<Tables>, p: Slots<{ comment: number }>) =>
  q.deleteFrom('spamfilter_unseen').where('comment', '=', p.comment),
);

/** Remembers that no moderator has looked at a comment that was learned from, and whose it is. */
export const noteUndecided = (tx: WriteHandle, comment: number, author: string) =>
  tx.run(noteUnseen, { comment, author });

/** Forgets that, for one has now. */
export const noteDecided = (tx: WriteHandle, comment: number) => tx.run(forgetUnseen, { comment });

const unseen = statement((q: Builder<Tables>) =>
  q.selectFrom('spamfilter_unseen').select((eb) => eb.fn.countAll<number>().as('n')),
);

const unseenOf = statement((q: Builder<Tables>, p: Slots<{ author: string }>) =>
  q
    .selectFrom('spamfilter_unseen')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('author', '=', p.author),
);

/** How many comments that no moderator has looked at were learned from: of an author, and of all. */
export async function countUndecided(read: ReadHandle, author: string): Promise<{ own: number; all: number }> {
  const [own, all] = [await read.first(unseenOf, { author }), await read.first(unseen, {})];
  return { own: Number(own?.n ?? 0), all: Number(all?.n ?? 0) };
}

const counting = statement((q: Builder<Tables>, p: Slots<Counts & { day: string }>) =>
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

/** Counts one more on a day. `now` in milliseconds since 1970. */
export const countDay = (tx: WriteHandle, now: number, what: keyof Counts) =>
  tx.run(counting, { spam: 0, ham: 0, missed: 0, mistaken: 0, discarded: 0, [what]: 1, day: dayOf(now) });

/** The day of a moment in GMT, `2026-05-01`. */
export const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

const days = statement((q: Builder<Tables>, p: Slots<{ from: string }>) =>
  q.selectFrom('spamfilter_days').selectAll().where('day', '>=', p.from).orderBy('day'),
);

/** The figures of every day from one on that has any. */
export const findDays = (read: ReadHandle, from: string) => read.all(days, { from });

const hearing = statement((q: Builder<Tables>, p: Slots<{ id: string; at: number }>) =>
  q
    .insertInto('spamfilter_heard')
    .values({ id: p.id, at: p.at })
    .onConflict((conflict) => conflict.column('id').doNothing()),
);

/** Notes that a message was heard. */
export const noteHeard = (tx: WriteHandle, id: string, at: number) => tx.run(hearing, { id, at });

const heard = statement((q: Builder<Tables>, p: Slots<{ id: string }>) =>
  q.selectFrom('spamfilter_heard').select('id').where('id', '=', p.id),
);

/** Whether a message was heard. */
export const wasHeard = async (read: ReadHandle, id: string): Promise<boolean> =>
  (await read.first(heard, { id })) !== undefined;

const forgetting = statement((q: Builder<Tables>, p: Slots<{ before: number }>) =>
  q.deleteFrom('spamfilter_heard').where('at', '<', p.before),
);

/** Forgets messages that were heard before a moment. */
export const forgetHeard = (tx: WriteHandle, before: number) => tx.run(forgetting, { before });
