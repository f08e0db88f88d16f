// Counters of comments per entry, parent, type and state, kept in the transaction that changes what they count
// (architecture.md §4: exact, cheap totals). They stand apart from entries, whose kept answers comments leave alone.
import type { WriteHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';

/** Stands for all parents together. */
export const allParents = -1;

/** What of a comment is counted. */
export interface Counted {
  readonly post: number;
  readonly parent: number;
  readonly type: string;
  readonly status: string;
}

const add = statement((q, p: Slots<Counted & { all: number; n: number }>) =>
  q
    .insertInto('comment_counts')
    .values([
      { post: p.post, parent: p.all, type: p.type, status: p.status, n: p.n },
      { post: p.post, parent: p.parent, type: p.type, status: p.status, n: p.n },
    ] as never)
    .onConflict((conflict) =>
      conflict
        .columns(['post', 'parent', 'type', 'status'])
        .doUpdateSet((eb) => ({ n: eb('comment_counts.n', '+', eb.ref('excluded.n')) })),
    ),
);

/** So many comments on an entry have come; fewer than none: gone. */
export const countComments = (tx: WriteHandle, { post, parent, type, status }: Counted, n: number) =>
  tx.run(add, { post, parent, type, status, all: allParents, n });

/** A comment has gone from one state or place to another. */
export async function recountComment(tx: WriteHandle, before: Counted, after: Counted): Promise<void> {
  const same = (['post', 'parent', 'type', 'status'] as const).every((name) => before[name] === after[name]);
  if (same) return;
  await countComments(tx, before, -1);
  await countComments(tx, after, 1);
}

const below = statement((q, p: Slots<{ parent: number }>) =>
  q.selectFrom('comment_counts').selectAll().where('parent', '=', p.parent).where('n', '<>', 0),
);

/** The answers to one comment have become answers to another one. */
export async function recountAnswers(tx: WriteHandle, parent: number, to: number): Promise<void> {
  for (const { n, ...counted } of await tx.all(below, { parent })) {
    await countComments(tx, counted, -n);
    await countComments(tx, { ...counted, parent: to }, n);
  }
}

const forget = statement((q, p: Slots<{ post: number }>) => q.deleteFrom('comment_counts').where('post', '=', p.post));

/** Forgets the counters of an entry. */
export const forgetCounts = (tx: WriteHandle, post: number) => tx.run(forget, { post });

const perParent = statement((q, p: Slots<{ post: number }>) =>
  q
    .insertInto('comment_counts')
    .columns(['post', 'parent', 'type', 'status', 'n'])
    .expression(
      q
        .selectFrom('comments')
        .select((eb) => ['post', 'parent', 'type', 'status', eb.fn.countAll<number>().as('n')])
        .where('post', '=', p.post)
        .groupBy(['post', 'parent', 'type', 'status']),
    ),
);

const perEntry = statement((q, p: Slots<{ post: number; all: number }>) =>
  q
    .insertInto('comment_counts')
    .columns(['post', 'parent', 'type', 'status', 'n'])
    .expression(
      q
        .selectFrom('comments')
        .select((eb) => [
          'post',
          eb.cast<number>(p.all, 'bigint').as('parent'),
          'type',
          'status',
          eb.fn.countAll<number>().as('n'),
        ])
        .where('post', '=', p.post)
        .groupBy(['post', 'type', 'status']),
    ),
);

/** Counts the comments on an entry anew. */
export async function recountEntryComments(tx: WriteHandle, post: number): Promise<void> {
  await forgetCounts(tx, post);
  await tx.run(perEntry, { post, all: allParents });
  await tx.run(perParent, { post });
}
