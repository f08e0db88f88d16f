// Shapes and values of lists of entries. A shape is plain data from closed choices and has one statement, which values fill in.
import type { EntryOrder } from '../../../contract/shared/entry-parameters.ts';
import type { Condition } from '../../access/conditions.ts';
import type { SearchColumn } from '../../database/dialect.ts';
import type { PageValues } from '../../database/lists.ts';

/** A filter by terms: the entry has any of them, all of them, or none. The term IDs are in the parameter `t0`, `t1` … */
export interface TermClause {
  readonly taxonomy: string;
  readonly match: 'any' | 'all' | 'none';
}

/** The shape of a search. Its words are in the parameters `w0`, `w1` …, required ones first. */
export interface SearchShape {
  readonly required: number;
  readonly excluded: number;
  readonly columns: readonly SearchColumn[];
  readonly exact: boolean;
  /** Whether the paths of files are searched too. */
  readonly inFiles: boolean;
  /**
   * The method of finding matches, chosen by how common the words are. `index`: the search index yields the matches, and each is
   * looked up. `walk`: the search index yields the matches, and the list is walked in its order past all others. `rows`: the list
   * is walked, and each text is read. Short words are not indexed.
   */
  readonly through: 'index' | 'walk' | 'rows';
  /** Numbers of required and of excluded words that are long enough for the index; they come first in their group. */
  readonly indexed: number;
  readonly indexedExcluded: number;
  /** Whether a word is so long that only its beginning is looked up in the index. */
  readonly isLong: boolean;
  /** Whether the list may have entries that are not in the index, such as drafts. */
  readonly hasUnindexed: boolean;
}

/** Names of the simple filters, each with a parameter of the same name. */
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

/** Properties that distinguish one list from another, apart from values. */
export interface ListShape {
  readonly visible: Condition;
  /** Condition on the target entries of menu items. Items without a target entry are listed too. */
  readonly target?: Condition;
  readonly states: 'one' | 'several';
  /** Names of the simple filters in use. */
  readonly filters: readonly FilterName[];
  readonly terms: readonly TermClause[];
  readonly relation: 'AND' | 'OR';
  /** Whether one `format`, or several `formats`, are filtered by together with terms. */
  readonly format: 'one' | 'several' | 'any';
  /**
   * The rows that are walked: the entries, or the links of the one term, or of several, in the first clause. Links are indexed in
   * the order of dates.
   */
  readonly along: 'entries' | 'term' | 'terms';
  readonly search?: SearchShape;
  /** In a search, the condition under which password-protected entries are listed. */
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

/** Columns that lists are sorted by. Each has an index that also holds the columns that lists are filtered by. */
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

/** Whether a list is sorted by a column. */
export const isByColumn = ({ orderby }: Pick<ListShape, 'orderby'>): boolean => orderby in orderColumns;

/** Properties of a shape that determine which rows can be walked. */
type WalkedShape = Pick<ListShape, 'states' | 'filters' | 'terms' | 'relation' | 'format' | 'orderby' | 'search'>;

/** Filters that match few entries, which are faster to look up than to find in a walk. */
const narrowFilters: readonly FilterName[] = ['include', 'slug', 'slugs', 'sticky'];

/** Returns the rows that a list walks. `count` is the number of terms in the first clause. */
export function rowsToWalk(shape: WalkedShape, count: number): ListShape['along'] {
  const { states, filters, terms, relation, format, orderby, search } = shape;
  const [first] = terms;
  const isWhole = first && first.match !== 'none' && (relation === 'AND' || (terms.length === 1 && format === 'any'));
  if (!isWhole || states !== 'one' || filters.some((name) => narrowFilters.includes(name))) return 'entries';
  const isRanked = orderby !== 'date' && !(search && orderby === 'relevance');
  if (isRanked) return 'entries';
  return count === 1 ? 'term' : 'terms';
}
