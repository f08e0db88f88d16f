// Writing an entry with everything that follows from it: slug and path, counters, terms, search text, revisions. All in
// the one transaction of the operation that calls.
import type { ContentType, Taxonomy } from '../../../contract/grammar/content-type.ts';
import type { WriteHandle } from '../../database/handle.ts';
import type { NewEvent } from '../../events/event.ts';
import { recordEvent } from '../../events/record.ts';
import { restoreComments, trashComments } from '../comments/with-entry.ts';
import type { ComposedEntry } from './compose-entry.ts';
import { countEntry, recountEntry } from './counts-store.ts';
import { isIndexedState } from './indexed-states.ts';
import { revisedMeta } from './meta.ts';
import { findLatestRevision, insertRevision, removeSurplus } from './revisions-store.ts';
import type { WholeEntry } from './rows.ts';
import { claimSlug, isUnnamedState, pathBelow, slugOfTitle } from './slugs.ts';
import {
  type EntryColumns,
  findChildren,
  findEntryOfAnyType,
  insertEntry,
  nameEntry,
  updateEntry,
  writePath,
  writeSearchText,
} from './store.ts';
import {
  claimTermNumbers,
  countTerms,
  findCarriedTerms,
  findKnownTerms,
  linkTerms,
  unlinkTerms,
  updateLinks,
} from './terms-store.ts';
import { isSameText, searchRow } from './texts.ts';

/** Ids of terms for taxonomies whose terms change; the others stay as they are. */
export type TermChoice = ReadonlyMap<Taxonomy, readonly number[]>;

/** What a slug is made from. */
export interface SlugChoice {
  /** The slug asked for, made plain; empty: none. */
  readonly slug: string;
  /** Whether it must be free although the entry is a draft (posts-and-pages.md §9). */
  readonly mustBeFree: boolean;
}

/** Stores a new entry with its terms; gives its number. `guid` makes its identifier from its number. */
export async function saveNewEntry(
  tx: WriteHandle,
  type: ContentType,
  entry: ComposedEntry,
  choice: SlugChoice,
  terms: TermChoice,
  guid: (id: number) => string,
): Promise<number> {
  const id = await insertEntry(tx, { ...entry, slug: '', path: '', slug_before_trash: null });
  const slug = await chosenSlug(
    tx,
    type,
    { id, parent: entry.parent, theme: entry.theme, status: entry.status, title: entry.title },
    choice,
  );
  await nameEntry(tx, { id, slug, path: await pathOf(tx, entry.parent, slug), guid: entry.guid || guid(id) });
  await countEntry(tx, entry, 1);
  const touched = await changeTerms(tx, { id, ...entry }, undefined, terms);
  // Last: on SQLite any statement that writes several rows makes the search index write out what it has gathered.
  await writeSearchText(tx, searchRow(id, entry));
  await recordEvent(tx, entryEvent('entry.created', { id, ...entry }, undefined, termTags(touched)));
  return id;
}

/**
 * Stores a changed entry. Where an editor is named, the new text is kept as a revision of theirs (posts-and-pages.md §15).
 */
export async function saveEntry(
  tx: WriteHandle,
  type: ContentType,
  before: WholeEntry,
  entry: ComposedEntry,
  choice: SlugChoice & { readonly slugBeforeTrash: string | null },
  terms: TermChoice,
  editor: number | undefined,
): Promise<void> {
  const { id } = before;
  const unchanged =
    choice.slug === before.slug &&
    entry.parent === before.parent &&
    !isUnnamedState(before.status) &&
    before.status !== 'trash';
  const slug = unchanged
    ? before.slug
    : await chosenSlug(
        tx,
        type,
        { id, parent: entry.parent, theme: entry.theme, status: entry.status, title: entry.title },
        choice,
      );
  const path = unchanged ? before.path : await pathOf(tx, entry.parent, slug);
  const after: EntryColumns = { ...entry, slug, path, slug_before_trash: choice.slugBeforeTrash };
  const keeps = editor !== undefined && type.supports.includes('revisions');
  const revision = keeps ? await revise(tx, type, before, after, editor) : {};
  await updateEntry(tx, id, { ...after, ...revision });
  const moved = path === before.path ? [] : await movePaths(tx, id, path);
  if (entry.status !== before.status || entry.author !== before.author) {
    await recountEntry(tx, before, entry);
  }
  // Comments go with their entry, and come back with it whichever way it comes (contract/README.md, decision 14).
  if (entry.status === 'trash' && before.status !== 'trash') await trashComments(tx, id);
  if (entry.status !== 'trash' && before.status === 'trash') await restoreComments(tx, id);
  const touched = await changeTerms(tx, { id, ...entry }, before, terms);
  const isRewritten =
    entry.title !== before.title || entry.content !== before.content || entry.excerpt !== before.excerpt;
  if (isRewritten || isIndexedState(entry.status) !== isIndexedState(before.status))
    await writeSearchText(tx, searchRow(id, entry));
  const tags = [...termTags(touched), ...entryTags(moved)];
  await recordEvent(tx, entryEvent('entry.updated', { id, ...entry }, before, tags));
}

/** The names of terms, as tags of an event. */
export const termTags = (ids: readonly number[]): string[] => ids.map((id) => `term:${id}`);

/** The names of entries, as tags of an event. */
export const entryTags = (ids: readonly number[]): string[] => ids.map((id) => `entry:${id}`);

type Placed = Pick<EntryColumns, 'type' | 'status' | 'author' | 'parent'>;

/** What has happened to an entry, with the names of what it belongs to and belonged to. */
function entryEvent(
  kind: 'entry.created' | 'entry.updated',
  entry: Placed & { readonly id: number },
  before: Placed | undefined,
  tags: readonly string[],
): NewEvent {
  const places = before ? [entry, before] : [entry];
  return {
    kind,
    ...{ type: entry.type, subject: entry.id, statusBefore: before?.status ?? '', status: entry.status },
    tags: [
      ...places.flatMap(({ author, parent }) => [
        ...(author === 0 ? [] : [`user:${author}`]),
        ...(parent === 0 ? [] : [`entry:${parent}`]),
      ]),
      ...tags,
    ],
  };
}

/** The slug an entry gets: drafts keep the one they were given, also none; others have a free one. */
async function chosenSlug(
  tx: WriteHandle,
  type: ContentType,
  entry: { id: number; parent: number; theme: string; status: string; title: string },
  { slug, mustBeFree }: SlugChoice,
): Promise<string> {
  const unnamed = isUnnamedState(entry.status);
  if (unnamed && (slug === '' || !mustBeFree)) return slug;
  const { id, parent, theme } = entry;
  return claimSlug(tx, type, { id, parent, theme, slug: slug || slugOfTitle(entry.title, id) });
}

async function pathOf(tx: WriteHandle, parent: number, slug: string): Promise<string> {
  const above = parent === 0 ? undefined : await findEntryOfAnyType(tx, parent);
  return pathBelow(above?.path ?? '', slug);
}

/** Writes the paths of everything below an entry whose path has changed; gives the numbers of what has moved. */
export async function movePaths(tx: WriteHandle, id: number, path: string): Promise<number[]> {
  let level = new Map([[id, path]]);
  const passed = new Set([id]);
  const moved: number[] = [];
  while (level.size > 0) {
    const below = new Map<number, string>();
    for (const child of await findChildren(tx, [...level.keys()])) {
      if (passed.has(child.id)) continue;
      const to = pathBelow(level.get(child.parent) ?? '', child.slug);
      passed.add(child.id);
      below.set(child.id, to);
      if (to === child.path) continue;
      await writePath(tx, child.id, to);
      moved.push(child.id);
    }
    level = below;
  }
  return moved;
}

const counted = (status: string) => status === 'publish';

/**
 * Gives an entry the terms chosen and keeps the numbers of published entries that terms show
 * (terms-menus-and-blocks.md §1.1). Gives the numbers of all terms that it carries or has carried until now.
 */
async function changeTerms(
  tx: WriteHandle,
  entry: { id: number; status: string; date: string },
  before: { status: string; date: string } | undefined,
  choice: TermChoice,
): Promise<number[]> {
  if (choice.size > 0 || before?.status !== entry.status) await claimTermNumbers(tx);
  const had = before ? await findCarriedTerms(tx, [entry.id]) : [];
  if (before && had.length > 0 && (before.status !== entry.status || before.date !== entry.date)) {
    await updateLinks(tx, entry.id, entry.status, entry.date);
  }
  const kept = new Set(had.map((term) => term.term_id));
  const added: number[] = [];
  for (const [taxonomy, wanted] of choice) {
    const known = wanted.length > 0 ? await findKnownTerms(tx, taxonomy.name, wanted) : [];
    const gone = had
      .filter((term) => term.taxonomy === taxonomy.name && !known.includes(term.term_id))
      .map((term) => term.term_id);
    const come = known.filter((id) => !kept.has(id));
    for (const id of gone) kept.delete(id);
    if (gone.length > 0) await unlinkTerms(tx, entry.id, gone);
    if (come.length > 0) await linkTerms(tx, entry.id, taxonomy.name, come);
    added.push(...come);
  }
  const lost = counted(before?.status ?? '') ? had.map((term) => term.term_id) : [];
  const won = counted(entry.status) ? [...kept, ...added] : [];
  const fewer = lost.filter((id) => !won.includes(id));
  const more = won.filter((id) => !lost.includes(id));
  if (fewer.length > 0) await countTerms(tx, fewer, -1);
  if (more.length > 0) await countTerms(tx, more, 1);
  return [...had.map((term) => term.term_id), ...added];
}

/**
 * Keeps the new text where it differs from the latest revision, white space aside, and on the first save after
 * creation whatever it changes. An autosave beside it is no revision.
 */
async function revise(
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
  const removed = type.revisionsKept === undefined ? 0 : await removeSurplus(tx, before.id, type.revisionsKept);
  const count = before.revision_count + 1 - removed;
  if (type.revisionsKept !== 0) return { revision_count: count, latest_revision: id };
  // Where no revision is kept an autosave may be what is left.
  return { revision_count: count, latest_revision: count === 0 ? 0 : before.latest_revision };
}
