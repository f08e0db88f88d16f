// The SQL of what was written before: the same again, just now, and approved ones.
import type { ReadHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';
import { fold } from '../../rendering/fold.ts';

const repeated = statement((q, p: Slots<{ post: number; repeats: string }>) =>
  q
    .selectFrom('comments')
    .select('id')
    .where('post', '=', p.post)
    .where('repeats', '=', p.repeats)
    .where('status', '<>', 'trash')
    .where('type', '<>', 'note')
    .limit(1),
);

/** Whether an entry has the same comment already, those in the trash aside. */
export const isRepeated = async (read: ReadHandle, post: number, repeats: string): Promise<boolean> =>
  (await read.first(repeated, { post, repeats })) !== undefined;

const byAuthor = statement((q, p: Slots<{ author: number }>) =>
  q.selectFrom('comments').select('received').where('author', '=', p.author).orderBy('received', 'desc').limit(1),
);

const byEmail = statement((q, p: Slots<{ email: string }>) =>
  q
    .selectFrom('comments')
    .select('received')
    .where('author_email_key', '=', p.email)
    .orderBy('received', 'desc')
    .limit(1),
);

const byAddress = statement((q, p: Slots<{ address: string }>) =>
  q.selectFrom('comments').select('received').where('author_ip', '=', p.address).orderBy('received', 'desc').limit(1),
);

/** When a user's latest comment came in, in GMT. */
export const latestOfUser = async (read: ReadHandle, author: number): Promise<string | undefined> =>
  (await read.first(byAuthor, { author }))?.received;

/** When the latest comment under an e-mail address came in, in GMT. */
export const latestOfEmail = async (read: ReadHandle, email: string): Promise<string | undefined> =>
  (await read.first(byEmail, { email: fold(email) }))?.received;

/** When the latest comment from a sender's address came in, in GMT. */
export const latestFrom = async (read: ReadHandle, address: string): Promise<string | undefined> =>
  (await read.first(byAddress, { address }))?.received;

const ofNobody = statement((q, p: Slots<{ author: number; since: string }>) =>
  q
    .selectFrom('comments')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('author', '=', p.author)
    .where('received', '>', p.since),
);

/** How many comments by people who are no users have come in since a moment of GMT. */
export const receivedOfNobody = async (read: ReadHandle, since: string): Promise<number> =>
  (await read.first(ofNobody, { author: 0, since }))?.n ?? 0;

const approvedOfUser = statement((q, p: Slots<{ author: number }>) =>
  q
    .selectFrom('comments')
    .select('id')
    .where('author', '=', p.author)
    .where('type', '=', 'comment')
    .where('status', '=', 'approved')
    .limit(1),
);

const approvedOfPerson = statement((q, p: Slots<{ name: string; email: string; author: number }>) =>
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

/** Whether something of the same user, or of the same name and address, was approved before. */
export async function hasApproved(
  read: ReadHandle,
  { author, author_name, author_email }: { author: number; author_name: string; author_email: string },
): Promise<boolean> {
  const found =
    author === 0
      ? await read.first(approvedOfPerson, { name: author_name, email: fold(author_email), author })
      : await read.first(approvedOfUser, { author });
  return found !== undefined;
}

const approvedBeside = statement((q, p: Slots<{ ids: number[] }>) =>
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

/** How many comments were approved of the address of each comment that is there, by its number; 0 where it has none. */
export async function countApprovedBeside(read: ReadHandle, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await read.all(approvedBeside, { ids: [...ids] });
  return new Map(rows.map(({ id, n }) => [id, Number(n)]));
}
