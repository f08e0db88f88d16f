// Implements the endpoints of revisions and autosaves.
import type { Parameters } from '../../../contract/grammar/parameter.ts';
import type { RevisionEndpoints, RevisionListArgs } from '../../../contract/shared/revisions.ts';
import { ApiError } from '../../api-error.ts';
import { recordAuditEvent } from '../../audit/record-event.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { recordHistoryChange } from '../../events/record.ts';
import { implement, type Permissions } from '../../http/implement.ts';
import { type Call, type Module, type Page, type PermissionError, parseId } from '../../http/module.ts';
import { deleteCondition, editCondition, forbiddenErrors, passes } from '../entries/conditions.ts';
import { type EntryDeps, typeOf } from '../entries/deps.ts';
import { lockEntry } from '../entries/lock-entry.ts';
import { searchWords } from '../entries/plan-search.ts';
import { invalidPreviewError, withPreview } from '../entries/preview.ts';
import { deleteRevisionRow, type RevisionRow, updateHistory } from '../entries/revisions-store.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { requireForce } from '../require-force.ts';
import { type EntryRevision, entryRevision, type RevisionOperations, type RevisionTargets } from './operations.ts';
import type { RevisionAdapter } from './revision-adapter.ts';
import { saveAutosave } from './save-autosave.ts';
import {
  countRevisions,
  findAutosaves,
  findRevision,
  findRevisionIds,
  findRevisions,
  findShortRevisions,
  type RevisionShape,
  type RevisionValues,
  toAsciiLowerCase,
} from './store.ts';

// Defines the permissions of the revision and autosave routes (posts-and-pages.md §15, §16).

const cannotRead: PermissionError = {
  code: 'rest_cannot_read',
  message: 'You are not allowed to view revisions of this item.',
};

/**
 * Returns the permissions of revisions, keyed by their names in the contract. All of them depend on the entry to which the
 * revision belongs.
 */
function defineRevisionPermissions(
  deps: EntryDeps,
  { find, autosavePermission }: Pick<RevisionAdapter, 'find' | 'autosavePermission'>,
): Permissions<RevisionEndpoints, RevisionTargets> {
  const { contract, database } = deps;
  const load = async (call: Call) => withPreview(deps, call, await find(database.read, call));
  return {
    'read-revisions': {
      load,
      permit: (call, entry) => {
        // A preview gives access to a single autosave, not to all revisions of the entry.
        const requestedId = call.path.parent === undefined ? 0 : parseId(call.path.id);
        if (requestedId > 0 && entry.preview?.revision === requestedId) return undefined;
        if (passes(editCondition, call.actor, typeOf(contract, call), entry)) return undefined;
        return requestedId > 0 ? { ...cannotRead, ...invalidPreviewError(call), code: cannotRead.code } : cannotRead;
      },
    },
    'delete-revision': {
      load,
      permit: (call, entry) =>
        passes(deleteCondition, call.actor, typeOf(contract, call), entry) ? undefined : forbiddenErrors.delete,
    },
    'create-autosave': autosavePermission,
  };
}

// GET /…/<parent>/revisions: lists the revisions of an entry (posts-and-pages.md §15).

/** Responds with a page of the revisions of an entry, or with all of them if no page size is requested. */
function listRevisions(
  { database }: EntryDeps,
  { includesAutosaves: autosaves }: Pick<RevisionAdapter, 'includesAutosaves'>,
): RevisionOperations['list-revisions'] {
  return {
    async run({ args, work }, entry) {
      requireOrderable(args);
      const { include = [], exclude = [], orderby = 'date', order = 'desc' } = args;
      const words = args.search ? (searchWords(args.search)?.required ?? []) : [];
      const includes = include.length > 0;
      // `include` takes precedence over `exclude` (posts-and-pages.md §14, include).
      const filterShape = { include: includes, exclude: !includes && exclude.length > 0, words: words.length };
      const shape: RevisionShape = { ...filterShape, autosaves, orderby, order };
      const values = {
        entry: entry.id,
        include,
        exclude,
        ...Object.fromEntries(words.map((word, at) => [`word${at}`, toAsciiLowerCase(word)])),
      };
      // A search for words reads the texts of all revisions, which may take long.
      const read = words.length > 0 ? database.scanning(work, 'search') : database.read;
      const total = await totalOf(read, shape, { ...values, limit: 0, offset: 0 }, entry);
      const { page, perPage, offset } = pageOf(args, total);
      const ids = await findRevisionIds(read, shape, { ...values, limit: perPage, offset });
      const toEntryRevisions = async (found: Promise<RevisionRow[]>) =>
        (await found).map((row) => entryRevision(entry, row));
      return {
        kind: 'list',
        ids,
        load: (pageIds) => toEntryRevisions(findShortRevisions(database.read, pageIds)),
        loadLong: (pageIds) => toEntryRevisions(findRevisions(database.read, pageIds)),
        page: { total, perPage: Math.max(1, perPage), page },
      };
    },
  };
}

function requireOrderable({ orderby, search, include = [] }: RevisionListArgs): void {
  if (orderby === 'relevance' && !search)
    throw new ApiError('rest_no_search_term_defined', 400, 'Ordering by relevance requires a search term.');
  if (orderby === 'include' && include.length === 0) {
    const message = 'Ordering by include requires a list of items to include.';
    throw new ApiError('rest_orderby_include_missing_include', 400, message);
  }
}

/**
 * Returns the total number of revisions. Without filters, it is the number in the row of the entry; with filters, or if autosaves
 * are not listed, the revisions are counted.
 */
const totalOf = (read: ReadHandle, shape: RevisionShape, values: RevisionValues, entry: WholeEntry) =>
  shape.include || shape.exclude || shape.words > 0 || !shape.autosaves
    ? countRevisions(read, shape, values)
    : entry.revision_count;

/**
 * Returns the page number, the page size and the offset. A submitted offset is used only if a page size is submitted too, and
 * then overrides the page number.
 *
 * Throws ApiError 400 `rest_revision_invalid_offset_number` or `rest_revision_invalid_page_number` beyond the end of the list,
 * unless the list is empty.
 */
function pageOf(
  { page, per_page, offset }: RevisionListArgs,
  total: number,
): { page: number; perPage: number; offset: number } & Partial<Page> {
  const perPage = per_page ?? total;
  if (offset !== undefined && total > 0 && offset >= total)
    throw new ApiError(
      'rest_revision_invalid_offset_number',
      400,
      'The offset must be smaller than the number of revisions.',
    );
  if (offset !== undefined) return { page, perPage, offset: per_page === undefined ? 0 : Math.abs(offset) };
  if (total > 0 && page > Math.ceil(total / perPage))
    throw new ApiError('rest_revision_invalid_page_number', 400, 'The page number is larger than the number of pages.');
  return { page, perPage, offset: (page - 1) * perPage };
}

// GET /…/<parent>/revisions/<id>: returns a revision or an autosave.

/** Responds with the revision or autosave. Throws the errors of `requireRevision`. */
function getRevision(deps: EntryDeps): RevisionOperations['get-revision'] {
  const { read } = deps.database;
  return {
    async run(call, entry) {
      const row = await requireRevision(read, call, entry);
      return { kind: 'record', row, alwaysLinked: true, uncached: entry.preview !== undefined };
    },
  };
}

/**
 * Returns the revision or autosave with the ID in the path. Throws ApiError 404 `rest_post_invalid_id` if there is none, and
 * `rest_revision_parent_id_mismatch` if it belongs to another entry (posts-and-pages.md §15).
 */
async function requireRevision(read: ReadHandle, { path }: Call, entry: WholeEntry): Promise<EntryRevision> {
  const revision = await findRevision(read, parseId(path.id));
  if (!revision) throw new ApiError('rest_post_invalid_id', 404, 'No revision with this ID.');
  if (revision.entry_id !== entry.id)
    throw new ApiError('rest_revision_parent_id_mismatch', 404, 'The revision belongs to another entry.');
  return entryRevision(entry, revision);
}

// DELETE /…/<parent>/revisions/<id>: deletes a revision or an autosave permanently (contract/README.md, decision 4).

/**
 * Deletes a revision or an autosave, and responds with its previous values. Throws ApiError 501 `rest_trash_not_supported`
 * without `force`, and the errors of `requireRevision`.
 */
function deleteRevision(
  deps: EntryDeps,
  { deletedContext }: Pick<RevisionAdapter, 'deletedContext'>,
): RevisionOperations['delete-revision'] {
  return {
    async run(call, entry) {
      const { database, contract } = deps;
      await requireRevision(database.read, call, entry);
      requireForce(call, 'Revisions');
      const previous = await database.transaction(async (tx) => {
        const locked = await lockEntry(tx, typeOf(contract, call), entry.id, call.actor, 'delete');
        const revision = await requireRevision(tx, call, locked);
        await call.requireMatch();
        await deleteRevisionRow(tx, revision.id);
        await updateHistory(tx, entry.id, -1);
        await recordHistoryChange(tx, locked);
        const auditEvent = {
          action: 'revision-deleted',
          kind: locked.type,
          id: revision.id,
          name: locked.title,
        } as const;
        await recordAuditEvent(tx, deps.site.clock, call, { ...auditEvent, details: { entry: entry.id } });
        return revision;
      });
      return { kind: 'deleted', previous, context: deletedContext };
    },
  };
}

// GET /…/<id>/autosaves: lists the autosaves of an entry (posts-and-pages.md §16).

/** Responds with the autosaves of all users, newest first, without pagination. */
function listAutosaves({ database: { read } }: EntryDeps): RevisionOperations['list-autosaves'] {
  return {
    async run(_call, entry) {
      const rows = await findAutosaves(read, entry.id);
      return { kind: 'list', rows: rows.map((row) => entryRevision(entry, row)) };
    },
  };
}

// GET /…/<parent>/autosaves/<id>: returns an autosave. Autosaves have IDs of their own (contract/README.md, decision 8).

/** Responds with the autosave. Throws ApiError 404 `rest_post_no_autosave` if the entry has no autosave with this ID. */
function getAutosave(deps: EntryDeps): RevisionOperations['get-autosave'] {
  return {
    async run(call, entry) {
      const row = await findRevision(deps.database.read, parseId(call.path.id));
      if (row?.autosave !== 1 || row.entry_id !== entry.id)
        throw new ApiError('rest_post_no_autosave', 404, 'No autosave of this entry with this ID.');
      return {
        kind: 'record',
        row: entryRevision(entry, row),
        alwaysLinked: true,
        uncached: entry.preview !== undefined,
      };
    },
  };
}

/** Returns the variant of the module for one resource group. */
export function revisionsEndpoints<F extends Parameters, Prepared>(
  deps: EntryDeps,
  adapter: RevisionAdapter<F, Prepared>,
): Module {
  return implement(adapter.declaration, {
    permissions: defineRevisionPermissions(deps, adapter),
    operations: {
      'list-revisions': listRevisions(deps, adapter),
      'get-revision': getRevision(deps),
      'delete-revision': deleteRevision(deps, adapter),
      'list-autosaves': listAutosaves(deps),
      'get-autosave': getAutosave(deps),
      'save-autosave': saveAutosave(deps, adapter),
    },
    presenter: adapter.presenter,
  });
}
