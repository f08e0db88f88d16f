// The SQL of former texts (posts-and-pages.md §15).
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';

interface Revision {
  entry_id: number;
  author: number;
  title: string;
  content: string;
  excerpt: string;
  meta: string;
  date: string;
  date_gmt: string;
}

const byId = statement((q, p: Slots<{ id: number }>) =>
  q.selectFrom('revisions').select(['title', 'content', 'excerpt', 'meta']).where('id', '=', p.id),
);

/** The texts of a revision. */
export const findRevisionTexts = (read: ReadHandle, id: number) => read.first(byId, { id });

const columns = [
  'entry_id',
  'author',
  'title',
  'content',
  'excerpt',
  'meta',
  'date',
  'date_gmt',
] as const satisfies readonly (keyof Revision)[];

const insertion = statement((q, p: Slots<Revision>) =>
  q
    .insertInto('revisions')
    .values(Object.fromEntries(columns.map((name) => [name, p[name]])) as never)
    .returning('id'),
);

/** Stores a revision; gives its number. */
export async function insertRevision(tx: WriteHandle, revision: Revision): Promise<number> {
  const made = await tx.first(insertion, revision);
  if (!made) throw new Error('a new revision was given no number');
  return made.id;
}
