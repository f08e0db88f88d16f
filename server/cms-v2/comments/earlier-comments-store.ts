// SQL statements for earlier comments: duplicates, recent comments, and approved comments of the same author.
import type { ReadHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';
import { fold } from '../../rendering/fold.ts';

const findDuplicateStatement = statement((q, p: Slots<{ post: number; repeats: string }>) =>
  q
    .selectFrom('comments')
    .select('id')
    .where('post', '=', p.post)
    .where('repeats', '=', p.repeats)
    .where('status', '<>', 'trash')
    .where('type', '<>', 'note')
    .limit(1),
);

/** Whether an entry already has a comment with the same duplicate key. Notes and comments in the trash do not count. */
export const isDuplicate = async (read: ReadHandle, post: number, repeats: string): Promise<boolean> =>
  (await read.first(findDuplicateStatement, { post, repeats })) !== undefined;

const latestOfAuthorStatement = statement((q, p: Slots<{ author: number }>) =>
  q.selectFrom('comments').select('received').where('author', '=', p.author).orderBy('received', 'desc').limit(1),
);

const latestOfEmailStatement = statement((q, p: Slots<{ email: string }>) =>
  q
    .selectFrom('comments')
    .select('received')
    .where('author_email_key', '=', p.email)
    .orderBy('received', 'desc')
    .limit(1),
);

const latestFromIpStatement = statement((q, p: Slots<{ ip: string }>) =>
  q.selectFrom('comments').select('received').where('author_ip', '=', p.ip).orderBy('received', 'desc').limit(1),
);

/** Returns the time when the latest comment of a user was received, in GMT; undefined if there is none. */
export const findLatestOfUser = async (read: ReadHandle, author: number): Promise<string | undefined> =>
  (await read.first(latestOfAuthorStatement, { author }))?.received;

/** Returns the time when the latest comment with an email address was received, in GMT; undefined if there is none. */
export const findLatestOfEmail = async (read: ReadHandle, email: string): Promise<string | undefined> =>
  (await read.first(latestOfEmailStatement, { email: fold(email) }))?.received;

/** Returns the time when the latest comment from an IP address was received, in GMT; undefined if there is none. */
export const findLatestFromIp = async (read: ReadHandle, ip: string): Promise<string | undefined> =>
  (await read.first(latestFromIpStatement, { ip }))?.received;

const countSinceStatement = statement((q, p: Slots<{ author: number; since: string }>) =>
  q
    .selectFrom('comments')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('author', '=', p.author)
    .where('received', '>', p.since),
);

/** Returns the number of anonymous comments received since a timestamp in GMT. */
export const countAnonymousSince = async (read: ReadHandle, since: string): Promise<number> =>
  (await read.first(countSinceStatement, { author: 0, since }))?.n ?? 0;

const approvedOfUserStatement = statement((q, p: Slots<{ author: number }>) =>
  q
    .selectFrom('comments')
    .select('id')
    .where('author', '=', p.author)
    .where('type', '=', 'comment')
    .where('status', '=', 'approved')
    .limit(1),
);

const approvedOfNameAndEmailStatement = statement((q, p: Slots<{ name: string; email: string; author: number }>) =>
  q
    .selectFrom('comments')
    .select('id')
    .where('author_email_key', '=', p.email)
    .where('type', '=', 'comment')
    .where('status', '=', 'approved')
    .where('author', '=', p.author)
    .where('author_name', '=', p.name)
    .limit(1),
);

/** Whether the same user or, for `author` 0, an anonymous author with the same name and email address has an approved comment. */
export async function hasApprovedComment(
  read: ReadHandle,
  { author, author_name, author_email }: { author: number; author_name: string; author_email: string },
): Promise<boolean> {
  const found =
    author === 0
      ? await read.first(approvedOfNameAndEmailStatement, { name: author_name, email: fold(author_email), author })
      : await read.first(approvedOfUserStatement, { author });
  return found !== undefined;
}

const countApprovedStatement = statement((q, p: Slots<{ ids: number[] }>) =>
  q
    .selectFrom('comments as given')
    .leftJoin('comments as other', (join) =>
      join
        .onRef('other.author_email_key', '=', 'given.author_email_key')
        .on('given.author_email_key', '<>', '')
        .on('other.type', '=', 'comment')
        .on('other.status', '=', 'approved'),
    )
    .select((eb) => ['given.id', eb.fn.count<number>('other.id').as('n')])
    .where(q.dialect.inList('given.id', p.ids))
    .groupBy('given.id'),
);

/** Returns, by comment ID, the number of approved comments with the same email address; 0 if the comment has no email address. */
export async function countApprovedByEmail(read: ReadHandle, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await read.all(countApprovedStatement, { ids: [...ids] });
  return new Map(rows.map(({ id, n }) => [id, Number(n)]));
}
