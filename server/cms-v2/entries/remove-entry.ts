// Taking entries away: to the trash, or for good (posts-and-pages.md §13).
import { media } from '../../../contract/cms-v2/media.ts';
import { type ItemType, menuItems } from '../../../contract/cms-v2/menu-items.ts';
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { type Doer, noteDeed } from '../../audit/note.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { recordEvent } from '../../events/record.ts';
import { Refusal } from '../../refusal.ts';
import { releasePage } from '../../settings/front-page.ts';
import { now, toSiteTime } from '../../time/zone.ts';
import { eraseComments } from '../comments/with-entry.ts';
import { findItemsLeadingTo } from '../menu-items/store.ts';
import { countEntry } from './counts-store.ts';
import type { EntryParts } from './parts.ts';
import type { WholeEntry } from './rows.ts';
import { entryTags, movePaths, saveEntry, termTags } from './save-entry.ts';
import { claimSlug, isUnnamedState, pathBelow, trashedSlug } from './slugs.ts';
import { type Child, findChildren, moveChildren, removeEntry, writePlace } from './store.ts';
import { claimTermNumbers, countTerms, findCarriedTerms } from './terms-store.ts';

/**
 * Moves an entry to the trash: it gives up its slug, which is remembered with its state, and comes off the top of lists.
 *
 * Throws Refusal 410 `rest_already_trashed`.
 */
export async function trashEntry(
  parts: EntryParts,
  tx: WriteHandle,
  type: ContentType,
  before: WholeEntry,
  editor: number,
): Promise<void> {
  if (before.status === 'trash') throw new Refusal('rest_already_trashed', 410, 'It is in the trash already.');
  const moment = now(parts.clock);
  const { id: _id, slug: _slug, path: _path, slug_before_trash: _before, ...entry } = before;
  const after = {
    ...entry,
    status: 'trash',
    rights_status: before.status,
    sticky: 0,
    modified: toSiteTime(moment, parts.settings.values.timezone),
    modified_gmt: moment,
  };
  const choice = { slug: trashedSlug(before.slug), mustBeFree: true, slugBeforeTrash: before.slug };
  await saveEntry(tx, type, before, after, choice, new Map(), editor);
  if (type.name === 'page') await releasePage(tx, before.id);
}

/**
 * Deletes an entry for good: what is below it moves up to its parent; text, terms, comments and revisions go with it, and the menu
 * items that lead to it (terms-menus-and-blocks.md §3.3). Files that belong to it stay (posts-and-pages.md §13).
 */
export async function eraseEntry(tx: WriteHandle, type: ContentType, entry: WholeEntry): Promise<void> {
  if (type.name === menuItems.name) await moveChildren(tx, type.name, entry.id, entry.parent);
  else await eraseItemsLeadingTo(tx, 'post_type', entry.id);
  const below = await findChildren(tx, [entry.id]);
  const children = type.hierarchical ? below.filter((child) => child.type === type.name) : [];
  if (children.length > 0) await moveChildren(tx, type.name, entry.id, entry.parent);
  await moveChildren(tx, media.name, entry.id, entry.parent);
  await countEntry(tx, entry, -1);
  if (entry.status === 'publish') await claimTermNumbers(tx);
  const terms = (await findCarriedTerms(tx, [entry.id])).map((term) => term.term_id);
  if (entry.status === 'publish' && terms.length > 0) await countTerms(tx, terms, -1);
  await eraseComments(tx, entry.id);
  await removeEntry(tx, entry.id);
  if (type.name === 'page') await releasePage(tx, entry.id);
  const moved: number[] = [];
  for (const child of children) moved.push(...(await lift(tx, type, child, entry)));
  await recordEvent(tx, {
    ...{ kind: 'entry.deleted', type: type.name, subject: entry.id, statusBefore: entry.status },
    tags: [
      ...(entry.author === 0 ? [] : [`user:${entry.author}`]),
      ...entryTags([...(entry.parent === 0 ? [] : [entry.parent]), ...below.map(({ id }) => id), ...moved]),
      ...termTags(terms),
    ],
  });
}

/** Deletes an entry for good because somebody has asked for it, and notes that in the audit log. */
export async function eraseNoted(
  parts: Pick<EntryParts, 'clock'>,
  tx: WriteHandle,
  doer: Doer,
  type: ContentType,
  entry: WholeEntry,
): Promise<void> {
  await eraseEntry(tx, type, entry);
  await noteErased(parts, tx, doer, type, entry);
}

/** Notes in the audit log that somebody has deleted an entry for good. */
export const noteErased = (
  { clock }: Pick<EntryParts, 'clock'>,
  tx: WriteHandle,
  doer: Doer,
  type: ContentType,
  { id, title }: Pick<WholeEntry, 'id' | 'title'>,
): Promise<void> => noteDeed(tx, clock, doer, { action: 'entry-deleted', kind: type.name, id, name: title });

/** Deletes the menu items that lead to a thing which is going away. */
export async function eraseItemsLeadingTo(tx: WriteHandle, kind: ItemType, id: number): Promise<void> {
  for (const item of await findItemsLeadingTo(tx, kind, id)) await eraseEntry(tx, menuItems, item);
}

/** Puts what was below an entry in its place, under a slug that is free there; gives what has moved below that. */
async function lift(tx: WriteHandle, type: ContentType, child: Child, from: WholeEntry): Promise<number[]> {
  const wish = { id: child.id, parent: from.parent, slug: child.slug };
  const slug = isUnnamedState(child.status) ? child.slug : await claimSlug(tx, type, wish);
  const path = pathBelow(parentPath(from), slug);
  await writePlace(tx, child.id, slug, path);
  return movePaths(tx, child.id, path);
}

/** The path of an entry without its own slug: that of its parent. */
const parentPath = ({ path, slug }: WholeEntry): string =>
  slug === '' ? path : path.slice(0, Math.max(0, path.length - slug.length - 1));
