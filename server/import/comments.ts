// Imports the comments of an item with their threads and statuses. The parent of a comment may follow it, or be in another
// file.
import { noteStatuses } from '../../contract/cms-v2/comments.ts';
import { ApiError } from '../api-error.ts';
import { cleanUserAgent } from '../cms-v2/comments/author.ts';
import { withDerivedColumns } from '../cms-v2/comments/compose-comment.ts';
import { adjustCommentCounters, moveCommentCounter } from '../cms-v2/comments/counts-store.ts';
import { commentEvent } from '../cms-v2/comments/save-comment.ts';
import {
  findAncestorIds,
  findComment,
  insertCommentWithId,
  takeCommentIds,
  updateCommentParent,
} from '../cms-v2/comments/store.ts';
import { normalizeUrl } from '../cms-v2/menu-items/checks.ts';
import { composeColumns } from '../cms-v2/plain-columns.ts';
import { recordEvent } from '../events/record.ts';
import { isIp } from '../http/parameters/formats.ts';
import { sanitizeName } from '../rendering/sanitise/names.ts';
import { now, toGmt, toSiteTime } from '../time/zone.ts';
import { commentKind, deleteImported, findImportedComments, upsertImported } from './imported-store.ts';
import { importedColumns, metaValue } from './meta.ts';
import type { Batch } from './run.ts';
import type { WxrComment, WxrItem } from './wxr/records.ts';

/** Kind of the `imported` rows of comments whose parent has not been imported yet. */
export const awaitingKind = 'comment awaiting its parent';

/**
 * Creates the comments of an item on the entry that was created from the item. Comments that were imported before and comments
 * with a field that is too long are skipped.
 */
export async function importComments(batch: Batch, item: WxrItem, key: string, entryId: number): Promise<void> {
  const { tx, run, report, users } = batch;
  if (item.comments.length === 0) return;
  const keys = commentKeys(item, key);
  await batch.comments.known.load(keys);
  await users.ownersBySourceId.load(item.comments.map(({ userId }) => String(userId)));
  // Comments of the same item with the same key are all created.
  const known = new Map(keys.map((each) => [each, batch.comments.known.get(each)]));
  const idsBySourceId = new Map<number, number>();
  for (const [at, comment] of item.comments.entries()) {
    const localId = known.get(keys[at] ?? '');
    if (localId !== undefined) idsBySourceId.set(comment.sourceId, localId);
  }
  for (const [at, comment] of item.comments.entries()) {
    const source_id = keys[at] ?? '';
    if (known.get(source_id) !== undefined) {
      report.count('comments', 'there');
      continue;
    }
    const parent = comment.parent === 0 ? 0 : idsBySourceId.get(comment.parent);
    const id = await createComment(batch, item, comment, {
      post: entryId,
      parent: parent ?? 0,
      author: users.ownersBySourceId.get(String(comment.userId)) ?? 0,
    });
    report.count('comments', id === undefined ? 'left' : 'imported');
    if (id === undefined) continue;
    idsBySourceId.set(comment.sourceId, id);
    batch.comments.known.set(source_id, id);
    await upsertImported(tx, { source: run.source, kind: commentKind, source_id, own_id: id });
    if (parent !== undefined) continue;
    const pendingKey = `${keyOf(key, { ...comment, sourceId: comment.parent }, at)} ${source_id}`;
    await upsertImported(tx, { source: run.source, kind: awaitingKind, source_id: pendingKey, own_id: id });
  }
}

/** Returns the key that identifies a comment in later imports: its ID, or its position without an ID, and the key of its item. */
const keyOf = (item: string, { sourceId }: Pick<WxrComment, 'sourceId'>, at: number): string =>
  `${sourceId === 0 ? `#${at}` : sourceId}@${item.replaceAll(' ', '_')}`;

/** Returns the keys of the comments of an item with this key, in their order. */
export const commentKeys = ({ comments }: WxrItem, key: string): string[] =>
  comments.map((comment, at) => keyOf(key, comment, at));

/** Stores a comment and returns its ID, or undefined when one of its fields is too long. */
async function createComment(
  { tx, run, report, comments }: Batch,
  item: WxrItem,
  comment: WxrComment,
  ids: { post: number; parent: number; author: number },
): Promise<number | undefined> {
  const { content, author, authorEmail, authorUrl, authorIp } = comment;
  const zone = run.settings.timezone;
  const date_gmt = comment.dateGmt ?? (comment.date === null ? now(run.service.clock) : toGmt(comment.date, zone));
  const noteStatus = noteStatuses.find((each) => each === metaValue(comment, '_wp_note_status'));
  try {
    const columns = withDerivedColumns({
      ...composeColumns('comments', {
        args: importedColumns(report, 'comments', comment, `comment ${comment.sourceId} in the file`),
      }),
      ...ids,
      type: commentTypeOf(comment),
      ...statusesOf(item, comment),
      author_name: sanitizeName(author),
      author_email: authorEmail.trim(),
      author_url: normalizeUrl(authorUrl),
      author_ip: isIp(authorIp.trim()) ? authorIp.trim() : '',
      author_user_agent: cleanUserAgent(''),
      content,
      date: comment.date ?? toSiteTime(date_gmt, zone),
      date_gmt,
      received: date_gmt,
      note_status: noteStatus ?? '',
    });
    const id = comments.newIds.pop() ?? ((await takeCommentIds(tx, 1))[0] as number);
    await insertCommentWithId(tx, { ...columns, id });
    await adjustCommentCounters(tx, columns, 1);
    await recordEvent(tx, commentEvent('comment.created', id, columns));
    return id;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    report.note('comments skipped because a field is too long', `comment ${comment.sourceId} in the file`);
    return undefined;
  }
}

/** Returns up to 20 characters of the type: ASCII letters in lower case, digits, `_` and `-`; `comment` if nothing remains. */
const commentTypeOf = ({ type }: WxrComment): string =>
  type
    .toLowerCase()
    .replace(/[^a-z0-9_-]/g, '')
    .slice(0, 20) || 'comment';

const statusesByExportedValue: ReadonlyMap<string, string> = new Map([
  ['1', 'approved'],
  ['approve', 'approved'],
  ['approved', 'approved'],
  ['spam', 'spam'],
  ['trash', 'trash'],
  ['post-trashed', 'post-trashed'],
]);

/** Returns a comment's status, its status before it was trashed, and the status that it gets when its entry is restored. */
function statusesOf(item: WxrItem, comment: WxrComment) {
  const exportedStatus = statusesByExportedValue.get(comment.approved) ?? 'hold';
  const previous = metaValue(comment, '_wp_trash_meta_status');
  const status_before = previous === undefined ? '' : (statusesByExportedValue.get(previous) ?? 'hold');
  const status = item.status === 'trash' ? 'post-trashed' : exportedStatus === 'post-trashed' ? 'hold' : exportedStatus;
  const status_with_post = status !== 'post-trashed' ? '' : exportedStatus === 'post-trashed' ? 'hold' : exportedStatus;
  return { status, status_before, status_with_post };
}

/** Maximum number of ancestors that are searched for a cycle. */
const maxThreadDepth = 1000;

/**
 * Sets the parent of a comment once the parent has been imported, unless that would create a cycle. If the whole file was read
 * (`isComplete`), a missing parent is reported; the comment stays pending, because another file may contain the parent.
 */
export async function resolveCommentParent(
  { tx, run, report }: Batch,
  row: { source_id: string; own_id: number },
  isComplete: boolean,
): Promise<void> {
  const [parentKey = ''] = row.source_id.split(' ');
  const parent = (await findImportedComments(tx, run.source, commentKind, [parentKey])).get(parentKey);
  const comment = await findComment(tx, row.own_id);
  if (comment && parent === undefined) {
    if (isComplete) {
      const sentence = 'comments imported without their parent, because the parent is not in the file';
      report.note(sentence, `comment ${comment.id}: parent ${parentKey}`);
    }
    return;
  }
  await deleteImported(tx, { source: run.source, kind: awaitingKind, source_id: row.source_id });
  if (!comment || parent === undefined || comment.parent !== 0) return;
  if ((await findAncestorIds(tx, parent, maxThreadDepth)).includes(comment.id)) return;
  await updateCommentParent(tx, comment.id, parent);
  await moveCommentCounter(tx, comment, { ...comment, parent });
  await recordEvent(tx, commentEvent('comment.updated', comment.id, { ...comment, parent }, comment.status));
}
