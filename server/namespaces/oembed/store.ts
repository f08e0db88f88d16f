// The SQL of what is told about entries beside themselves.
import type { ReadHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';

const author = statement((q, p: Slots<{ id: number }>) =>
  q.selectFrom('users').select(['name', 'slug']).where('id', '=', p.id),
);

/** What readers are told of an author. */
export const findAuthor = (read: ReadHandle, id: number): Promise<{ name: string; slug: string } | undefined> =>
  read.first(author, { id });
