// Translates the search parameters of a request into the shape and the values of a search (posts-and-pages.md §14, Search).
import type { EntryListArgs } from '../../../contract/shared/entries.ts';
import { maxExactLength, minIndexedLength, type SearchColumn } from '../../database/dialect.ts';
import { fold } from '../../rendering/fold.ts';
import { isSortedByColumn, type ListShape, type ListValues, type SearchShape } from './entry-list-shape.ts';
import { isIndexedStatus } from './indexed-states.ts';
import type { Sample } from './sample-store.ts';
import type { SearchEstimates } from './search-estimates.ts';
import { canSplitByTitle, isRanked } from './search-in-texts.ts';

// Parses the search parameter (posts-and-pages.md §14, Search).

/** Words and phrases that must occur, and those that must not occur. They are not folded. */
interface SearchWords {
  readonly required: readonly string[];
  readonly excluded: readonly string[];
  /** The whole text, which is compared with texts to rank matches by relevance. */
  readonly whole: string;
}

const commonWords = new Set(
  'about an are as at be by com for from how in is it of on or that the this to was what when where who will with www'.split(
    ' ',
  ),
);

/** Maximum number of words; a search with more looks for the whole text as one phrase. */
const maxWords = 9;

/**
 * Splits a search at white space and commas. `"…"` is a phrase; a leading hyphen excludes a word. Single letters (a to z),
 * single hyphens and very common words are ignored. If nothing is left, or there are too many words, the whole text is one phrase. Returns
 * undefined for a blank text.
 */
export function searchWords(text: string): SearchWords | undefined {
  const whole = text.trim();
  if (whole === '') return undefined;
  const required: string[] = [];
  const excluded: string[] = [];
  for (const [, phrase, bare = ''] of whole.matchAll(/"([^"]*)"?|([^\s,"]+)/g)) {
    const isExcluded = phrase === undefined && bare.startsWith('-');
    const word = (phrase ?? (isExcluded ? bare.slice(1) : bare)).trim();
    if (word === '' || (phrase === undefined && isIgnored(word))) continue;
    (isExcluded ? excluded : required).push(word);
  }
  const found = required.length + excluded.length;
  return found === 0 || found > maxWords ? { required: [whole], excluded: [], whole } : { required, excluded, whole };
}

const isIgnored = (word: string) => /^([a-z]|-)$/i.test(word) || commonWords.has(word.toLowerCase());

/** Maximum length of a search in UTF-16 code units. The rest of a longer text is ignored. */
const maxSearchLength = 200;

/** Properties of a list that determine how it is searched. */
interface SearchedList {
  /** Statuses of the entries. */
  readonly states: readonly string[];
  /** Whether the entries are files, whose paths are searched too. */
  readonly held: boolean;
}

/** The search parameters of a list or of the site search. */
type SearchArgs = { readonly search?: string | undefined } & Pick<EntryListArgs, 'search_columns'> &
  Partial<Pick<EntryListArgs, 'search_semantics'>>;

/** A search, described by its shape and values. */
export interface PlannedSearch {
  readonly shape: SearchShape;
  readonly values: Readonly<Record<string, string>>;
}

const columnOf: Readonly<Record<string, SearchColumn>> = {
  post_title: 'title',
  post_content: 'content',
  post_excerpt: 'excerpt',
};

/**
 * Plans the full-text conditions of a request, with the search index if it can be used. Returns undefined if the request has no search
 * text.
 */
export function planSearch(args: SearchArgs, { states, held }: SearchedList): PlannedSearch | undefined {
  const words = args.search === undefined ? undefined : searchWords(args.search.slice(0, maxSearchLength));
  if (!words) return undefined;
  const columns = args.search_columns.flatMap((name) => columnOf[name] ?? []);
  const required = indexedFirst(words.required.map(fold));
  const excluded = indexedFirst(words.excluded.map(fold));
  const all = [...required, ...excluded];
  const indexed = required.filter(isIndexed).length;
  const indexedExcluded = excluded.filter(isIndexed).length;
  const canUseIndex = indexed + indexedExcluded > 0 && states.some(isIndexedStatus);
  const shape: SearchShape = {
    required: required.length,
    excluded: excluded.length,
    columns: columns.length > 0 ? columns : ['title', 'excerpt', 'content'],
    exact: args.search_semantics === 'exact',
    inFiles: held,
    through: canUseIndex ? 'index' : 'rows',
    indexed,
    indexedExcluded,
    isLong: all.some((word) => [...word].length > maxExactLength),
    hasUnindexed: !states.every(isIndexedStatus),
  };
  const values = Object.fromEntries(all.map((word, at) => [`w${at}`, word]));
  return { shape, values: { whole: fold(words.whole), ...values } };
}

/** Moves the words that are long enough for the index before the shorter words. */
const indexedFirst = (words: readonly string[]): string[] =>
  words.toSorted((one, other) => Number(isIndexed(other)) - Number(isIndexed(one)));

/** Whether a folded word is long enough for the index. */
const isIndexed = (word: string): boolean => [...word.replaceAll('\0', '')].length >= minIndexedLength;

/** Maximum number of entries whose texts are read in list order to fill a page. If more are needed, the index is used. */
const maxTextsRead = 4000;

/** The shapes of a searched list: one for finding its page, one for counting its entries. */
interface SearchedShapes {
  readonly page: ListShape;
  readonly total: ListShape;
}

/** A function that samples a list, and the cache of estimates. */
interface Sampling {
  readonly estimates: SearchEstimates;
  readonly sample: () => Promise<Sample>;
}

/**
 * Chooses how matching entries are found. A sample of the newest entries estimates how common the words are. If they are common,
 * reading texts in list order is the fastest way to find an early page. For later pages and totals, reading the list in order and
 * skipping other entries is faster than looking up each match.
 */
export async function chooseSearchMethod(
  shape: ListShape,
  values: ListValues,
  { estimates, sample }: Sampling,
): Promise<SearchedShapes> {
  const { search } = shape;
  if (search?.through !== 'index') return { page: shape, total: shape };
  const { limit, offset, ranked: _ranked, ...rest } = values;
  const { orderby: _orderby, order: _order, ...list } = shape;
  const perResult = await estimates.textsPerResult(JSON.stringify([list, rest]), sample);
  const by = (through: SearchShape['through']): ListShape => ({ ...shape, search: { ...search, through } });
  if (perResult === 0) return { page: by('rows'), total: by('rows') };
  const total = by(Number.isFinite(perResult) ? 'walk' : 'index');
  const isReadingFaster = canWalkInOrder(shape) && (limit + offset) * perResult <= maxTextsRead;
  return { page: isReadingFaster ? by('rows') : total, total };
}

/** Whether a list can be read in its order while the texts of its entries are searched. */
const canWalkInOrder = (shape: ListShape): boolean =>
  isSortedByColumn(shape) ||
  (shape.orderby === 'relevance' &&
    shape.search !== undefined &&
    (!isRanked(shape.search) || canSplitByTitle(shape.search)));
