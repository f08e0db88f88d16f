// GET on the revisions of an entry (posts-and-pages.md §15).
import type { RevisionListArgs } from '../../../contract/shared/revisions.ts';
import type { ReadHandle } from '../../database/handle.ts';
import type { Call, Operation, Page } from '../../http/room.ts';
import { Refusal } from '../../refusal.ts';
import type { EntryParts } from '../entries/parts.ts';
import type { RevisionRow } from '../entries/revisions-store.ts';
import type { WholeEntry } from '../entries/rows.ts';
import { searchWords } from '../entries/search-words.ts';
import { type Revised, shownRevision } from './revised.ts';
import {
  countRevisions,
  findRevisionIds,
  findRevisions,
  findShortRevisions,
  plainLetters,
  type RevisionShape,
  type RevisionValues,
} from './store.ts';

/** Answers with the revisions of an entry; all of them where no page size is asked for. */
export function listRevisions({ database }: EntryParts, revised: Revised): Operation {
  return {
    async run({ args, work }: Call<RevisionListArgs>, entry: WholeEntry) {
      requireOrderable(args);
      const { include = [], exclude = [], orderby = 'date', order = 'desc' } = args;
      const { autosavesAmong: autosaves } = revised;
      const words = args.search ? (searchWords(args.search)?.wanted ?? []) : [];
      const includes = include.length > 0;
      // What is to be included is left in, whatever is to be left out (posts-and-pages.md §14, include).
      const chosen = { include: includes, exclude: !includes && exclude.length > 0, words: words.length };
      const shape: RevisionShape = { ...chosen, autosaves, orderby, order };
      const values = {
        entry: entry.id,
        include,
        exclude,
        ...Object.fromEntries(words.map((word, at) => [`word${at}`, plainLetters(word)])),
      };
      // Words are looked for in every text.
      const read = words.length > 0 ? database.scanning(work, 'search') : database.read;
      const total = await totalOf(read, shape, { ...values, limit: 0, offset: 0 }, entry);
      const { page, perPage, offset } = pageOf(args, total);
      const ids = await findRevisionIds(read, shape, { ...values, limit: perPage, offset });
      const shown = async (found: Promise<RevisionRow[]>) => (await found).map((row) => shownRevision(entry, row));
      return {
        kind: 'list',
        ids,
        load: (some) => shown(findShortRevisions(database.read, some)),
        loadLong: (some) => shown(findRevisions(database.read, some)),
        page: { total, perPage: Math.max(1, perPage), page },
      };
    },
  };
}

function requireOrderable({ orderby, search, include = [] }: RevisionListArgs): void {
  if (orderby === 'relevance' && !search)
    throw new Refusal('rest_no_search_term_defined', 400, 'Ordering by relevance needs a search.');
  if (orderby === 'include' && include.length === 0) {
    const sentence = 'Ordering by include needs a list of what to include.';
    throw new Refusal('rest_orderby_include_missing_include', 400, sentence);
  }
}

/** The entry knows how many it has; only a choice among them is counted. */
const totalOf = (read: ReadHandle, shape: RevisionShape, values: RevisionValues, entry: WholeEntry) =>
  shape.include || shape.exclude || shape.words > 0 || !shape.autosaves
    ? countRevisions(read, shape, values)
    : entry.revision_count;

/** An offset skips only beside a page size, and then counts more than the page. An empty list has every page. */
function pageOf(
  { page, per_page, offset }: RevisionListArgs,
  total: number,
): { page: number; perPage: number; offset: number } & Partial<Page> {
  const perPage = per_page ?? total;
  if (offset !== undefined && total > 0 && offset >= total)
    throw new Refusal('rest_revision_invalid_offset_number', 400, 'There are fewer revisions than are skipped.');
  if (offset !== undefined) return { page, perPage, offset: per_page === undefined ? 0 : Math.abs(offset) };
  if (total > 0 && page > Math.ceil(total / perPage))
    throw new Refusal('rest_revision_invalid_page_number', 400, 'The list has fewer pages.');
  return { page, perPage, offset: (page - 1) * perPage };
}
