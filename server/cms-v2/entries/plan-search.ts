// From the words of a request to the shape of a search and the values in it (posts-and-pages.md §14, Search).
import type { EntryListArgs } from '../../../contract/shared/entry-parameters.ts';
import { maxExactLength, minIndexedLength, type SearchColumn } from '../../database/dialect.ts';
import { type Kept, remembered } from '../../http/kept.ts';
import { fold } from '../../rendering/fold.ts';
import { isIndexedState } from './indexed-states.ts';
import { type Sample, sampleSize } from './list-store.ts';
import { isRanked, isRankedInTurn } from './search-in-texts.ts';
import { searchWords } from './search-words.ts';
import { isByColumn, type ListShape, type ListValues, type SearchShape } from './shape-of-list.ts';

/** The maximum length of what is searched for; the rest of a longer text is not looked at. UTF-16 code units. */
export const maxSearchLength = 200;

/** What of a list decides how it is searched. */
export interface SearchedList {
  /** The states of the list's entries. */
  readonly states: readonly string[];
  /** Whether its entries are files, whose paths are searched too. */
  readonly held: boolean;
}

/** What a list or a search says of words. */
type SearchArgs = { readonly search?: string | undefined } & Pick<EntryListArgs, 'search_columns'> &
  Partial<Pick<EntryListArgs, 'search_semantics'>>;

/** A search by its shape and values. */
export interface PlannedSearch {
  readonly shape: SearchShape;
  readonly values: Readonly<Record<string, string>>;
}

const columnOf: Readonly<Record<string, SearchColumn>> = {
  post_title: 'title',
  post_content: 'content',
  post_excerpt: 'excerpt',
};

/** What is searched for and where; undefined where there is nothing to look for. It goes through the index where it can. */
export function planSearch(args: SearchArgs, { states, held }: SearchedList): PlannedSearch | undefined {
  const words = args.search === undefined ? undefined : searchWords(args.search.slice(0, maxSearchLength));
  if (!words) return undefined;
  const columns = args.search_columns.flatMap((name) => columnOf[name] ?? []);
  const wanted = longFirst(words.wanted.map(fold));
  const unwanted = longFirst(words.unwanted.map(fold));
  const all = [...wanted, ...unwanted];
  const indexed = wanted.filter(isIndexed).length;
  const indexedUnwanted = unwanted.filter(isIndexed).length;
  const canUseIndex = indexed + indexedUnwanted > 0 && states.some(isIndexedState);
  const shape: SearchShape = {
    wanted: wanted.length,
    unwanted: unwanted.length,
    columns: columns.length > 0 ? columns : ['title', 'excerpt', 'content'],
    exact: args.search_semantics === 'exact',
    inFiles: held,
    through: canUseIndex ? 'index' : 'rows',
    indexed,
    indexedUnwanted,
    isLong: all.some((word) => [...word].length > maxExactLength),
    hasUnindexed: !states.every(isIndexedState),
  };
  const values = Object.fromEntries(all.map((word, at) => [`w${at}`, word]));
  return { shape, values: { whole: fold(words.whole), ...values } };
}

/** The words that the index can find before those that are too short for it. */
const longFirst = (words: readonly string[]): string[] =>
  words.toSorted((one, other) => Number(isIndexed(other)) - Number(isIndexed(one)));

/** Whether a folded word is long enough for the index. */
export const isIndexed = (word: string): boolean => [...word.replaceAll('\0', '')].length >= minIndexedLength;

/** How many texts may be read in the order of a list to fill a page. Beyond that the index is asked. */
const maxTextsRead = 4000;

/** So few fitting entries in a sample say nothing of how many there are; then the index is asked. */
const minFitting = 3;

/** How many texts are probably read for one that fits: 0 for a list that is all in the sample, since reading all of it is cheap. */
function textsPerResult({ entries, fitting }: Sample): number {
  if (entries < sampleSize) return 0;
  return fitting < minFitting ? Number.POSITIVE_INFINITY : entries / fitting;
}

/** A searched list as its page is looked for, and as its entries are counted. */
export interface SearchedShapes {
  readonly page: ListShape;
  readonly total: ListShape;
}

/** Takes the sample of a list, or remembers what it told. */
export interface Sampling {
  readonly totals: Kept<number>;
  readonly mark: number;
  readonly sample: () => Promise<Sample>;
}

/**
 * Chooses how entries with the words are found. The newest entries of the list tell how common the words are: a page of common words
 * is sooner filled by reading the texts in the order of the list, and past so many the list is sooner walked than looked up.
 */
export async function chooseWays(
  shape: ListShape,
  values: ListValues,
  { totals, mark, sample }: Sampling,
): Promise<SearchedShapes> {
  const { search } = shape;
  if (search?.through !== 'index') return { page: shape, total: shape };
  const { limit, offset, ranked: _ranked, ...rest } = values;
  const { orderby: _orderby, order: _order, ...list } = shape;
  const key = `sample ${JSON.stringify([list, rest])}`;
  const perResult = await remembered(totals, mark, key, async () => textsPerResult(await sample()));
  const by = (through: SearchShape['through']): ListShape => ({ ...shape, search: { ...search, through } });
  if (perResult === 0) return { page: by('rows'), total: by('rows') };
  const total = by(Number.isFinite(perResult) ? 'walk' : 'index');
  const isSoonerRead = isKeptInOrder(shape) && (limit + offset) * perResult <= maxTextsRead;
  return { page: isSoonerRead ? by('rows') : total, total };
}

/** Whether a list of which texts are read can be walked in its order. */
const isKeptInOrder = (shape: ListShape): boolean =>
  isByColumn(shape) ||
  (shape.orderby === 'relevance' &&
    shape.search !== undefined &&
    (!isRanked(shape.search) || isRankedInTurn(shape.search)));
