// Moves entries to the trash, and deletes them permanently (posts-and-pages.md §13).
import { media } from '../../../contract/cms-v2/media.ts';
import { type ItemType, menuItems } from '../../../contract/cms-v2/menu-items.ts';
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { ApiError } from '../../api-error.ts';
import { type AuditActor, recordAuditEvent } from '../../audit/record-event.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { recordEvent } from '../../events/record.ts';
import { unsetFrontPage } from '../../settings/front-page.ts';
import { now, toSiteTime } from '../../time/zone.ts';
import { deleteCommentsOfEntry } from '../comments/comments-of-entry.ts';
import { findItemsByTarget } from '../menu-items/store.ts';
import { adjustCount } from './counts-store.ts';
import type { EntryDeps } from './deps.ts';
import type { WholeEntry } from './rows.ts';
import { entryTags, saveEntry, termTags, updatePaths } from './save-entry.ts';
import { isUnnamedStatus, pathBelow, reserveSlug, trashedSlug } from './slugs.ts';
import { type Child, deleteEntryRow, findChildren, moveChildren, writeSlugAndPath } from './store.ts';
import { countTerms, findEntryTerms, lockTermCounts } from './terms-store.ts';

/**
 * Moves an entry to the trash. Its previous slug and status are recorded, the slug becomes available to other entries, and the entry
 * is no longer sticky.
 *
 * Throws ApiError 410 `rest_already_trashed` if the entry is already in the trash.
 */
export async function trashEntry(
  deps: EntryDeps,
  tx: WriteHandle,
  type: ContentType,
  before: WholeEntry,
  editor: number,
): Promise<void> {
  if (before.status === 'trash') throw new ApiError('rest_already_trashed', 410, 'The entry is already in the trash.');
  const timestamp = now(deps.clock);
  const { id: _id, slug: _slug, path: _path, slug_before_trash: _before, ...entry } = before;
  const after = {
    ...entry,
    status: 'trash',
    rights_status: before.status,
    sticky: 0,
    modified: toSiteTime(timestamp, deps.settings.values.timezone),
    modified_gmt: timestamp,
  };
  const choice = { slug: trashedSlug(before.slug), mustBeFree: true, slugBeforeTrash: before.slug };
  await saveEntry(tx, type, { before, entry: after, choice, editor });
  if (type.name === 'page') await unsetFrontPage(tx, before.id);
}

/**
 * Deletes an entry permanently, with its texts, term links, comments and revisions, and the menu items that link to it
 * (terms-menus-and-blocks.md §3.3). Its children and the files attached to it move to its parent (posts-and-pages.md §13).
 */
export async function deletePermanently(tx: WriteHandle, type: ContentType, entry: WholeEntry): Promise<void> {
  if (type.name === menuItems.name) await moveChildren(tx, type.name, entry.id, entry.parent);
  else await deleteItemsLinkingTo(tx, 'post_type', entry.id);
  const childrenOfAnyType = await findChildren(tx, [entry.id]);
  const children = type.hierarchical ? childrenOfAnyType.filter((child) => child.type === type.name) : [];
  if (children.length > 0) await moveChildren(tx, type.name, entry.id, entry.parent);
  await moveChildren(tx, media.name, entry.id, entry.parent);
  await adjustCount(tx, entry, -1);
  if (entry.status === 'publish') await lockTermCounts(tx);
  const terms = (await findEntryTerms(tx, [entry.id])).map((term) => term.term_id);
  if (entry.status === 'publish' && terms.length > 0) await countTerms(tx, terms, -1);
  await deleteCommentsOfEntry(tx, entry.id);
  await deleteEntryRow(tx, entry.id);
  if (type.name === 'page') await unsetFrontPage(tx, entry.id);
  const moved: number[] = [];
  for (const child of children) moved.push(...(await moveUp(tx, type, child, entry)));
  await recordEvent(tx, {
    ...{ kind: 'entry.deleted', type: type.name, subject: entry.id, statusBefore: entry.status },
    tags: [
      ...(entry.author === 0 ? [] : [`user:${entry.author}`]),
      ...entryTags([...(entry.parent === 0 ? [] : [entry.parent]), ...childrenOfAnyType.map(({ id }) => id), ...moved]),
      ...termTags(terms),
    ],
  });
}

/** Deletes an entry permanently at the request of a user, and records an audit event. */
export async function deleteWithAuditEvent(
  deps: Pick<EntryDeps, 'clock'>,
  tx: WriteHandle,
  auditActor: AuditActor,
  type: ContentType,
  entry: WholeEntry,
): Promise<void> {
  await deletePermanently(tx, type, entry);
  await recordEntryDeleted(deps, tx, auditActor, type, entry);
}

/** Records the audit event for an entry that a user has deleted permanently. */
export const recordEntryDeleted = (
  { clock }: Pick<EntryDeps, 'clock'>,
  tx: WriteHandle,
  auditActor: AuditActor,
  type: ContentType,
  { id, title }: Pick<WholeEntry, 'id' | 'title'>,
): Promise<void> =>
  recordAuditEvent(tx, clock, auditActor, { action: 'entry-deleted', kind: type.name, id, name: title });

/** Deletes the menu items that link to an entry or term that is being deleted. */
export async function deleteItemsLinkingTo(tx: WriteHandle, kind: ItemType, id: number): Promise<void> {
  for (const item of await findItemsByTarget(tx, kind, id)) await deletePermanently(tx, menuItems, item);
}

/** Moves a child of a deleted entry to that entry's parent, with a free slug. Returns the IDs of descendants whose path changed. */
async function moveUp(tx: WriteHandle, type: ContentType, child: Child, from: WholeEntry): Promise<number[]> {
  const request = { id: child.id, parent: from.parent, slug: child.slug };
  const slug = isUnnamedStatus(child.status) ? child.slug : await reserveSlug(tx, type, request);
  const path = pathBelow(parentPath(from), slug);
  await writeSlugAndPath(tx, child.id, slug, path);
  return updatePaths(tx, child.id, path);
}

/** Returns the path of the parent of an entry. */
const parentPath = ({ path, slug }: WholeEntry): string =>
  slug === '' ? path : path.slice(0, Math.max(0, path.length - slug.length - 1));
