// GET /…/<parent>/revisions: lists the revisions of an entry (posts-and-pages.md §15).
import type { RevisionListArgs } from '../../../contract/shared/revisions.ts';
import { ApiError } from '../../api-error.ts';
import type { ReadHandle } from '../../database/handle.ts';
import type { Page } from '../../http/module.ts';
import type { EntryDeps } from '../entries/deps.ts';
import type { RevisionRow } from '../entries/revisions-store.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { searchWords } from '../entries/search-words.ts';
import { entryRevision, type RevisionOperations } from './operations.ts';
import type { RevisionAdapter } from './revision-adapter.ts';
import {
  countRevisions,
  findRevisionIds,
  findRevisions,
  findShortRevisions,
  type RevisionShape,
  type RevisionValues,
  toAsciiLowerCase,
} from './store.ts';

/** Responds with a page of the revisions of an entry, or with all of them if no page size is requested. */
export function listRevisions(
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
