// The comments of an item, with their threads and states. What a comment answers may stand behind it, or in another file.
import { noteStates } from '../../contract/cms-v2/comments.ts';
import { storedAgent } from '../cms-v2/comments/author.ts';
import { complete } from '../cms-v2/comments/compose-comment.ts';
import { countComments, recountComment } from '../cms-v2/comments/counts-store.ts';
import { commentEvent } from '../cms-v2/comments/save-comment.ts';
import { findComment, findWayUp, insertComment, writeParent } from '../cms-v2/comments/store.ts';
import { storedAddress } from '../cms-v2/menu-items/checks.ts';
import { recordEvent } from '../events/record.ts';
import { isIp } from '../http/parameters/formats.ts';
import { Refusal } from '../refusal.ts';
import { escapedName } from '../rendering/sanitise/names.ts';
import { now, toGmt, toSiteTime } from '../time/zone.ts';
import { ownersOfNumbers } from './authors.ts';
import { findImportedComments, removeImported, writeImported } from './imported-store.ts';
import { metaValue } from './meta.ts';
import type { Batch } from './run.ts';
import type { WxrComment, WxrItem } from './wxr/records.ts';

/** What is remembered of comments. */
const commentKind = 'comment';

/** What is remembered of comments whose parent has not come yet. */
export const awaitingKind = 'comment awaiting its parent';

/** Makes the comments of an item, those that were imported before aside. `post` is the entry that the item became. */
export async function importComments(batch: Batch, item: WxrItem, key: string, post: number): Promise<void> {
  const { tx, run, report } = batch;
  if (item.comments.length === 0) return;
  const keys = item.comments.map((comment, at) => keyOf(key, comment, at));
  const known = await findImportedComments(tx, run.source, commentKind, keys);
  const owners = await ownersOfNumbers(batch, [...new Set(item.comments.map(({ userId }) => userId))]);
  const numbers = new Map<number, number>();
  for (const [at, comment] of item.comments.entries()) {
    const own = known.get(keys[at] ?? '');
    if (own !== undefined) numbers.set(comment.sourceId, own);
  }
  for (const [at, comment] of item.comments.entries()) {
    const source_id = keys[at] ?? '';
    if (known.has(source_id)) {
      report.count('comments', 'there');
      continue;
    }
    const parent = comment.parent === 0 ? 0 : numbers.get(comment.parent);
    const id = await makeComment(batch, item, comment, {
      post,
      parent: parent ?? 0,
      author: owners.get(String(comment.userId)) ?? 0,
    });
    report.count('comments', id === undefined ? 'left' : 'imported');
    if (id === undefined) continue;
    numbers.set(comment.sourceId, id);
    await writeImported(tx, { source: run.source, kind: commentKind, source_id, own_id: id });
    if (parent !== undefined) continue;
    const awaited = `${keyOf(key, { ...comment, sourceId: comment.parent }, at)} ${source_id}`;
    await writeImported(tx, { source: run.source, kind: awaitingKind, source_id: awaited, own_id: id });
  }
}

/** By what a comment of a file is known again: its item and its number, or its place where it has none. */
const keyOf = (item: string, { sourceId }: Pick<WxrComment, 'sourceId'>, at: number): string =>
  `${sourceId === 0 ? `#${at}` : sourceId}@${item.replaceAll(' ', '_')}`;

/** Stores a comment; gives its number, undefined where it cannot be one here. */
async function makeComment(
  { tx, run, report }: Batch,
  item: WxrItem,
  comment: WxrComment,
  place: { post: number; parent: number; author: number },
): Promise<number | undefined> {
  const { content, author, authorEmail, authorUrl, authorIp } = comment;
  const zone = run.settings.timezone;
  const date_gmt = comment.dateGmt ?? (comment.date === null ? now(run.service.clock) : toGmt(comment.date, zone));
  const noted = noteStates.find((each) => each === metaValue(comment, '_wp_note_status'));
  try {
    const columns = complete({
      ...place,
      type: typeOf(comment),
      ...standingOf(item, comment),
      author_name: escapedName(author),
      author_email: authorEmail.trim(),
      author_url: storedAddress(authorUrl),
      author_ip: isIp(authorIp.trim()) ? authorIp.trim() : '',
      author_user_agent: storedAgent(''),
      content,
      date: comment.date ?? toSiteTime(date_gmt, zone),
      date_gmt,
      received: date_gmt,
      note_status: noted ?? '',
    });
    const id = await insertComment(tx, columns);
    await countComments(tx, columns, 1);
    await recordEvent(tx, commentEvent('comment.created', id, columns));
    return id;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    report.note('comments left out because a text of theirs is too long', `comment ${comment.sourceId} in the file`);
    return undefined;
  }
}

/** Small letters, digits, `_` and `-`; a comment where nothing is said. */
const typeOf = ({ type }: WxrComment): string =>
  type
    .toLowerCase()
    .replace(/[^a-z0-9_-]/g, '')
    .slice(0, 20) || 'comment';

const states: ReadonlyMap<string, string> = new Map([
  ['1', 'approved'],
  ['approve', 'approved'],
  ['approved', 'approved'],
  ['spam', 'spam'],
  ['trash', 'trash'],
  ['post-trashed', 'post-trashed'],
]);

/** The state of a comment, what it goes back to, and what it returns to with its entry. */
function standingOf(item: WxrItem, comment: WxrComment) {
  const own = states.get(comment.approved) ?? 'hold';
  const former = metaValue(comment, '_wp_trash_meta_status');
  const status_before = former === undefined ? '' : (states.get(former) ?? 'hold');
  const status = item.status === 'trash' ? 'post-trashed' : own === 'post-trashed' ? 'hold' : own;
  const status_with_post = status !== 'post-trashed' ? '' : own === 'post-trashed' ? 'hold' : own;
  return { status, status_before, status_with_post };
}

/** How far up a thread is looked for a circle. */
const farthest = 1000;

/** Lets a comment answer what has come since. Once the whole file was read, one whose parent is not in it is told of. */
export async function settleCommentParent(
  { tx, run, report }: Batch,
  row: { source_id: string; own_id: number },
  isWhole: boolean,
): Promise<void> {
  const [wanted = ''] = row.source_id.split(' ');
  const parent = (await findImportedComments(tx, run.source, commentKind, [wanted])).get(wanted);
  const comment = await findComment(tx, row.own_id);
  if (comment && parent === undefined) {
    if (isWhole) {
      const sentence = 'comments that answer none, because what they answered was not in the file';
      report.note(sentence, `comment ${comment.id}: answers ${wanted}`);
    }
    return;
  }
  await removeImported(tx, { source: run.source, kind: awaitingKind, source_id: row.source_id });
  if (!comment || parent === undefined || comment.parent !== 0) return;
  if ((await findWayUp(tx, parent, farthest)).includes(comment.id)) return;
  await writeParent(tx, comment.id, parent);
  await recountComment(tx, comment, { ...comment, parent });
  await recordEvent(tx, commentEvent('comment.updated', comment.id, { ...comment, parent }, comment.status));
}
