// Describes lists of entries by a shape and values. A shape is plain data with a limited number of values. Each shape has one prepared
// statement; the values are its parameters.
import type { EntryOrder } from '../../../contract/shared/entry-parameters.ts';
import { fieldOfOrder } from '../../../contract/shared/filterable-meta.ts';
import type { Condition } from '../../access/conditions.ts';
import type { SearchColumn } from '../../database/dialect.ts';
import type { PageValues } from '../../database/lists.ts';

/** A filter by terms: the entry has any, all or none of them. The term IDs of the clauses are in the parameters `t0`, `t1` … */
export interface TermClause {
  readonly taxonomy: string;
  readonly match: 'any' | 'all' | 'none';
}

/**
 * A condition on a meta field, whose index is in the parameter `field0`, `field1` …: it has the value `equal0`, a value after `after0`, one
 * before `before0`, or one between them. `any` does not filter: the list is sorted by the field.
 */
export interface MetaClause {
  readonly match: 'any' | 'equal' | 'after' | 'before' | 'between';
}

/** Whether a clause excludes entries. */
export const isMetaFilter = ({ match }: MetaClause): boolean => match !== 'any';

/** The shape of a search. Its words are in the parameters `w0`, `w1` …, required ones first. */
export interface SearchShape {
  readonly required: number;
  readonly excluded: number;
  readonly columns: readonly SearchColumn[];
  readonly exact: boolean;
  /** Whether the paths of files are searched too. */
  readonly inFiles: boolean;
  /**
   * The method of finding matches, which depends on how common the words are. `index`: the search index yields the matches, and each
   * is looked up. `walk`: the search index yields the matches, and the list is read in its order, skipping other entries. `rows`:
   * the list is read in its order, and the texts of each entry are searched. Short words are not indexed.
   */
  readonly through: 'index' | 'walk' | 'rows';
  /** Number of required words that are long enough for the index. They precede the other required words. */
  readonly indexed: number;
  /** Number of excluded words that are long enough for the index. They precede the other excluded words. */
  readonly indexedExcluded: number;
  /** Whether a word is so long that only its beginning is looked up in the index. */
  readonly isLong: boolean;
  /** Whether the list may have entries that are not in the index, such as drafts. */
  readonly hasUnindexed: boolean;
}

/** Names of the simple filters. Except for `sticky` and `unsticky`, each has a parameter of the same name. */
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

/** The shape of a list: the properties that determine its statement. */
export interface ListShape {
  readonly visible: Condition;
  /** Condition on the target entries of menu items. Items without a target entry are listed too. */
  readonly target?: Condition;
  readonly states: 'one' | 'several';
  /** Names of the simple filters in use. */
  readonly filters: readonly FilterName[];
  readonly terms: readonly TermClause[];
  readonly relation: 'AND' | 'OR';
  /** The filter by post format: one (parameter `format`), several (parameter `formats`), or none (`any`). It is combined with `terms`. */
  readonly format: 'one' | 'several' | 'any';
  /** Conditions on meta fields. If the list is sorted by a meta field, the first one is on this field. */
  readonly meta?: readonly MetaClause[];
  /**
   * The rows that the list reads in order: entries, the links of the term (`term`) or terms (`terms`) in the first clause, or the index
   * of the meta field by which it is sorted (`meta`). Links are indexed by date.
   */
  readonly along: 'entries' | 'term' | 'terms' | 'meta';
  readonly search?: SearchShape;
  /** In a search, the condition that password-protected entries must meet to be listed. */
  readonly unlocked?: Condition;
  readonly orderby: EntryOrder;
  readonly order: 'asc' | 'desc';
}

/** The values of a list: the parameters of its statement. */
export interface ListValues extends PageValues {
  readonly type?: string;
  /** The types of a list of several types. */
  readonly [type: `type${number}`]: string;
  readonly actor: number;
  readonly state?: string;
  readonly states?: readonly string[];
  readonly include?: readonly number[];
  readonly exclude?: readonly number[];
  readonly slug?: string;
  readonly slugs?: readonly string[];
  readonly author?: number;
  readonly authors?: readonly number[];
  readonly otherAuthors?: readonly number[];
  readonly after?: string;
  readonly before?: string;
  readonly modifiedAfter?: string;
  readonly modifiedBefore?: string;
  readonly parent?: number;
  readonly parents?: readonly number[];
  readonly otherParents?: readonly number[];
  readonly menuOrder?: number;
  readonly format?: string;
  readonly formats?: readonly string[];
  /** The term of the first clause, if the list reads its links. */
  readonly term?: number;
  /** The terms of each clause. */
  readonly [terms: `t${number}`]: readonly number[];
  /** The number of terms of each clause that matches entries with all of its terms. */
  readonly [count: `n${number}`]: number;
  /** The index of the field of each condition on a meta field, and the encoded values with which it is compared. */
  readonly [field: `field${number}`]: string;
  readonly [equal: `equal${number}`]: string;
  readonly [after: `after${number}`]: string;
  readonly [before: `before${number}`]: string;
  /** The folded words of a search, required ones first. */
  readonly [word: `w${number}`]: string;
  /** The whole folded search text. */
  readonly whole?: string;
  /** IDs in the order of the list. */
  readonly ranked?: readonly number[];
  /** Maximum number of rows that each query of a union reads. */
  readonly reach?: number;
  /** The cursor after which a page starts. */
  readonly after_key?: string | number;
  readonly after_id?: number;
}

/** Name of a parameter that contains a type. */
export type TypeParameter = 'type' | `type${number}`;

/** The columns by which lists can be sorted. Each has an index that also contains columns by which lists are filtered. */
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

/** Whether a list is sorted by a column of entries or a meta field, not by relevance or by a submitted list. */
export const isSortedByColumn = ({ orderby }: Pick<ListShape, 'orderby'>): boolean =>
  orderby in orderColumns || isSortedByMeta(orderby);

/** Whether a sort key is that of a meta field. */
export const isSortedByMeta = (orderby: string): boolean => fieldOfOrder(orderby) !== undefined;

/** Whether a list is filtered by meta fields. */
export const hasMetaFilter = ({ meta = [] }: { readonly meta?: readonly MetaClause[] | undefined }): boolean =>
  meta.some(isMetaFilter);

/** The properties of a shape that determine which rows the list reads in order. */
type KeysetShape = Pick<ListShape, 'states' | 'filters' | 'terms' | 'relation' | 'format' | 'orderby' | 'search'>;

/** Filters that match few entries, so that looking them up is faster than reading the list in order. */
const narrowFilters: readonly FilterName[] = ['include', 'slug', 'slugs', 'sticky'];

/** Returns which rows a list reads in order. `count` is the number of terms in the first clause. */
export function chooseDrivingTable(shape: KeysetShape, count: number): ListShape['along'] {
  const { states, filters, terms, relation, format, orderby, search } = shape;
  const [first] = terms;
  const isWhole = first && first.match !== 'none' && (relation === 'AND' || (terms.length === 1 && format === 'any'));
  if (!isWhole || states !== 'one' || filters.some((name) => narrowFilters.includes(name))) return 'entries';
  const isRanked = orderby !== 'date' && !(search && orderby === 'relevance');
  if (isRanked) return 'entries';
  return count === 1 ? 'term' : 'terms';
}
