// Returns the totals of lists of entries: from counters if these count exactly the listed entries, else by counting rows.

import type { Contract } from '../../../contract/contract.ts';
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { type DependencyCache, getOrCompute } from '../../http/dependency-cache.ts';
import { getCount, sumCounts } from './counts-store.ts';
import type { EntryListDeps } from './deps.ts';
import {
  type FilterName,
  hasMetaFilter,
  type ListShape,
  type ListValues,
  type SearchShape,
} from './entry-list-shape.ts';
import { countEntries } from './list-store.ts';
import type { ListPlan } from './plan-list.ts';
import { countPublishedOfTerm } from './terms-store.ts';

/**
 * Returns the total number of matching entries. `found` is the number on the current page. Counters are used if the caller
 * may list all entries that they count. If the list excludes some of these entries, they are counted and subtracted.
 */
export async function totalOfList(
  { contract, database: { read }, totals }: EntryListDeps,
  counting: CountingContext,
  type: ContentType,
  { total: shape, values }: ListPlan,
  found: number,
): Promise<number> {
  if (values.offset === 0 && found < values.limit) return found;
  return new ListTotal({ contract, read, totals, ...counting }, type, shape, values).total();
}

/** The properties of a request that are needed to count entries. */
export interface CountingContext {
  /** The cache version that was read before the first query for the request. */
  readonly version: number;
  /** Handle for counting rows, which may scan many entries. */
  readonly scanning: ReadHandle;
}

interface CountDeps extends CountingContext {
  readonly contract: Contract;
  readonly read: ReadHandle;
  readonly totals: DependencyCache<number>;
}

/** The calculation of the total of one list. */
class ListTotal {
  readonly #deps: CountDeps;
  readonly #type: ContentType;
  readonly #shape: ListShape;
  readonly #values: ListValues;

  constructor(deps: CountDeps, type: ContentType, shape: ListShape, values: ListValues) {
    this.#deps = deps;
    this.#type = type;
    this.#shape = shape;
    this.#values = values;
  }

  async total(): Promise<number> {
    return (await this.#fromCounters()) ?? (await this.#bySubtraction()) ?? this.#counted();
  }

  /** Returns the total from the counters of entries or terms; undefined if they do not count exactly this list. */
  async #fromCounters(): Promise<number | undefined> {
    const { read, totals, version } = this.#deps;
    const { filters, terms, states } = this.#shape;
    if (!isUnfiltered(this.#shape)) return undefined;
    if (terms.length > 0) return this.#ofTerm();
    const [{ author, authors, state = '', states: several = [] }, type] = [this.#values, this.#type.name];
    const authorIds = filters.includes('author') ? [author ?? 0] : filters.includes('authors') ? authors : undefined;
    if (states === 'several' || (authorIds && authorIds.length !== 1))
      return sumCounts(read, type, states === 'one' ? [state] : several, authorIds);
    return getOrCompute(totals, version, `${type} ${state} ${authorIds?.[0] ?? 'all'}`, () =>
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
    return types.length === 1 ? countPublishedOfTerm(this.#deps.read, term.taxonomy, Number(id)) : undefined;
  }

  /** Returns the total of the list without its exclusion minus the number of excluded entries; undefined if counting rows is faster. */
  async #bySubtraction(): Promise<number | undefined> {
    const split = withoutExclusion(this.#shape, this.#values);
    if (!split) return undefined;
    const countOf = (shape: ListShape) =>
      new ListTotal(this.#deps, this.#type, shape, { ...this.#values, ...split.values });
    const all = split.isSearch ? await countOf(split.all).total() : await countOf(split.all).#fromCounters();
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
