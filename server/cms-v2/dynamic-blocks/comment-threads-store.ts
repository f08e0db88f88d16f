// SQL statements for the comments on the page of an entry: their numbers, and pages of threads.
import { type SqlBool, sql } from 'kysely';
import type { ReadHandle } from '../../database/handle.ts';
import { type Builder, type Slots, statement } from '../../database/statement.ts';
import { maxCommentsPerPage, threadsPerPage } from '../../rendering/dynamic/needs.ts';
import { allParents } from '../comments/counts-store.ts';
import { profileImageColumn } from '../users/profile-images-store.ts';
import { commentColumns, type PublicComment } from './store.ts';

const countsStatement = statement((q, p: Slots<{ ids: number[]; all: number }>) =>
  q
    .selectFrom('comment_counts')
    .innerJoin('entries', 'entries.id', 'comment_counts.post')
    .select(['comment_counts.post', 'comment_counts.parent', 'comment_counts.n'])
    .where(q.dialect.inList('comment_counts.post', p.ids))
    .where((eb) => eb.or([eb('comment_counts.parent', '=', p.all), eb('comment_counts.parent', '=', sql.lit(0))]))
    .where('comment_counts.type', '=', sql.lit('comment'))
    .where('comment_counts.status', '=', sql.lit('approved'))
    .where('entries.status', '=', sql.lit('publish'))
    .where('entries.password', '=', sql.lit('')),
);

/** The number of all public comments of an entry, or of its top-level comments. */
interface CommentCount {
  readonly post: number;
  readonly kind: 'all' | 'top-level';
  readonly n: number;
}

/** Returns the numbers of public comments of entries, in no particular order. Entries without comments may be missing. */
export async function findCommentCounts(read: ReadHandle, ids: readonly number[]): Promise<CommentCount[]> {
  const rows = await read.all(countsStatement, { ids: [...ids], all: allParents });
  return rows.map(({ post, parent, n }) => ({ post, kind: parent === allParents ? 'all' : 'top-level', n: Number(n) }));
}

/** Parameters of the statement: the entry, the number of threads and of those to skip, and the maximum number of comments. */
interface ThreadsValues {
  readonly post: number;
  readonly limit: number;
  readonly offset: number;
  readonly max: number;
}

/** Returns a query of the IDs of the comments of a page. */
function selectThreadIds(q: Builder, p: Slots<ThreadsValues>) {
  const isReply = sql<SqlBool>`${sql.ref('comments.parent')} = ${sql.ref('thread.id')} and ${sql.ref('comments.post')} = ${p.post}
    and ${sql.ref('comments.type')} = 'comment' and ${sql.ref('comments.status')} = 'approved'`;
  return q
    .withRecursive('thread', (qc) =>
      qc
        .selectFrom(selectTopLevelIds(q, p).as('top'))
        .select('top.id')
        .union(
          qc
            .selectFrom('thread')
            .crossJoin(q.dialect.commentsForEach(isReply, p.max))
            .select('comments.id')
            .where(isReply),
        ),
    )
    .selectFrom('thread')
    .select('thread.id')
    .limit(p.max);
}

const selectTopLevelIds = (q: Builder, p: Slots<ThreadsValues>) =>
  q
    .selectFrom('comments')
    .select('comments.id')
    .where('comments.post', '=', p.post)
    .where('comments.parent', '=', sql.lit(0))
    .where('comments.type', '=', sql.lit('comment'))
    .where('comments.status', '=', sql.lit('approved'))
    .orderBy('comments.date_gmt')
    .orderBy('comments.id')
    .limit(p.limit)
    .offset(p.offset);

const threadIdsStatement = statement((q, p: Slots<ThreadsValues>) => selectThreadIds(q, p));

// The statement has no other conditions on comments, so that both engines look up comments by ID.
const commentsStatement = statement((q, p: Slots<{ ids: number[] }>) =>
  q
    .selectFrom('comments')
    .innerJoin('entries', 'entries.id', 'comments.post')
    .select([...commentColumns, profileImageColumn(q, 'comments.author')])
    .where(q.dialect.inList('comments.id', p.ids))
    .where('entries.status', '=', sql.lit('publish'))
    .where('entries.password', '=', sql.lit(''))
    .orderBy('comments.date_gmt')
    .orderBy('comments.id'),
);

/**
 * Returns the public comments of the threads on a page, from 1, oldest first: at most `threadsPerPage` threads, and at most one comment
 * more than `maxCommentsPerPage`, so that the caller can detect that there are more. Replies close to the top are preferred. Replies to
 * comments that are not public belong to no thread. The earlier threads are skipped in an index.
 */
export async function findThreads(read: ReadHandle, post: number, page: number): Promise<PublicComment[]> {
  const rows = await read.all(threadIdsStatement, {
    post,
    limit: threadsPerPage,
    offset: (page - 1) * threadsPerPage,
    max: maxCommentsPerPage + 1,
  });
  return read.all(commentsStatement, { ids: rows.map(({ id }) => id) });
}
