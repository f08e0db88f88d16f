// SQL statements for single comments.
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { rowInsert } from '../../database/row-insert.ts';
import { type Builder, pickSlots, type Slots, statement } from '../../database/statement.ts';
import type { CommentTextTable } from '../../database/tables/comments.ts';
import { idsOf } from '../../database/take-ids.ts';
import { fold } from '../../rendering/fold.ts';
import { parentColumns } from '../entries/parent-entry.ts';
import { parentUrlColumns } from '../media/urls.ts';
import { profileImageColumn } from '../users/profile-images-store.ts';
import { countersByParent } from './counts-store.ts';
import { type CommentColumns, type CommentRow, commentColumns } from './rows.ts';
import type { StoredStatus } from './statuses.ts';

/** Selects comments, with columns of their entries and of the parents of these entries, and the profile images of their authors. */
const selectWithEntry = (q: Builder) =>
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
      'entries.date as entry_date',
      'entries.parent as entry_parent',
    ])
    .select(parentColumns)
    .select(parentUrlColumns)
    .select(profileImageColumn(q, 'comments.author'));

const findByIdStatement = statement((q, p: Slots<{ id: number }>) =>
  selectWithEntry(q).where('comments.id', '=', p.id),
);

/** Returns the comment with this ID; undefined if there is none. */
export const findComment = (read: ReadHandle, id: number): Promise<CommentRow | undefined> =>
  read.first(findByIdStatement, { id });

const findByIdsStatement = statement((q, p: Slots<{ ids: number[] }>) =>
  selectWithEntry(q).where(q.dialect.inList('comments.id', p.ids)),
);

/** Returns the comments with these IDs, in no particular order. */
export const findComments = (read: ReadHandle, ids: readonly number[]): Promise<CommentRow[]> =>
  read.all(findByIdsStatement, { ids: [...ids] });

const insertStatement = statement((q, p: Slots<CommentColumns>) =>
  q.insertInto('comments').values(pickSlots(p, commentColumns)).returning('id'),
);

const updateStatement = statement((q, p: Slots<CommentColumns & { id: number }>) =>
  q.updateTable('comments').set(pickSlots(p, commentColumns)).where('id', '=', p.id),
);

const upsertTextStatement = statement((q, p: Slots<{ comment_id: number; shown: string; guarded: string }>) =>
  q
    .insertInto('comment_text')
    .values({ comment_id: p.comment_id, shown: p.shown, guarded: p.guarded })
    .onConflict((conflict) => conflict.column('comment_id').doUpdateSet({ shown: p.shown, guarded: p.guarded })),
);

/** Separator between the searched texts of a comment, so that a search cannot match across two of them. */
export const textSeparator = '\u001f';

/** Returns the folded texts that searches use. */
const searchText = (id: number, comment: CommentColumns): CommentTextTable => {
  const folded = (...texts: string[]) => texts.map(fold).join(textSeparator);
  const { author_name, author_url, content, author_email, author_ip } = comment;
  return {
    comment_id: id,
    shown: folded(author_name, author_url, content),
    guarded: folded(author_email, author_ip),
  };
};

/** Inserts or updates the folded texts that searches use. */
const upsertSearchText = (tx: WriteHandle, id: number, comment: CommentColumns) =>
  tx.send(upsertTextStatement, searchText(id, comment));

/** Takes IDs that no comment has had. */
export const takeCommentIds = idsOf('comments');

const newComments = rowInsert<CommentColumns & { id: number }>('comments', ['id', ...commentColumns]);
const newTexts = rowInsert<CommentTextTable>('comment_text', ['comment_id', 'shown', 'guarded'], {
  references: [newComments],
});

/** Inserts a comment whose ID was taken before. The caller updates the counters. */
export async function insertCommentWithId(tx: WriteHandle, comment: CommentColumns & { id: number }): Promise<void> {
  await tx.insert(newComments, comment);
  await tx.insert(newTexts, searchText(comment.id, comment));
}

/** Inserts a comment and returns its ID. The caller updates the counters. */
export async function insertComment(tx: WriteHandle, comment: CommentColumns): Promise<number> {
  const inserted = await tx.first(insertStatement, comment);
  if (!inserted) throw new Error('the insert of a comment returned no row');
  await upsertSearchText(tx, inserted.id, comment);
  return inserted.id;
}

/** Updates all columns of a comment. The caller updates the counters. */
export async function updateCommentRow(tx: WriteHandle, id: number, comment: CommentColumns): Promise<void> {
  await tx.send(updateStatement, { ...comment, id });
  await upsertSearchText(tx, id, comment);
}

const updateStatusStatement = statement((q, p: Slots<{ id: number; status: string; status_before: string }>) =>
  q.updateTable('comments').set({ status: p.status, status_before: p.status_before }).where('id', '=', p.id),
);

/** Updates the status of a comment. The caller updates the counters. */
export const updateCommentStatus = (tx: WriteHandle, id: number, { status, status_before }: StoredStatus) =>
  tx.send(updateStatusStatement, { id, status, status_before });

const updateParentStatement = statement((q, p: Slots<{ id: number; parent: number }>) =>
  q.updateTable('comments').set({ parent: p.parent }).where('id', '=', p.id),
);

/** Updates the parent of a comment. The caller updates the counters. */
export const updateCommentParent = (tx: WriteHandle, id: number, parent: number) =>
  tx.run(updateParentStatement, { id, parent });

const deleteStatement = statement((q, p: Slots<{ id: number }>) => q.deleteFrom('comments').where('id', '=', p.id));

/** Deletes a comment; its search texts are deleted by cascade. */
export const deleteCommentRow = (tx: WriteHandle, id: number) => tx.run(deleteStatement, { id });

const moveToParentStatement = statement((q, p: Slots<{ parent: number; to: number }>) =>
  q.updateTable('comments').set({ parent: p.to }).where('parent', '=', p.parent).returning(['id', 'post']),
);

/** Moves the replies to a comment to another parent, and returns their IDs and those of their entries. */
export const moveReplies = (tx: WriteHandle, parent: number, to: number): Promise<Pick<CommentRow, 'id' | 'post'>[]> =>
  tx.all(moveToParentStatement, { parent, to });

const parents = statement((q, p: Slots<{ id: number }>) =>
  q.selectFrom('comments').select(['id', 'parent']).where('id', '=', p.id),
);

/**
 * Returns the ID of this comment and those of its ancestors, nearest first, at most `maxDepth` IDs. Stops at a missing parent and at
 * a cycle.
 */
export async function findAncestorIds(read: ReadHandle, id: number, maxDepth: number): Promise<number[]> {
  const ids: number[] = [];
  for (let currentId = id; currentId !== 0 && ids.length < maxDepth && !ids.includes(currentId); ) {
    const found = await read.first(parents, { id: currentId });
    if (!found) break;
    ids.push(found.id);
    currentId = found.parent;
  }
  return ids;
}

const repliedStatement = statement((q, p: Slots<{ parents: number[]; states: string[] }>) =>
  q
    .selectFrom(countersByParent(q))
    .select(['parent', 'type'])
    .where(q.dialect.inList('parent', p.parents))
    .where(q.dialect.inTextList('status', p.states))
    .where('n', '>', 0),
);

/** Returns, for each comment that has approved or held replies, its ID as `parent` with each type of these replies. */
export const findRepliedTo = (read: ReadHandle, ids: readonly number[]): Promise<{ parent: number; type: string }[]> =>
  read.all(repliedStatement, { parents: [...ids], states: ['approved', 'hold'] });

const listNotesStatement = statement((q, p: Slots<{ parent: number }>) =>
  q
    .selectFrom('comments')
    .selectAll()
    .where('parent', '=', p.parent)
    .where('type', '=', 'note')
    .where('status', '<>', 'trash'),
);

/** Returns the notes that reply to a note and are not in the trash. */
export const listNoteReplies = (read: ReadHandle, parent: number) => read.all(listNotesStatement, { parent });
