// SQL conditions for words in the texts of entries (posts-and-pages.md §14, Search).
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { SearchColumn } from '../../database/dialect.ts';
import { type Builder, type Slots, slotOf } from '../../database/statement.ts';
import type { Tables } from '../../database/tables/index.ts';
import type { ListValues, SearchShape } from './entry-list-shape.ts';
import { indexedStatuses } from './indexed-states.ts';

type Id = Expression<number>;

const eb = expressionBuilder<Tables, 'entries'>();

const allColumns: readonly SearchColumn[] = ['title', 'excerpt', 'content'];

/** Returns the conditions of a search on the entry with this ID. */
export function searchConditions(q: Builder, shape: SearchShape, p: Slots<ListValues>, id: Id): Expression<SqlBool>[] {
  const required = Array.from({ length: shape.required }, (_, at) => at);
  const excluded = Array.from({ length: shape.excluded }, (_, at) => shape.required + at);
  const has = (words: readonly number[]) => eb.and(containsAll(q, shape, p, id, words));
  const without = excluded.map((at) => eb.not(shape.inFiles ? inTextOrFile(q, shape, p, id, at) : has([at])));
  if (shape.inFiles) return [...required.map((at) => inTextOrFile(q, shape, p, id, at)), ...without];
  return [...(required.length > 0 ? containsAll(q, shape, p, id, required) : []), ...without];
}

/** Whether the word at this position is long enough for the index. */
const isIndexed = ({ required, indexed, indexedExcluded }: SearchShape, at: number): boolean =>
  at < required ? at < indexed : at - required < indexedExcluded;

/** Returns the conditions that an entry contains all of the words. They use the search index if the search does. */
function containsAll(
  q: Builder,
  shape: SearchShape,
  p: Slots<ListValues>,
  id: Id,
  words: readonly number[],
): Expression<SqlBool>[] {
  const indexed = words.filter((at) => isIndexed(shape, at));
  if (shape.through === 'rows' || indexed.length === 0) return [rowContainsAll(q, shape, p, id, words)];
  const texts = indexed.map((at) => slotOf(p, `w${at}`));
  const candidates = eb(id, 'in', sql<number>`(${q.dialect.textCandidates(shape.columns, texts)})`);
  const isExact = !shape.isLong || q.dialect.candidatesAreExact;
  const isKnown = indexed.length === words.length && isExact && !shape.exact && !shape.hasUnindexed;
  if (isKnown) return [candidates];
  const isUnindexed = eb('entries.status', 'not in', indexedStatuses as string[]);
  return [shape.hasUnindexed ? eb.or([isUnindexed, candidates]) : candidates, rowContainsAll(q, shape, p, id, words)];
}

/** Returns the condition that the texts of an entry, read from its row, contain all of the words. */
function rowContainsAll(
  q: Builder,
  { columns, exact }: SearchShape,
  p: Slots<ListValues>,
  id: Id,
  words: readonly number[],
): Expression<SqlBool> {
  const isIn = (column: SearchColumn, at: number) =>
    exact
      ? sql<SqlBool>`${sql.ref(`t.${column}`)} = ${slotOf(p, `w${at}`)}`
      : q.dialect.contains(`t.${column}`, slotOf(p, `w${at}`));
  return eb.exists(
    q
      .selectFrom('entry_text as t')
      .select((b) => b.lit(1).as('one'))
      .where('t.entry_id', '=', id)
      .where((b) => b.and(words.map((at) => b.or(columns.map((column) => isIn(column, at))))))
      // The limit prevents PostgreSQL from converting the subquery to a join, which would read the texts of all entries before the
      // list is filtered.
      .limit(sql.lit(1))
      .offset(sql.lit(0)),
  );
}

/**
 * Returns the condition that a word is in the texts or in the path of a file. The paths are scanned, because there are few files
 * compared to entries.
 */
function inTextOrFile(q: Builder, shape: SearchShape, p: Slots<ListValues>, id: Id, at: number) {
  const files = q
    .selectFrom('media')
    .select('media.entry_id')
    .where(q.dialect.contains('media.file_key', slotOf(p, `w${at}`)));
  return eb.or([eb.and(containsAll(q, shape, p, id, [at])), eb(id, 'in', files)]);
}

/** Whether entries can have different ranks in a search. Otherwise, sorting by relevance is the same as sorting by date. */
export const isRanked = (shape: SearchShape): boolean => casesOf(shape).length > 0;

/** Returns the cases that determine the rank of an entry in a search, each with its rank, best first. */
function casesOf({ required, excluded }: SearchShape): readonly (readonly [RankCase, number])[] {
  if (required === 0) return [];
  if (required === 1) return [['all in title', 1]];
  const isPlain = excluded === 0;
  return [
    ...(isPlain ? ([['whole in title', 1]] as const) : []),
    ...(required < 7
      ? ([
          ['all in title', 2],
          ['any in title', 3],
        ] as const)
      : []),
    ...(isPlain
      ? ([
          ['whole in excerpt', 4],
          ['whole in content', 5],
        ] as const)
      : []),
  ];
}

type RankCase = 'whole in title' | 'all in title' | 'any in title' | 'whole in excerpt' | 'whole in content';

/** Returns the rank of entries to which no case applies. */
const lastRank = ({ required }: SearchShape): number => (required === 1 ? 2 : 6);

/**
 * Returns the rank of the entry with this ID in a search; 1 is the best (posts-and-pages.md §14). The cases are: the whole text in the
 * title, all words in the title, any word in the title, the whole text in the excerpt, and the whole text in the content. The whole
 * text is in the parameter `whole`. `isRanked` must be true for the search.
 */
export function rank(q: Builder, shape: SearchShape, p: Slots<ListValues>, id: Id): Expression<number> {
  const isIn = (column: SearchColumn, name: 'whole' | `w${number}`) =>
    q.dialect.contains(`t.${column}`, slotOf(p, name));
  const inTitle = Array.from({ length: shape.required }, (_, at) => isIn('title', `w${at}`));
  const conditions: Record<RankCase, () => Expression<unknown>> = {
    'whole in title': () => isIn('title', 'whole'),
    'all in title': () => sql.join(inTitle, sql` and `),
    'any in title': () => sql.join(inTitle, sql` or `),
    'whole in excerpt': () => isIn('excerpt', 'whole'),
    'whole in content': () => isIn('content', 'whole'),
  };
  const cases = casesOf(shape).map(([name, number]) => sql`when ${conditions[name]()} then ${sql.lit(number)}`);
  const last = sql.lit(lastRank(shape));
  return sql<number>`coalesce((select case ${sql.join(cases, sql` `)} else ${last} end from ${sql.table('entry_text')} as t where t.entry_id = ${id}), ${last})`;
}

/** Returns the search for a single word in titles only. It uses the index, because even a common word is in few titles. */
export const inTitles = (shape: SearchShape): SearchShape => ({ ...shape, columns: ['title'], through: 'index' });

/** Returns the condition that the title of the entry with this ID contains the single word of the search. */
export const titleContains = (q: Builder, shape: SearchShape, p: Slots<ListValues>, id: Id) =>
  eb.and(containsAll(q, { ...shape, columns: ['title'] }, p, id, [0]));

/**
 * Whether entries with a match in the title can be found first and the others after them, both in date order, so that no text is
 * read for ranking. This is possible for searches for a single word.
 */
export const canSplitByTitle = ({ required, excluded, columns, exact, inFiles, indexed, hasUnindexed }: SearchShape) =>
  required === 1 &&
  excluded === 0 &&
  indexed === 1 &&
  !exact &&
  !inFiles &&
  !hasUnindexed &&
  columns.length === allColumns.length;
