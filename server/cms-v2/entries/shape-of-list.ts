// What lists of entries differ by: shapes are plain data from closed choices, of which each has one statement; values fill it.
import type { EntryOrder } from '../../../contract/shared/entry-parameters.ts';
import type { Condition } from '../../access/conditions.ts';
import type { SearchColumn } from '../../database/dialect.ts';
import type { PageValues } from '../../database/lists.ts';

/** One filter by terms: carries any of the terms, all of them, or none. Its terms are in the parameter `t0`, `t1` … */
export interface TermClause {
  readonly taxonomy: string;
  readonly match: 'any' | 'all' | 'none';
}

/** How words are looked for. The words are in the parameters `w0`, `w1` …, wanted ones first. */
export interface SearchShape {
  readonly wanted: number;
  readonly unwanted: number;
  readonly columns: readonly SearchColumn[];
  readonly exact: boolean;
  /** Also in the paths of files. */
  readonly inFiles: boolean;
  /**
   * How entries with the words are found, which depends on how common the words are. `index`: the search index gives them, and each
   * is looked up. `walk`: the search index gives them, and the list is walked in its order past all others. `rows`: the list is
   * walked and the texts are read one after the other. Short words are in no index.
   */
  readonly through: 'index' | 'walk' | 'rows';
  /** How many of the wanted words, and of the unwanted ones, are long enough for the index; they come first among theirs. */
  readonly indexed: number;
  readonly indexedUnwanted: number;
  /** Whether a word is so long that the index is asked for its beginning only. */
  readonly isLong: boolean;
  /** Whether the list may have entries that are not in the index, such as drafts. */
  readonly hasUnindexed: boolean;
}

/** The names of simple filters, each with the parameter of its name. */
export type FilterName =
  | 'include'
  | 'exclude'
  | 'slug'
  | 'slugs'
  | 'author'
  | 'authors'
  | 'otherAuthors'
  | 'after'
  | 'before'
  | 'modifiedAfter'
  | 'modifiedBefore'
  | 'parent'
  | 'parents'
  | 'otherParents'
  | 'menuOrder'
  | 'sticky'
  | 'unsticky';

/** What distinguishes one list from another, values aside. */
export interface ListShape {
  readonly visible: Condition;
  /** Only menu items whose target entry meets this condition; those without a target entry are listed too. */
  readonly target?: Condition;
  readonly states: 'one' | 'several';
  /** Names of simple filters in force. */
  readonly filters: readonly FilterName[];
  readonly terms: readonly TermClause[];
  readonly relation: 'AND' | 'OR';
  /** Whether the `format`, or the `formats`, join the filters by terms. */
  readonly format: 'one' | 'several' | 'any';
  /**
   * What is walked along: the entries themselves, or the links of the one term, or of several, in the first clause, which are
   * kept in the order of dates.
   */
  readonly along: 'entries' | 'term' | 'terms';
  readonly search?: SearchShape;
  /** In a search: only entries without a password, or ones this rule holds for. */
  readonly unlocked?: Condition;
  readonly orderby: EntryOrder;
  readonly order: 'asc' | 'desc';
}

/** The values of a list. */
export interface ListValues extends PageValues {
  readonly type?: string;
  readonly actor: number;
  readonly state?: string;
  readonly states?: readonly string[];
}

/** The columns that lists are ordered by; each has an index that also holds what lists are filtered by. */
export const orderColumns = {
  date: 'date',
  id: 'id',
  title: 'title_key',
  slug: 'slug',
  author: 'author',
  modified: 'modified',
  parent: 'parent',
  menu_order: 'menu_order',
} as const;

/** Whether a list is ordered by a column. */
export const isByColumn = ({ orderby }: Pick<ListShape, 'orderby'>): boolean => orderby in orderColumns;

/** The parts of a shape that decide what it can be walked along. */
type Walked = Pick<ListShape, 'states' | 'filters' | 'terms' | 'relation' | 'format' | 'orderby' | 'search'>;

/** Filters of few entries, which are better looked up than looked for. */
const narrow: readonly FilterName[] = ['include', 'slug', 'slugs', 'sticky'];

/** What a list is walked along; `count`: how many terms the first clause has. */
export function walkedAlong(shape: Walked, count: number): ListShape['along'] {
  const { states, filters, terms, relation, format, orderby, search } = shape;
  const [first] = terms;
  const isWhole = first && first.match !== 'none' && (relation === 'AND' || (terms.length === 1 && format === 'any'));
  if (!isWhole || states !== 'one' || filters.some((name) => narrow.includes(name))) return 'entries';
  const isRanked = orderby !== 'date' && !(search && orderby === 'relevance');
  if (isRanked) return 'entries';
  return count === 1 ? 'term' : 'terms';
}
