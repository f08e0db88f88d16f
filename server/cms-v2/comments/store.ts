// The SQL of single comments: reading, writing, removing.
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { type Builder, type Slots, statement } from '../../database/statement.ts';
import { fold } from '../../rendering/fold.ts';
import { aboveColumns } from '../entries/above.ts';
import { placeColumns } from '../media/addresses.ts';
import { type CommentColumns, type CommentRow, commentColumns } from './rows.ts';
import type { Standing } from './states.ts';

/** Comments with the entries they are on. */
const withEntry = (q: Builder) =>
  q
    .selectFrom('comments')
    .leftJoin('entries', 'entries.id', 'comments.post')
    .leftJoin('entries as above', 'above.id', 'entries.parent')
    .selectAll('comments')
    .select([
      'entries.type as entry_type',
      'entries.status as entry_status',
      'entries.rights_status as entry_rights_status',
      'entries.author as entry_author',
      'entries.password as entry_password',
      'entries.path as entry_path',
      'entries.slug as entry_slug',
      'entries.parent as entry_parent',
    ])
    .select(aboveColumns)
    .select(placeColumns);

const one = statement((q, p: Slots<{ id: number }>) => withEntry(q).where('comments.id', '=', p.id));

/** The comment of a number. */
export const findComment = (read: ReadHandle, id: number): Promise<CommentRow | undefined> => read.first(one, { id });

const many = statement((q, p: Slots<{ ids: number[] }>) => withEntry(q).where(q.dialect.inList('comments.id', p.ids)));

/** The comments of these numbers, in no order. */
export const findComments = (read: ReadHandle, ids: readonly number[]): Promise<CommentRow[]> =>
  read.all(many, { ids: [...ids] });

type Columns = Record<(typeof commentColumns)[number], string | number>;

const valuesOf = (p: Slots<Columns>) => Object.fromEntries(commentColumns.map((name) => [name, p[name]])) as never;

const insertion = statement((q, p: Slots<Columns>) => q.insertInto('comments').values(valuesOf(p)).returning('id'));

const change = statement((q, p: Slots<Columns & { id: number }>) =>
  q.updateTable('comments').set(valuesOf(p)).where('id', '=', p.id),
);

const text = statement((q, p: Slots<{ comment_id: number; shown: string; guarded: string }>) =>
  q
    .insertInto('comment_text')
    .values({ comment_id: p.comment_id, shown: p.shown, guarded: p.guarded } as never)
    .onConflict((conflict) =>
      conflict.column('comment_id').doUpdateSet({ shown: p.shown, guarded: p.guarded } as never),
    ),
);

/** Stands between the texts of a comment, so that nothing is found across two of them. */
export const textSeparator = '\u001f';

/** Writes the folded texts that searches look in. */
const writeText = (tx: WriteHandle, id: number, comment: CommentColumns) => {
  const folded = (...parts: string[]) => parts.map(fold).join(textSeparator);
  const { author_name, author_url, content, author_email, author_ip } = comment;
  return tx.run(text, {
    comment_id: id,
    shown: folded(author_name, author_url, content),
    guarded: folded(author_email, author_ip),
  });
};

/** Stores a new comment; gives its number. Counters are the caller's. */
export async function insertComment(tx: WriteHandle, comment: CommentColumns): Promise<number> {
  const made = await tx.first(insertion, comment as Columns);
  if (!made) throw new Error('a new comment was given no number');
  await writeText(tx, made.id, comment);
  return made.id;
}

/** Writes all columns of a comment. Counters are the caller's. */
export async function writeComment(tx: WriteHandle, id: number, comment: CommentColumns): Promise<void> {
  await tx.run(change, { ...(comment as Columns), id });
  await writeText(tx, id, comment);
}

const standing = statement((q, p: Slots<{ id: number; status: string; status_before: string }>) =>
  q.updateTable('comments').set({ status: p.status, status_before: p.status_before }).where('id', '=', p.id),
);

/** Writes the state of a comment. Counters are the caller's. */
export const writeStanding = (tx: WriteHandle, id: number, { status, status_before }: Standing) =>
  tx.run(standing, { id, status, status_before });

const placing = statement((q, p: Slots<{ id: number; parent: number }>) =>
  q.updateTable('comments').set({ parent: p.parent }).where('id', '=', p.id),
);

/** Makes a comment an answer to another one. Counters are the caller's. */
export const writeParent = (tx: WriteHandle, id: number, parent: number) => tx.run(placing, { id, parent });

const removal = statement((q, p: Slots<{ id: number }>) => q.deleteFrom('comments').where('id', '=', p.id));

/** Removes a comment; its search text goes with it. */
export const removeComment = (tx: WriteHandle, id: number) => tx.run(removal, { id });

const lifted = statement((q, p: Slots<{ parent: number; to: number }>) =>
  q.updateTable('comments').set({ parent: p.to }).where('parent', '=', p.parent),
);

/** Makes the answers to a comment answers to another one. */
export const moveAnswers = (tx: WriteHandle, parent: number, to: number) => tx.run(lifted, { parent, to });

const parents = statement((q, p: Slots<{ id: number }>) =>
  q.selectFrom('comments').select(['id', 'parent']).where('id', '=', p.id),
);

/**
 * The numbers of the comments above the one of a number, itself included, the nearest first; at most so many. What is not
 * there ends it, and so does what would go in a circle.
 */
export async function findWayUp(read: ReadHandle, id: number, most: number): Promise<number[]> {
  const way: number[] = [];
  for (let at = id; at !== 0 && way.length < most && !way.includes(at); ) {
    const found = await read.first(parents, { id: at });
    if (!found) break;
    way.push(found.id);
    at = found.parent;
  }
  return way;
}

const answered = statement((q, p: Slots<{ parents: number[]; states: string[] }>) =>
  q
    .selectFrom('comment_counts')
    .select(['parent', 'type'])
    .where(q.dialect.inList('parent', p.parents))
    .where(q.dialect.inTextList('status', p.states))
    .where('n', '>', 0),
);

/** Which of these comments have answers that are approved or held, and of what types. */
export const findAnswered = (read: ReadHandle, ids: readonly number[]): Promise<{ parent: number; type: string }[]> =>
  read.all(answered, { parents: [...ids], states: ['approved', 'hold'] });

const notes = statement((q, p: Slots<{ parent: number }>) =>
  q
    .selectFrom('comments')
    .selectAll()
    .where('parent', '=', p.parent)
    .where('type', '=', 'note')
    .where('status', '<>', 'trash'),
);

/** The answers to a note that are not in the trash. */
export const findNotesBelow = (read: ReadHandle, parent: number) => read.all(notes, { parent });
