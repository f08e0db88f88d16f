// SQL statements for the comments in dynamic blocks: approved comments on public entries without a password.
import { sql } from 'kysely';
import type { ReadHandle } from '../../database/handle.ts';
import { type Builder, type Slots, statement } from '../../database/statement.ts';

const columns = [
  'comments.id',
  'comments.post',
  'comments.parent',
  'comments.author_name',
  'comments.author_email',
  'comments.author_url',
  'comments.content',
  'comments.content_rendered',
  'comments.renderer',
  'comments.date',
] as const;

const selectPublicComments = (q: Builder) =>
  q
    .selectFrom('comments')
    .innerJoin('entries', 'entries.id', 'comments.post')
    .select(columns)
    .where('comments.type', '=', sql.lit('comment'))
    .where('comments.status', '=', sql.lit('approved'))
    .where('entries.status', '=', sql.lit('publish'))
    .where('entries.password', '=', sql.lit(''));

const newestStatement = statement((q, p: Slots<{ limit: number }>) =>
  selectPublicComments(q).orderBy('comments.date_gmt', 'desc').orderBy('comments.id', 'desc').limit(p.limit),
);

/** Returns the newest comments of the site. */
export const findNewestComments = (read: ReadHandle, limit: number) => read.all(newestStatement, { limit });

const ofEntriesStatement = statement((q, p: Slots<{ ids: number[]; limit: number }>) =>
  q
    .selectFrom(
      selectPublicComments(q)
        .select(
          sql<number>`row_number() over (partition by comments.post order by comments.date_gmt, comments.id)`.as(
            'place',
          ),
        )
        .select(sql<number>`count(*) over (partition by comments.post)`.as('total'))
        .where(q.dialect.inList('comments.post', p.ids))
        .as('placed'),
    )
    .selectAll()
    .where('place', '<=', p.limit)
    .orderBy('post')
    .orderBy('place'),
);

/** Returns the oldest comments on each entry, at most `limit`, oldest first. `total` is the number of public comments on the entry. */
export const findCommentsOfEntries = (read: ReadHandle, ids: readonly number[], limit: number) =>
  read.all(ofEntriesStatement, { ids: [...ids], limit });

/** A comment as both statements return it. */
export type PublicComment = Awaited<ReturnType<typeof findNewestComments>>[number];
