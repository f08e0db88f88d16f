// Maintains counters of comments per entry, parent, type and status, in the transaction that changes the comments
// (docs/architecture.md, Storage). They are in a separate table, so that new comments do not invalidate cached entries.
import { sql } from 'kysely';
import type { WriteHandle } from '../../database/handle.ts';
import { type Builder, type Slots, statement } from '../../database/statement.ts';
import type { CommentCountsTable } from '../../database/tables/comments.ts';

/** The value of `parent` in rows that count the comments of all parents. */
export const allParents = -1;

/** The columns by which comments are counted. */
export interface CountedComment {
  readonly post: number;
  readonly parent: number;
  readonly type: string;
  readonly status: string;
}

// The row of all parents is first: a transaction locks it before the rows of parents, so that two transactions never lock these in
// different orders.
const addToCountersStatement = statement((q, p: Slots<CountedComment & { all: number; n: number }>) =>
  q
    .insertInto('comment_counts')
    .values([
      { post: p.post, parent: p.all, type: p.type, status: p.status, n: p.n },
      { post: p.post, parent: p.parent, type: p.type, status: p.status, n: p.n },
    ])
    .onConflict((conflict) =>
      conflict
        .columns(['post', 'parent', 'type', 'status'])
        .doUpdateSet((eb) => ({ n: eb('comment_counts.n', '+', eb.ref('excluded.n')) })),
    ),
);

/** Adds `n` to the counters of a comment's entry; `n` is negative for deleted comments. */
export const adjustCommentCounters = (tx: WriteHandle, { post, parent, type, status }: CountedComment, n: number) =>
  // Additions are sorted by their parameters in this order, which puts those with the same row of all parents next to each other.
  tx.add(addToCountersStatement, { post, type, status, parent, all: allParents }, n);

/** Moves a comment from one counter to another after a change of its status, entry, parent or type. */
export async function moveCommentCounter(
  tx: WriteHandle,
  before: CountedComment,
  after: CountedComment,
): Promise<void> {
  await adjustCommentCounters(tx, before, -1);
  await adjustCommentCounters(tx, after, 1);
}

/**
 * Returns the table of the counters, read by the parents of comments. Most comments of most sites are not replies, so that nearly all counters
 * have one of two parents, and the planner of SQLite would prefer a scan.
 */
export const countersByParent = (q: Builder) => {
  const table = sql<CommentCountsTable>`${sql.table('comment_counts')}`;
  return q.dialect.engine === 'sqlite'
    ? table.as<'comment_counts'>(sql`comment_counts indexed by comment_counts_by_parent`)
    : table.as('comment_counts');
};

const listByParentStatement = statement((q, p: Slots<{ parent: number }>) =>
  q.selectFrom(countersByParent(q)).selectAll().where('parent', '=', p.parent).where('n', '<>', 0),
);

/** Moves the counters of the replies to a comment to their new parent. */
export async function moveReplyCounters(tx: WriteHandle, parent: number, newParent: number): Promise<void> {
  for (const { n, ...counted } of await tx.all(listByParentStatement, { parent })) {
    await adjustCommentCounters(tx, counted, -n);
    await adjustCommentCounters(tx, { ...counted, parent: newParent }, n);
  }
}

const deleteCountersStatement = statement((q, p: Slots<{ post: number }>) =>
  q.deleteFrom('comment_counts').where('post', '=', p.post),
);

/** Deletes the comment counts of an entry. */
export const deleteCommentCounts = (tx: WriteHandle, post: number) => tx.run(deleteCountersStatement, { post });

const insertCountsPerParentStatement = statement((q, p: Slots<{ post: number }>) =>
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

const insertCountsPerEntryStatement = statement((q, p: Slots<{ post: number; all: number }>) =>
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

/** Recomputes the counters of an entry from its comments. */
export async function recountEntryComments(tx: WriteHandle, post: number): Promise<void> {
  await deleteCommentCounts(tx, post);
  await tx.run(insertCountsPerEntryStatement, { post, all: allParents });
  await tx.run(insertCountsPerParentStatement, { post });
}
