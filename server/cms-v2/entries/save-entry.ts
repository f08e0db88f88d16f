// Writes an entry and all data that depend on it: slug and path, counters, terms, search text and revisions. All writes are part of
// the transaction of the calling operation.
import type { ContentType, Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { NewEvent } from '../../events/event.ts';
import { recordEvent } from '../../events/record.ts';
import { restoreCommentsOfEntry, trashCommentsOfEntry } from '../comments/comments-of-entry.ts';
import type { ComposedEntry } from './compose-entry.ts';
import { adjustCount, moveCount } from './counts-store.ts';
import { isIndexedStatus } from './indexed-states.ts';
import { revisedMeta } from './meta.ts';
import { deleteSurplusRevisions, findLatestRevision, insertRevision } from './revisions-store.ts';
import type { WholeEntry } from './rows.ts';
import { isUnnamedStatus, pathBelow, reserveSlug, slugOfTitle } from './slugs.ts';
import {
  type EntryColumns,
  findChildren,
  findEntryOfAnyType,
  insertEntry,
  updateEntry,
  writeIdentifiers,
  writePath,
  writeSearchText,
} from './store.ts';
import {
  countTerms,
  findEntryTerms,
  findKnownTerms,
  linkTerms,
  lockTermCounts,
  unlinkTerms,
  updateLinks,
} from './terms-store.ts';
import { isSameText, searchRow } from './texts.ts';

/** The new term IDs of an entry by taxonomy. Terms of other taxonomies do not change. */
export type TermChoice = ReadonlyMap<Taxonomy, readonly number[]>;

const noTerms: TermChoice = new Map();

/** Input that determines the slug of an entry. */
export interface SlugChoice {
  /** The requested slug, normalized; empty if there is none. */
  readonly slug: string;
  /** Whether the slug must be free although the entry is a draft (posts-and-pages.md §9). */
  readonly mustBeFree: boolean;
}

export interface NewEntry {
  readonly entry: ComposedEntry;
  readonly choice: SlugChoice;
  /** None if absent. */
  readonly terms?: TermChoice;
  /** Returns the GUID for an ID, if the entry has none. */
  readonly guid: (id: number) => string;
}

/** Inserts a new entry with its terms, and returns its ID. */
export async function saveNewEntry(
  tx: WriteHandle,
  type: ContentType,
  { entry, choice, terms = noTerms, guid }: NewEntry,
): Promise<number> {
  const id = await insertEntry(tx, { ...entry, slug: '', path: '', slug_before_trash: null });
  const slug = await resolveSlug(
    tx,
    type,
    { id, parent: entry.parent, theme: entry.theme, status: entry.status, title: entry.title },
    choice,
  );
  await writeIdentifiers(tx, { id, slug, path: await pathOf(tx, entry.parent, slug), guid: entry.guid || guid(id) });
  await adjustCount(tx, entry, 1);
  const affectedTerms = await changeTerms(tx, { id, ...entry }, undefined, terms);
  // The search text is written last, because on SQLite any later statement that writes several rows flushes the search index.
  await writeSearchText(tx, searchRow(id, entry));
  await recordEvent(tx, entryEvent('entry.created', { id, ...entry }, undefined, termTags(affectedTerms)));
  return id;
}

export interface UpdatedEntry {
  readonly before: WholeEntry;
  readonly entry: ComposedEntry;
  readonly choice: SlugChoice & { readonly slugBeforeTrash: string | null };
  /** If absent, all terms remain. */
  readonly terms?: TermChoice;
  /**
   * ID of the user by whom a changed text is recorded as a revision, if the type supports revisions (posts-and-pages.md §15). If
   * absent, no revision is recorded.
   */
  readonly editor?: number | undefined;
}

/** Updates an entry. */
export async function saveEntry(
  tx: WriteHandle,
  type: ContentType,
  { before, entry, choice, terms = noTerms, editor }: UpdatedEntry,
): Promise<void> {
  const { id } = before;
  const unchanged =
    choice.slug === before.slug &&
    entry.parent === before.parent &&
    !isUnnamedStatus(before.status) &&
    before.status !== 'trash';
  const slug = unchanged
    ? before.slug
    : await resolveSlug(
        tx,
        type,
        { id, parent: entry.parent, theme: entry.theme, status: entry.status, title: entry.title },
        choice,
      );
  const path = unchanged ? before.path : await pathOf(tx, entry.parent, slug);
  const after: EntryColumns = { ...entry, slug, path, slug_before_trash: choice.slugBeforeTrash };
  const recordsRevision = editor !== undefined && type.supports.includes('revisions');
  const revision = recordsRevision ? await recordRevision(tx, type, before, after, editor) : {};
  await updateEntry(tx, id, { ...after, ...revision });
  const moved = path === before.path ? [] : await updatePaths(tx, id, path);
  if (entry.status !== before.status || entry.author !== before.author) {
    await moveCount(tx, before, entry);
  }
  // Comments are trashed and restored with their entry, regardless of the operation (contract/README.md, decision 14).
  if (entry.status === 'trash' && before.status !== 'trash') await trashCommentsOfEntry(tx, id);
  if (entry.status !== 'trash' && before.status === 'trash') await restoreCommentsOfEntry(tx, id);
  const affectedTerms = await changeTerms(tx, { id, ...entry }, before, terms);
  const isTextChanged =
    entry.title !== before.title || entry.content !== before.content || entry.excerpt !== before.excerpt;
  if (isTextChanged || isIndexedStatus(entry.status) !== isIndexedStatus(before.status))
    await writeSearchText(tx, searchRow(id, entry));
  const tags = [...termTags(affectedTerms), ...entryTags(moved)];
  await recordEvent(tx, entryEvent('entry.updated', { id, ...entry }, before, tags));
}

/** Returns the event tags `term:<ID>` of terms. */
export const termTags = (ids: readonly number[]): string[] => ids.map((id) => `term:${id}`);

/** Returns the event tags `entry:<ID>` of entries. */
export const entryTags = (ids: readonly number[]): string[] => ids.map((id) => `entry:${id}`);

type EventEntry = Pick<EntryColumns, 'type' | 'status' | 'author' | 'parent'>;

/** Returns the event of a created or updated entry, with tags for its current and previous author and parent. */
function entryEvent(
  kind: 'entry.created' | 'entry.updated',
  entry: EventEntry & { readonly id: number },
  before: EventEntry | undefined,
  tags: readonly string[],
): NewEvent {
  const states = before ? [entry, before] : [entry];
  return {
    kind,
    ...{ type: entry.type, subject: entry.id, statusBefore: before?.status ?? '', status: entry.status },
    tags: [
      ...states.flatMap(({ author, parent }) => [
        ...(author === 0 ? [] : [`user:${author}`]),
        ...(parent === 0 ? [] : [`entry:${parent}`]),
      ]),
      ...tags,
    ],
  };
}

/**
 * Returns the slug to store. Drafts and pending entries get the requested slug, even if it is empty or, without `mustBeFree`, taken.
 * Other entries get a free slug.
 */
async function resolveSlug(
  tx: WriteHandle,
  type: ContentType,
  entry: { id: number; parent: number; theme: string; status: string; title: string },
  { slug, mustBeFree }: SlugChoice,
): Promise<string> {
  const unnamed = isUnnamedStatus(entry.status);
  if (unnamed && (slug === '' || !mustBeFree)) return slug;
  const { id, parent, theme } = entry;
  return reserveSlug(tx, type, { id, parent, theme, slug: slug || slugOfTitle(entry.title, id) });
}

async function pathOf(tx: WriteHandle, parent: number, slug: string): Promise<string> {
  const parentEntry = parent === 0 ? undefined : await findEntryOfAnyType(tx, parent);
  return pathBelow(parentEntry?.path ?? '', slug);
}

/** Updates the paths of all descendants of an entry after a change of its path. Returns the IDs of the changed descendants. */
export async function updatePaths(tx: WriteHandle, id: number, path: string): Promise<number[]> {
  let level = new Map([[id, path]]);
  const visited = new Set([id]);
  const moved: number[] = [];
  while (level.size > 0) {
    const below = new Map<number, string>();
    for (const child of await findChildren(tx, [...level.keys()])) {
      if (visited.has(child.id)) continue;
      const to = pathBelow(level.get(child.parent) ?? '', child.slug);
      visited.add(child.id);
      below.set(child.id, to);
      if (to === child.path) continue;
      await writePath(tx, child.id, to);
      moved.push(child.id);
    }
    level = below;
  }
  return moved;
}

const isCounted = (status: string) => status === 'publish';

/**
 * Assigns the chosen terms to an entry, and updates the number of published entries of each term (terms-menus-and-blocks.md §1.1).
 * Returns the IDs of all terms that the entry has now or had before.
 */
async function changeTerms(
  tx: WriteHandle,
  entry: { id: number; status: string; date: string },
  before: { status: string; date: string } | undefined,
  choice: TermChoice,
): Promise<number[]> {
  if (choice.size > 0 || before?.status !== entry.status) await lockTermCounts(tx);
  const previousTerms = before ? await findEntryTerms(tx, [entry.id]) : [];
  if (before && previousTerms.length > 0 && (before.status !== entry.status || before.date !== entry.date)) {
    await updateLinks(tx, entry.id, entry.status, entry.date);
  }
  const remaining = new Set(previousTerms.map((term) => term.term_id));
  const added: number[] = [];
  for (const [taxonomy, requested] of choice) {
    const known = requested.length > 0 ? await findKnownTerms(tx, taxonomy.name, requested) : [];
    const removedIds = previousTerms
      .filter((term) => term.taxonomy === taxonomy.name && !known.includes(term.term_id))
      .map((term) => term.term_id);
    const addedIds = known.filter((id) => !remaining.has(id));
    for (const id of removedIds) remaining.delete(id);
    if (removedIds.length > 0) await unlinkTerms(tx, entry.id, removedIds);
    if (addedIds.length > 0) await linkTerms(tx, entry.id, taxonomy.name, addedIds);
    added.push(...addedIds);
  }
  const previouslyCounted = isCounted(before?.status ?? '') ? previousTerms.map((term) => term.term_id) : [];
  const nowCounted = isCounted(entry.status) ? [...remaining, ...added] : [];
  const fewer = previouslyCounted.filter((id) => !nowCounted.includes(id));
  const more = nowCounted.filter((id) => !previouslyCounted.includes(id));
  if (fewer.length > 0) await countTerms(tx, fewer, -1);
  if (more.length > 0) await countTerms(tx, more, 1);
  return [...previousTerms.map((term) => term.term_id), ...added];
}

/**
 * Records the new text as a revision if it differs from the latest revision in more than white space, or if there is no revision.
 * Autosaves do not count as the latest revision.
 */
async function recordRevision(
  tx: WriteHandle,
  type: ContentType,
  before: WholeEntry,
  after: EntryColumns,
  editor: number,
): Promise<Partial<Pick<EntryColumns, 'revision_count' | 'latest_revision'>>> {
  const latest = before.revision_count === 0 ? undefined : await findLatestRevision(tx, before.id);
  const { title, content, excerpt, modified: date, modified_gmt: date_gmt } = after;
  const meta = revisedMeta(type, after.meta);
  const texts = { title, content, excerpt, meta } as const;
  const names = ['title', 'content', 'excerpt', 'meta'] as const;
  if (latest && names.every((name) => isSameText(latest[name], texts[name]))) return {};
  const id = await insertRevision(tx, { entry_id: before.id, author: editor, ...texts, date, date_gmt, autosave: 0 });
  const removed =
    type.revisionsKept === undefined ? 0 : await deleteSurplusRevisions(tx, before.id, type.revisionsKept);
  const count = before.revision_count + 1 - removed;
  if (type.revisionsKept !== 0) return { revision_count: count, latest_revision: id };
  // If no revisions are retained, the remaining ones are autosaves.
  return { revision_count: count, latest_revision: count === 0 ? 0 : before.latest_revision };
}
