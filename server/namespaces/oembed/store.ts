// Finds the authors of embedded entries.
import type { ReadHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';

const findAuthorStatement = statement((q, p: Slots<{ id: number }>) =>
  q.selectFrom('users').select(['name', 'slug']).where('id', '=', p.id),
);

/** Returns the public properties of an author, or undefined if there is no user with this ID. */
export const findAuthor = (read: ReadHandle, id: number): Promise<{ name: string; slug: string } | undefined> =>
  read.first(findAuthorStatement, { id });
