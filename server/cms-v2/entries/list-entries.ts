// Lists entries: GET on the collection of a content type (posts-and-pages.md §14).

import type { Contract } from '../../../contract/contract.ts';
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { EntryListArgs } from '../../../contract/shared/entries.ts';
import { includesRaw } from '../../../contract/shared/entry-fields.ts';
import type { Actor } from '../../access/actor.ts';
import { type Condition, matches } from '../../access/conditions.ts';
import { ApiError } from '../../api-error.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { type DependencyCache, getOrCompute } from '../../http/dependency-cache.ts';
import type { Call, Page } from '../../http/module.ts';
import { passwordsIn } from './check-password.ts';
import { applySettings } from './conditions.ts';
import { getCount, sumCounts } from './counts-store.ts';
import { type EntryListDeps, typeOf } from './deps.ts';
import { findPage, type PageReading, usesCursors } from './entry-list-pages.ts';
import {
  type FilterName,
  hasMetaFilter,
  type ListShape,
  type ListValues,
  type SearchShape,
} from './entry-list-shape.ts';
import { canCountWithPage, countEntries, findCountedPage, findEntryIds } from './list-store.ts';
import type { EntryOperations } from './operations.ts';
import { type ListPlan, planList } from './plan-list.ts';
import type { EntryRow } from './rows.ts';
import { slowParameter } from './slow-parameter.ts';
import { findEntriesById, findEntriesWithText, findShortEntries } from './store.ts';
import { countPublishedOfTerm } from './terms-store.ts';

/** The dependencies for counting entries. */
interface CountDeps {
  readonly contract: Contract;
  readonly read: ReadHandle;
  readonly totals: DependencyCache<number>;
  /** The cache version that was read before the first query for the request. */
  readonly version: number;
  /** Handle for counting rows, which may scan many entries. */
  readonly scanning: ReadHandle;
}

/**
 * The calculation of the total number of entries in one list. Counters are used if the caller may list all entries that they count. If
 * the list excludes some of these entries, they are counted and subtracted.
 */
class ListTotal {
  readonly #deps: CountDeps;
  readonly #type: ContentType;
  readonly #shape: ListShape;
  readonly #values: ListValues;
  #counters: Promise<number | undefined> | undefined;
  #known: number | undefined;

  constructor(deps: CountDeps, type: ContentType, shape: ListShape, values: ListValues) {
    this.#deps = deps;
    this.#type = type;
    this.#shape = shape;
    this.#values = values;
  }

  async total(): Promise<number> {
    return this.#known ?? (await this.fromCounters()) ?? (await this.#bySubtraction()) ?? this.#counted();
  }

  /** Whether the total is known without a statement, because the entries were counted before and have not changed. */
  get isCached(): boolean {
    return this.#deps.totals.find(this.#key) !== undefined;
  }

  /** Caches the total, which a statement of this request has counted. */
  record(total: number): void {
    const { totals, version } = this.#deps;
    this.#known = total;
    totals.store(this.#key, total, 0, version, totals.tablesSince(version));
  }

  /** The key of the cached total: that of a counter, if one counts exactly this list. */
  get #key(): string {
    const { filters, terms, states } = this.#shape;
    const isAll = isUnfiltered(this.#shape) && filters.length === 0 && terms.length === 0 && states === 'one';
    return isAll ? counterKey(this.#type, this.#values) : totalKey(this.#shape, this.#values);
  }

  /** Returns the total from the counters of entries or terms, which are read once; undefined if they do not count exactly this list. */
  fromCounters(): Promise<number | undefined> {
    this.#counters ??= this.#readCounters();
    return this.#counters;
  }

  async #readCounters(): Promise<number | undefined> {
    const { read, totals, version } = this.#deps;
    const { filters, terms, states } = this.#shape;
    if (!isUnfiltered(this.#shape)) return undefined;
    if (terms.length > 0) return this.#ofTerm();
    const [{ author, authors, state = '', states: several = [] }, type] = [this.#values, this.#type.name];
    const authorIds = filters.includes('author') ? [author ?? 0] : filters.includes('authors') ? authors : undefined;
    if (states === 'several' || (authorIds && authorIds.length !== 1))
      return sumCounts(read, type, states === 'one' ? [state] : several, authorIds);
    return getOrCompute(totals, version, counterKey(this.#type, this.#values, authorIds?.[0]), () =>
      getCount(read, type, state, authorIds?.[0]),
    );
  }

  /**
   * Returns the number of published entries of a term. The counter of a term includes the entries of all types, so the result is
   * undefined for a taxonomy of several types.
   */
  async #ofTerm(): Promise<number | undefined> {
    const { terms, along, filters } = this.#shape;
    const [term] = terms;
    const { state, term: id } = this.#values;
    const isOne = along === 'term' && terms.length === 1 && filters.length === 0 && state === 'publish';
    if (!term || !isOne) return undefined;
    const types = [...this.#deps.contract.types.values()].filter((type) => type.taxonomies.includes(term.taxonomy));
    if (types.length !== 1) return undefined;
    const { read, totals, version } = this.#deps;
    return getOrCompute(totals, version, `${term.taxonomy} ${id}`, () =>
      countPublishedOfTerm(read, term.taxonomy, Number(id)),
    );
  }

  /** Returns the total of the list without its exclusion minus the number of excluded entries; undefined if counting rows is faster. */
  async #bySubtraction(): Promise<number | undefined> {
    const split = withoutExclusion(this.#shape, this.#values);
    if (!split) return undefined;
    const countOf = (shape: ListShape) =>
      new ListTotal(this.#deps, this.#type, shape, { ...this.#values, ...split.values });
    const all = split.isSearch ? await countOf(split.all).total() : await countOf(split.all).fromCounters();
    if (all === undefined) return undefined;
    return all - (await countOf(split.excluded).total());
  }

  #counted(): Promise<number> {
    const { scanning, totals, version } = this.#deps;
    return getOrCompute(totals, version, totalKey(this.#shape, this.#values), () =>
      countEntries(scanning, this.#shape, this.#values),
    );
  }
}

/** Returns the cache key of a counter: the number of entries with one status, by one author or by all authors. */
const counterKey = ({ name }: ContentType, { state = '' }: ListValues, author?: number): string =>
  `${name} ${state} ${author ?? 'all'}`;

/** Returns the cache key of a total. It contains all properties of the list except the page and the order. */
function totalKey({ orderby, order, ...shape }: ListShape, { limit, offset, ranked, ...values }: ListValues): string {
  return JSON.stringify([shape, values]);
}

/** Whether a list contains all entries with the requested statuses, or all such entries of certain authors or terms. */
const isUnfiltered = ({ visible, target, filters, search, format, unlocked, meta }: ListShape): boolean =>
  visible.kind === 'always' &&
  !target &&
  !hasMetaFilter({ meta }) &&
  filters.every((name) => name === 'author' || name === 'authors') &&
  !search &&
  format === 'any' &&
  !unlocked;

/** A list with one exclusion, split into the list without the exclusion and the list of excluded entries. */
interface Split {
  readonly all: ListShape;
  readonly excluded: ListShape;
  /** Value of the filter that `excluded` has instead of the excluding filter. */
  readonly values?: OppositeValues;
  /** Whether counting both lists is faster than counting the original list, even without counters. */
  readonly isSearch: boolean;
}

type OppositeValues = Pick<ListValues, 'include' | 'authors' | 'parents'>;

/** A filter that matches the entries that another filter excludes. */
interface OppositeFilter {
  readonly name: FilterName;
  /** Returns the value of the filter, taken from the value of the excluding filter. */
  readonly valuesOf: (values: ListValues) => OppositeValues;
}

const oppositeFilters: Readonly<Partial<Record<FilterName, OppositeFilter>>> = {
  exclude: { name: 'include', valuesOf: ({ exclude = [] }) => ({ include: exclude }) },
  otherAuthors: { name: 'authors', valuesOf: ({ otherAuthors = [] }) => ({ authors: otherAuthors }) },
  otherParents: { name: 'parents', valuesOf: ({ otherParents = [] }) => ({ parents: otherParents }) },
  unsticky: { name: 'sticky', valuesOf: () => ({}) },
};

function withoutExclusion(shape: ListShape, values: ListValues): Split | undefined {
  const { filters, terms, format, search } = shape;
  if (search) return search.through === 'rows' ? undefined : withoutExcludedWord(shape, search);
  const excluding = filters.filter((name) => oppositeFilters[name]);
  const clauses = terms.filter(({ match }) => match === 'none');
  if (excluding.length + clauses.length !== 1) return undefined;
  const [name] = excluding;
  const opposite = name && oppositeFilters[name];
  if (opposite) {
    const rest = filters.filter((each) => each !== name);
    const all = { ...shape, filters: rest };
    return {
      all,
      excluded: { ...shape, filters: [...rest, opposite.name] },
      values: opposite.valuesOf(values),
      isSearch: false,
    };
  }
  // The parameter of a clause is named after its position, so removing the clause must not move others.
  const [clause] = clauses;
  if (!clause || terms.length > 1 || format !== 'any') return undefined;
  const excluded: ListShape = {
    ...shape,
    terms: [{ ...clause, match: 'any' }],
    along: shape.states === 'one' ? 'terms' : 'entries',
  };
  return { all: { ...shape, terms: [] }, excluded, isSearch: false };
}

/** Splits a search with an excluded word, because the index finds entries with a word, not those without it. */
function withoutExcludedWord(shape: ListShape, search: SearchShape): Split | undefined {
  const { required, indexed, excluded, indexedExcluded, inFiles } = search;
  if (excluded !== 1 || indexedExcluded !== 1 || required !== indexed || inFiles) return undefined;
  const { search: _search, ...plain } = shape;
  const all: ListShape = required === 0 ? plain : { ...shape, search: { ...search, excluded: 0, indexedExcluded: 0 } };
  const both = { ...search, required: required + 1, indexed: indexed + 1, excluded: 0, indexedExcluded: 0 };
  return { all, excluded: { ...shape, search: both }, isSearch: true };
}

/**
 * Responds with a page of the entries that are visible to the caller. In lists of menu items, `targetsFor` returns the condition on
 * the target entries of the items.
 */
export function listEntries(
  deps: EntryListDeps,
  targetsFor?: (actor: Actor) => Condition | undefined,
): EntryOperations['list-entries'] {
  return {
    async run(call) {
      const type = applySettings(typeOf(deps.contract, call), deps.site.settings.values);
      const { read } = deps.database;
      const plan = await planList(deps, call, type, targetsFor?.(call.actor));
      if (plan === 'nothing')
        return { kind: 'list', rows: [], page: { total: 0, perPage: call.args.per_page, page: call.args.page } };
      const { shape, values, mayScan } = plan;
      const scanning = deps.database.scanning(call.work, slowParameter(deps.contract, shape, values));
      const { contract } = deps;
      const { cursors, totals } = deps.caches;
      const { version } = call;
      const all = new ListTotal({ contract, read, totals, version, scanning }, type, plan.total, values);
      const reading = { read: mayScan.page ? scanning : read, cursors, version, total: () => all.fromCounters() };
      const found = await findPageAndCount(reading, plan, all);
      const isOnlyPage = values.offset === 0 && found.length < values.limit;
      const page = pageOf(call.args, isOnlyPage ? found.length : await all.total());
      const ids = await withStickyFirst(deps, call, type, plan, found);
      const withText = includesRaw(type, call.args.context) || call.submitted('excerpt_length') !== undefined;
      const find = withText ? findEntriesWithText : findEntriesById;
      const uncached = passwordsIn(call).length > 0;
      const visibleRows = async (rowsPromise: Promise<EntryRow[]>) => {
        const rows = (await rowsPromise).filter((row) => isStillListed(call, type, plan, row));
        if (uncached) await deps.passwords.checkList(call, type, rows);
        return rows;
      };
      const load = (pageIds: readonly number[]) => visibleRows(findShortEntries(read, type.name, pageIds, withText));
      const loadLong = (pageIds: readonly number[]) => visibleRows(find(read, type.name, pageIds));
      return { kind: 'list', ids, load, loadLong, page, uncached };
    },
  };
}

/** Returns the IDs on the page of a list. If the statement for the page can count the entries as well, their total is recorded. */
async function findPageAndCount(
  reading: PageReading,
  { shape, values }: ListPlan,
  total: ListTotal,
): Promise<readonly number[]> {
  if (!canCountWithPage(shape) || usesCursors(shape, values) || total.isCached) return findPage(reading, shape, values);
  const page = await findCountedPage(reading.read, shape, values);
  if (page.total !== undefined) total.record(page.total);
  return page.ids;
}

/**
 * Whether a loaded entry still belongs to the list. It may have changed since its ID was found; for example, a published entry may
 * be private now. The status `publish` is always accepted, because sticky entries are added to lists of any status.
 */
function isStillListed({ actor }: Call, type: ContentType, { shape, values }: ListPlan, row: EntryRow): boolean {
  const states = [...(values.states ?? []), values.state, 'publish'];
  // The list of media items loads its rows with other functions (media/endpoints.ts), so they are not checked here.
  return type.holders !== undefined || (states.includes(row.status) && matches(shape.visible, row, actor.id));
}

/**
 * Returns the page for the response. An offset beyond the end gives an empty list (posts-and-pages.md §14).
 *
 * Throws ApiError 400 `rest_post_invalid_page_number` for a page beyond the last one of a non-empty list, even with an offset.
 */
function pageOf({ page, per_page: perPage, offset }: EntryListArgs, total: number): Page {
  if (offset !== undefined && offset >= total && total > 0) return { total: 0, perPage, page };
  if (total > 0 && page > Math.ceil(total / perPage)) {
    throw new ApiError('rest_post_invalid_page_number', 400, 'The page number is larger than the number of pages.');
  }
  return { total, perPage, page };
}

/**
 * Returns the IDs on a page. On page one, the IDs of up to 100 sticky published posts precede them if `ignore_sticky` is false, unless
 * the list is a search or has filters by ID, stickiness, term, format or meta field. Except for `exclude`, filters do not apply to these posts.
 * They extend the page, and are not part of the total (posts-and-pages.md §14).
 */
async function withStickyFirst(
  { database }: EntryListDeps,
  { args }: Call<EntryListArgs>,
  type: ContentType,
  { shape, values }: ListPlan,
  ids: readonly number[],
): Promise<readonly number[]> {
  const isFiltered =
    shape.filters.includes('include') ||
    shape.filters.includes('sticky') ||
    shape.filters.includes('unsticky') ||
    hasMetaFilter(shape);
  const isRequested = args.ignore_sticky === false && args.page === 1;
  if (!isRequested || isFiltered || shape.search || shape.format !== 'any' || shape.terms.length > 0) return ids;
  const stickyShape: ListShape = {
    ...shape,
    states: 'one',
    filters: ['sticky', ...shape.filters.filter((name) => name === 'exclude')],
  };
  const stickyValues: ListValues = { ...values, type: type.name, state: 'publish', limit: 100, offset: 0 };
  const first = await findEntryIds(database.read, stickyShape, stickyValues);
  return [...new Set([...first, ...ids])];
}
