// How many entries a list has: from counters where they count just that, else counted.

import type { Contract } from '../../../contract/contract.ts';
import type { ContentType } from '../../../contract/grammar/content-type.ts';
import type { ReadHandle } from '../../database/handle.ts';
import { type Kept, remembered } from '../../http/kept.ts';
import { countedEntries, countedInState } from './counts-store.ts';
import { countEntries } from './list-store.ts';
import type { EntryParts } from './parts.ts';
import type { ListPlan } from './plan-list.ts';
import type { FilterName, ListShape, ListValues, SearchShape } from './shape-of-list.ts';
import { publishedOfTerm } from './terms-store.ts';

/**
 * How many entries paging through would give. `found` is how many are on the page. Counters answer where the caller sees all of
 * what they count; of a list that leaves out some of those, these are counted.
 */
export async function totalOfList(
  { contract, database: { read }, totals }: EntryParts,
  counting: Counting,
  type: ContentType,
  { total: shape, values }: ListPlan,
  found: number,
): Promise<number> {
  if (values.offset === 0 && found < values.limit) return found;
  return new Count({ contract, read, totals, ...counting }, type, shape, values).total();
}

/** What a request brings along for counting. */
export interface Counting {
  readonly mark: number;
  /** Counts where no counter knows the number, which may look at many entries. */
  readonly scanning: ReadHandle;
}

interface CountParts extends Counting {
  readonly contract: Contract;
  readonly read: ReadHandle;
  readonly totals: Kept<number>;
}

/** One list as it is counted. */
class Count {
  readonly #parts: CountParts;
  readonly #type: ContentType;
  readonly #shape: ListShape;
  readonly #values: ListValues;

  constructor(parts: CountParts, type: ContentType, shape: ListShape, values: ListValues) {
    this.#parts = parts;
    this.#type = type;
    this.#shape = shape;
    this.#values = values;
  }

  async total(): Promise<number> {
    return (await this.#fromCounters()) ?? (await this.#bySubtraction()) ?? this.#counted();
  }

  /** From the counters of entries or terms; undefined where they do not count just this. */
  async #fromCounters(): Promise<number | undefined> {
    const { read, totals, mark } = this.#parts;
    const { filters, terms, states } = this.#shape;
    if (!isWhole(this.#shape)) return undefined;
    if (terms.length > 0) return this.#ofTerm();
    const [{ author, authors, state = '', states: several = [] }, type] = [this.#values, this.#type.name];
    const of = filters.includes('author')
      ? [Number(author)]
      : filters.includes('authors')
        ? (authors as number[])
        : undefined;
    if (states === 'several' || (of && of.length !== 1))
      return countedEntries(read, type, states === 'one' ? [state] : several, of);
    return remembered(totals, mark, `${type} ${state} ${of?.[0] ?? 'all'}`, () =>
      countedInState(read, type, state, of?.[0]),
    );
  }

  /** A term counts the published entries of all types that carry it, so it counts for this type where that is the only one. */
  async #ofTerm(): Promise<number | undefined> {
    const { terms, along, filters } = this.#shape;
    const [term] = terms;
    const { state, term: id } = this.#values;
    const isOne = along === 'term' && terms.length === 1 && filters.length === 0 && state === 'publish';
    if (!term || !isOne) return undefined;
    const carriers = [...this.#parts.contract.types.values()].filter((type) => type.taxonomies.includes(term.taxonomy));
    return carriers.length === 1 ? publishedOfTerm(this.#parts.read, term.taxonomy, Number(id)) : undefined;
  }

  /** What would be there if one thing were not left out, less what is left out, which is sooner counted; where that is so. */
  async #bySubtraction(): Promise<number | undefined> {
    const split = withoutExclusion(this.#shape, this.#values);
    if (!split) return undefined;
    const part = (shape: ListShape) => new Count(this.#parts, this.#type, shape, { ...this.#values, ...split.values });
    const all = split.isSearch ? await part(split.all).total() : await part(split.all).#fromCounters();
    if (all === undefined) return undefined;
    return all - (await part(split.excluded).total());
  }

  #counted(): Promise<number> {
    const { scanning, totals, mark } = this.#parts;
    return remembered(totals, mark, keyOfTotal(this.#shape, this.#values), () =>
      countEntries(scanning, this.#shape, this.#values),
    );
  }
}

/** What one count has in common with others of the same entries: all but the page and the order. */
function keyOfTotal({ orderby, order, ...shape }: ListShape, { limit, offset, ranked, ...values }: ListValues): string {
  return JSON.stringify([shape, values]);
}

/** Whether rights, search and filters leave the whole of the states asked for, or of what authors or terms have of them. */
const isWhole = ({ visible, target, filters, search, format, unlocked }: ListShape): boolean =>
  visible.kind === 'always' &&
  !target &&
  filters.every((name) => name === 'author' || name === 'authors') &&
  !search &&
  format === 'any' &&
  !unlocked;

/** A list of which one thing is left out: with that, and that alone. */
interface Split {
  readonly all: ListShape;
  readonly excluded: ListShape;
  /** The values of the excluded, where their parameters have other names. */
  readonly values?: Partial<ListValues>;
  /** Whether counting all and counting the excluded is sooner done than counting the rest, whatever counters know. */
  readonly isSearch: boolean;
}

/** Filters that leave something out, and those that choose just that. */
const opposites: Readonly<Partial<Record<FilterName, FilterName>>> = {
  exclude: 'include',
  otherAuthors: 'authors',
  otherParents: 'parents',
  unsticky: 'sticky',
};

function withoutExclusion(shape: ListShape, values: ListValues): Split | undefined {
  const { filters, terms, format, search } = shape;
  if (search) return search.through === 'rows' ? undefined : withoutUnwanted(shape, search);
  const excluding = filters.filter((name) => opposites[name]);
  const clauses = terms.filter(({ match }) => match === 'none');
  if (excluding.length + clauses.length !== 1) return undefined;
  const [name] = excluding;
  const opposite = name && opposites[name];
  if (opposite) {
    const rest = filters.filter((each) => each !== name);
    const all = { ...shape, filters: rest };
    return {
      all,
      excluded: { ...shape, filters: [...rest, opposite] },
      values: { [opposite]: values[name] },
      isSearch: false,
    };
  }
  // Which terms belong to which clause is told by their places.
  const [clause] = clauses;
  if (!clause || terms.length > 1 || format !== 'any') return undefined;
  const excluded: ListShape = {
    ...shape,
    terms: [{ ...clause, match: 'any' }],
    along: shape.states === 'one' ? 'terms' : 'entries',
  };
  return { all: { ...shape, terms: [] }, excluded, isSearch: false };
}

/** The index finds what has a word, and not what has it not. */
function withoutUnwanted(shape: ListShape, search: SearchShape): Split | undefined {
  const { wanted, indexed, unwanted, indexedUnwanted, inFiles } = search;
  if (unwanted !== 1 || indexedUnwanted !== 1 || wanted !== indexed || inFiles) return undefined;
  const { search: _search, ...plain } = shape;
  const all: ListShape = wanted === 0 ? plain : { ...shape, search: { ...search, unwanted: 0, indexedUnwanted: 0 } };
  const both = { ...search, wanted: wanted + 1, indexed: indexed + 1, unwanted: 0, indexedUnwanted: 0 };
  return { all, excluded: { ...shape, search: both }, isSearch: true };
}
