// Creates, updates and deletes entries with all data that depend on them: slug and path, counters, terms, meta indexes, search text,
// revisions, and what other modules keep for entries (../entry-hooks.ts). All writes are part of the transaction of the calling operation.
import { media } from '../../../contract/cms-v2/media.ts';
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import { autoDraftStatus } from '../../../contract/shared/entry-fields.ts';
import type { WriteHandle } from '../../database/handle.ts';
import { storedRow } from '../../database/slot.ts';
import { recordEvent } from '../../events/record.ts';
import { toSlug } from '../../rendering/slug.ts';
import { unsetFrontPage } from '../../settings/settings.ts';
import { adjustCount, moveCount } from './counts-store.ts';
import { directLookups, type EntryLookups } from './entry-lookups.ts';
import { changeTerms, noTerms, type TermChoice } from './entry-terms.ts';
import { entryTags, termTags } from './event-tags.ts';
import { findHiddenPaths } from './hidden-paths.ts';
import { indexNewEntry, reindexEntry } from './index-meta.ts';
import { isIndexedStatus } from './indexed-states.ts';
import { revisedMeta } from './meta.ts';
import { deleteSurplusRevisions, findLatestRevision, insertRevision } from './revisions-store.ts';
import type { WholeEntry } from './rows.ts';
import { isUnnamedStatus, moveUp, pathOf, updatePaths } from './slugs.ts';
import {
  type Child,
  type ComposedEntry,
  deleteEntryRow,
  type EntryColumns,
  findChildren,
  insertEntryWithId,
  insertSearchText,
  moveChildren,
  updateEntry,
  writeIndexed,
  writeSearchText,
} from './store.ts';
import { countTerms, findEntryTerms, shareTermCounts } from './terms-store.ts';
import { indexedRow, isSameText, searchRow } from './texts.ts';

/** Input that determines the slug of an entry. */
export interface SlugChoice {
  /** The requested slug, normalized; empty if there is none. */
  readonly slug: string;
  /** Whether the slug must be free although the entry is a draft (posts-and-pages.md §9). */
  readonly mustBeFree: boolean;
}

interface NewEntry {
  readonly entry: ComposedEntry;
  readonly choice: SlugChoice;
  /** None if absent. */
  readonly terms?: TermChoice;
  /** Returns the GUID for an ID, if the entry has none. */
  readonly guid: (id: number) => string;
}

interface UpdatedEntry {
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

/** A new status of an entry. */
export interface StatusChange {
  readonly id: number;
  readonly type: string;
  readonly parent: number;
  /** The previous status; undefined for a new entry. */
  readonly before: string | undefined;
  readonly status: string;
}

/** A change of the path or the date of an entry, on which its URL depends. */
export interface EntryMove {
  readonly type: ContentType;
  readonly before: WholeEntry;
  readonly after: EntryColumns;
  /** Whether the previous path contained the slug of an ancestor that was not public. */
  readonly wasHidden: boolean;
  /** The descendants of any type whose paths have changed, with their previous paths. */
  readonly descendants: readonly Child[];
}

/**
 * Steps of a module in the transactions that write entries. They run in the transaction and may only use it: if a step throws, nothing
 * is written.
 */
export interface EntryHook {
  /**
   * Returns the event tags (docs/events.md) of other records whose responses change when the entry gets this status, or is deleted (`status`
   * undefined). Called before the row of the entry is written.
   */
  affected?(
    tx: WriteHandle,
    change: { readonly id: number; readonly before: string; readonly status: string | undefined },
  ): Promise<readonly string[]>;
  /** Called after an entry was created, or its status changed. */
  statusChanged?(tx: WriteHandle, change: StatusChange, writer: EntryWriter): Promise<void>;
  /** Called after the path or the date of an entry was updated. */
  moved?(tx: WriteHandle, move: EntryMove): Promise<void>;
  /** Called before the row of an entry is deleted. */
  deleting?(tx: WriteHandle, entry: { readonly id: number; readonly type: string }, writer: EntryWriter): Promise<void>;
}

/** Writes entries in the transactions of operations. */
export class EntryWriter {
  readonly #hooks: readonly EntryHook[];

  /** The hooks run in their order. */
  constructor(hooks: readonly EntryHook[]) {
    this.#hooks = hooks;
  }

  /** Inserts a new entry with its terms, and returns its row. `lookups` avoid statements when many entries are created. */
  async create(
    tx: WriteHandle,
    type: ContentType,
    { entry, choice, terms = noTerms, guid }: NewEntry,
    lookups: EntryLookups = directLookups,
  ): Promise<WholeEntry> {
    // The ID is taken first, so that the row is written once: the slug and the GUID may contain it.
    const taking = lookups.takeId(tx);
    const [id, slug] = await Promise.all([taking, resolveSlug(tx, type, { ...entry, id: taking }, choice, lookups)]);
    const path = await pathOf(tx, entry.parent, slug);
    const row = storedRow({ ...entry, id, slug, path, guid: entry.guid || guid(id), slug_before_trash: null });
    await insertEntryWithId(tx, row);
    lookups.onCreated(row);
    const affectedTerms = await changeTerms(tx, row, undefined, terms, lookups);
    await adjustCount(tx, entry, 1);
    await indexNewEntry(tx, type, row);
    await insertSearchText(tx, searchRow(row));
    await recordEntryEvent(tx, row, undefined, termTags(affectedTerms));
    await this.reportStatus(tx, { id, type: type.name, parent: entry.parent, before: undefined, status: entry.status });
    return row;
  }

  /** Updates an entry, and returns its row. `before` must be the row that is stored, and must be locked. */
  async update(
    tx: WriteHandle,
    type: ContentType,
    { before, entry, choice, terms = noTerms, editor }: UpdatedEntry,
  ): Promise<WholeEntry> {
    const { id } = before;
    const unchanged =
      choice.slug === before.slug &&
      entry.parent === before.parent &&
      !isUnnamedStatus(before.status) &&
      before.status !== 'trash';
    const slug = unchanged ? before.slug : await resolveSlug(tx, type, { ...entry, id }, choice);
    const path = unchanged ? before.path : await pathOf(tx, entry.parent, slug);
    const changed = storedRow({ ...entry, id, slug, path, slug_before_trash: choice.slugBeforeTrash });
    const isSaved = entry.status !== autoDraftStatus;
    const recordsRevision = isSaved && editor !== undefined && type.supports.includes('revisions');
    const revision = recordsRevision ? await recordRevision(tx, type, before, changed, editor) : {};
    const after: WholeEntry = { ...changed, ...revision };
    const wasHidden = path !== before.path && (await findHiddenPaths(tx, [before])).has(id);
    const affected = entry.status === before.status ? [] : await this.#affectedBy(tx, before, entry.status);
    await updateEntry(tx, before, after);
    const moved = path === before.path ? [] : await updatePaths(tx, id, path);
    if (path !== before.path || entry.date !== before.date)
      for (const hook of this.#hooks) await hook.moved?.(tx, { type, before, after, wasHidden, descendants: moved });
    const affectedTerms = await changeTerms(tx, after, before, terms);
    if (entry.status !== before.status || entry.author !== before.author) {
      await moveCount(tx, before, entry);
    }
    await reindexEntry(tx, type, after);
    await updateSearchText(tx, before, after);
    // The URLs of attached files contain that of a published entry, and it may contain the date.
    const hasNewDate = entry.date !== before.date && before.status === 'publish' && type.addressSetting !== undefined;
    const attached = hasNewDate ? await findChildren(tx, [id]) : [];
    const tags = [
      ...termTags(affectedTerms),
      ...entryTags([...moved, ...attached].map((child) => child.id)),
      ...affected,
    ];
    await recordEntryEvent(tx, after, before, tags);
    if (entry.status !== before.status)
      await this.reportStatus(tx, {
        ...{ id, type: type.name, parent: entry.parent },
        ...{ before: before.status, status: entry.status },
      });
    return after;
  }

  /**
   * Deletes an entry permanently, with its texts, term links and revisions. Its children of the same type and the files attached to it
   * move to its parent (posts-and-pages.md §13). If another transaction has deleted the entry, no counter changes and
   * no event is recorded.
   */
  async delete(tx: WriteHandle, type: ContentType, entry: WholeEntry): Promise<void> {
    const childrenOfAnyType = await findChildren(tx, [entry.id]);
    const children = childrenOfAnyType.filter((child) => child.type === type.name);
    if (children.length > 0) await moveChildren(tx, type.name, entry.id, entry.parent);
    await moveChildren(tx, media.name, entry.id, entry.parent);
    if (entry.status === 'publish') await shareTermCounts(tx);
    const terms = (await findEntryTerms(tx, [entry.id])).map((term) => term.term_id);
    const affected = await this.#affectedBy(tx, entry, undefined);
    for (const hook of this.#hooks) await hook.deleting?.(tx, entry, this);
    // An entry that another transaction has deleted was counted there.
    if ((await deleteEntryRow(tx, entry.id)).changes === 0) return;
    if (entry.status === 'publish') await countTerms(tx, new Map(terms.map((id) => [id, -1])));
    await adjustCount(tx, entry, -1);
    if (type.name === 'page') await unsetFrontPage(tx, entry.id);
    const moved: Child[] = [];
    for (const child of type.hierarchical ? children : []) moved.push(...(await moveUp(tx, type, child, entry)));
    // Subscribers were not notified of an auto-draft, but its children and the media attached to it have changed.
    if (entry.status === autoDraftStatus && childrenOfAnyType.length === 0) return;
    await recordEvent(tx, {
      ...{ kind: 'entry.deleted', type: type.name, subject: entry.id, statusBefore: entry.status },
      tags: [
        ...(entry.author === 0 ? [] : [`user:${entry.author}`]),
        ...entryTags([
          ...(entry.parent === 0 ? [] : [entry.parent]),
          ...[...childrenOfAnyType, ...moved].map(({ id }) => id),
        ]),
        ...termTags(terms),
        ...affected,
      ],
    });
  }

  /** Runs the hooks for a changed status. Only for operations that write the status without `update`. */
  async reportStatus(tx: WriteHandle, change: StatusChange): Promise<void> {
    for (const hook of this.#hooks) await hook.statusChanged?.(tx, change, this);
  }

  async #affectedBy(
    tx: WriteHandle,
    { id, status: before }: { readonly id: number; readonly status: string },
    status: string | undefined,
  ): Promise<readonly string[]> {
    const tags: string[] = [];
    for (const hook of this.#hooks) tags.push(...((await hook.affected?.(tx, { id, before, status })) ?? []));
    return tags;
  }
}

/** Updates the search texts of an entry if they have changed, and adds them to the search index or removes them, depending on its status. */
async function updateSearchText(tx: WriteHandle, before: WholeEntry, after: WholeEntry): Promise<void> {
  const isTextChanged = (['title', 'content', 'excerpt'] as const).some((name) => after[name] !== before[name]);
  if (isTextChanged) await writeSearchText(tx, searchRow(after));
  else if (isIndexedStatus(after.status) !== isIndexedStatus(before.status)) await writeIndexed(tx, indexedRow(after));
}

type EventEntry = Pick<EntryColumns, 'type' | 'status' | 'author' | 'parent'>;

/**
 * Records the event of a created or updated entry, with tags for its current and previous author and parent. Auto-drafts have no events:
 * when an auto-draft gets another status, the event is that the entry was created.
 */
async function recordEntryEvent(
  tx: WriteHandle,
  entry: EventEntry & { readonly id: number },
  before: EventEntry | undefined,
  tags: readonly string[],
): Promise<void> {
  if (entry.status === autoDraftStatus) return;
  const updated = before?.status === autoDraftStatus ? undefined : before;
  const states = before ? [entry, before] : [entry];
  await recordEvent(tx, {
    kind: updated ? 'entry.updated' : 'entry.created',
    ...{ type: entry.type, subject: entry.id, statusBefore: updated?.status ?? '', status: entry.status },
    tags: [
      ...states.flatMap(({ author, parent }) => [
        ...(author === 0 ? [] : [`user:${author}`]),
        ...(parent === 0 ? [] : [`entry:${parent}`]),
      ]),
      ...tags,
    ],
  });
}

/**
 * Returns the slug to store. Drafts and pending entries get the requested slug, even if it is empty or, without `mustBeFree`, taken.
 * Other entries get a free slug.
 */
async function resolveSlug(
  tx: WriteHandle,
  type: ContentType,
  entry: Pick<ComposedEntry, 'parent' | 'theme' | 'status' | 'title'> & {
    /** The ID; a promise of it for a new entry, which therefore has no row. */
    readonly id: number | Promise<number>;
  },
  { slug, mustBeFree }: SlugChoice,
  lookups: EntryLookups = directLookups,
): Promise<string> {
  const unnamed = isUnnamedStatus(entry.status);
  if (unnamed && (slug === '' || !mustBeFree)) return slug;
  const { id, parent, theme, title } = entry;
  const requested = slug || toSlug(title) || String(await id);
  return lookups.reserveSlug(tx, type, { id: typeof id === 'number' ? id : 0, parent, theme, slug: requested });
}

// Records the texts of entries as revisions (posts-and-pages.md §15), in the transaction that updates the entry.

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
