// Words in the texts of entries, in SQL (posts-and-pages.md §14, Search).
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { SearchColumn } from '../../database/dialect.ts';
import { type Builder, type NamedSlots, slot } from '../../database/statement.ts';
import type { Tables } from '../../database/tables/index.ts';
import { indexedStates } from './indexed-states.ts';
import type { SearchShape } from './shape-of-list.ts';

type Entries = ExpressionBuilder<Tables, 'entries'>;
type Id = Expression<number>;

const allColumns: readonly SearchColumn[] = ['title', 'excerpt', 'content'];

/** The conditions of a search on the entry of an id. */
export function found(q: Builder, eb: Entries, shape: SearchShape, p: NamedSlots, id: Id): Expression<SqlBool>[] {
  const wanted = Array.from({ length: shape.wanted }, (_, at) => at);
  const unwanted = Array.from({ length: shape.unwanted }, (_, at) => shape.wanted + at);
  const has = (words: readonly number[]) => eb.and(containing(q, eb, shape, p, id, words));
  const without = unwanted.map((at) => eb.not(shape.inFiles ? inTextOrFile(q, eb, shape, p, id, at) : has([at])));
  if (shape.inFiles) return [...wanted.map((at) => inTextOrFile(q, eb, shape, p, id, at)), ...without];
  return [...(wanted.length > 0 ? containing(q, eb, shape, p, id, wanted) : []), ...without];
}

/** Whether a word is long enough for the index. */
const isIndexed = ({ wanted, indexed, indexedUnwanted }: SearchShape, at: number): boolean =>
  at < wanted ? at < indexed : at - wanted < indexedUnwanted;

/** Whether an entry contains all of the words, found through the index where the search goes through it. */
function containing(
  q: Builder,
  eb: Entries,
  shape: SearchShape,
  p: NamedSlots,
  id: Id,
  words: readonly number[],
): Expression<SqlBool>[] {
  const indexed = words.filter((at) => isIndexed(shape, at));
  if (shape.through === 'rows' || indexed.length === 0) return [contains(q, eb, shape, p, id, words)];
  const texts = indexed.map((at) => slot(p, `w${at}`));
  const candidates = eb(id, 'in', sql`(${q.dialect.textCandidates(shape.columns, texts)})` as never);
  const isExact = !shape.isLong || q.dialect.candidatesAreExact;
  const isKnown = indexed.length === words.length && isExact && !shape.exact && !shape.hasUnindexed;
  if (isKnown) return [candidates];
  const isUnindexed = eb('entries.status', 'not in', indexedStates as string[]);
  return [shape.hasUnindexed ? eb.or([isUnindexed, candidates]) : candidates, contains(q, eb, shape, p, id, words)];
}

/** Whether the texts of an entry contain all of the words; read from its row. */
function contains(
  q: Builder,
  eb: Entries,
  { columns, exact }: SearchShape,
  p: NamedSlots,
  id: Id,
  words: readonly number[],
): Expression<SqlBool> {
  const isIn = (column: SearchColumn, at: number) =>
    exact
      ? sql<SqlBool>`${sql.ref(`t.${column}`)} = ${slot(p, `w${at}`)}`
      : q.dialect.contains(`t.${column}`, slot(p, `w${at}`));
  return eb.exists(
    q
      .selectFrom('entry_text as t')
      .select((b) => b.lit(1).as('one'))
      .where('t.entry_id', '=', id)
      .where((b) => b.and(words.map((at) => b.or(columns.map((column) => isIn(column, at))))))
      // Keeps PostgreSQL from making a join of it, which would read the texts of all entries before those of the list.
      .limit(sql.lit(1) as never)
      .offset(sql.lit(0) as never) as never,
  );
}

/** A word in the texts, or in the path of the file; a site has few files beside its entries, so they are looked through. */
function inTextOrFile(q: Builder, eb: Entries, shape: SearchShape, p: NamedSlots, id: Id, at: number) {
  const files = q
    .selectFrom('media')
    .select('media.entry_id')
    .where(q.dialect.contains('media.file_key', slot(p, `w${at}`)));
  return eb.or([eb.and(containing(q, eb, shape, p, id, [at])), eb(id, 'in', files as never)]);
}

/** Whether some entries fit a search better than others; else the order of dates is the order of relevance. */
export const isRanked = (shape: SearchShape): boolean => rankCases(shape).length > 0;

/** The steps of relevance of a search, best first, each with its number. */
function rankCases({ wanted, unwanted }: SearchShape): readonly (readonly [RankCase, number])[] {
  if (wanted === 0) return [];
  if (wanted === 1) return [['all in title', 1]];
  const isPlain = unwanted === 0;
  return [
    ...(isPlain ? ([['whole in title', 1]] as const) : []),
    ...(wanted < 7
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

/** The rank of what none of the steps describes. */
const lastRank = ({ wanted }: SearchShape): number => (wanted === 1 ? 2 : 6);

/**
 * How well the entry of an id fits a search, 1 best (posts-and-pages.md §14): the whole text in the title, all words there, any
 * word there, the whole text in excerpt or content. The whole text is in the parameter `whole`. For searches that are ranked.
 */
export function rank(q: Builder, shape: SearchShape, p: NamedSlots, id: Id): Expression<number> {
  const isIn = (column: SearchColumn, name: string) => q.dialect.contains(`t.${column}`, slot(p, name));
  const inTitle = Array.from({ length: shape.wanted }, (_, at) => isIn('title', `w${at}`));
  const conditions: Record<RankCase, () => Expression<unknown>> = {
    'whole in title': () => isIn('title', 'whole'),
    'all in title': () => sql.join(inTitle, sql` and `),
    'any in title': () => sql.join(inTitle, sql` or `),
    'whole in excerpt': () => isIn('excerpt', 'whole'),
    'whole in content': () => isIn('content', 'whole'),
  };
  const cases = rankCases(shape).map(([name, number]) => sql`when ${conditions[name]()} then ${sql.lit(number)}`);
  const last = sql.lit(lastRank(shape));
  return sql<number>`coalesce((select case ${sql.join(cases, sql` `)} else ${last} end from entry_text as t where t.entry_id = ${id}), ${last})`;
}

/** The search for the one word of a search in titles alone; few titles have even a common word. */
export const inTitles = (shape: SearchShape): SearchShape => ({ ...shape, columns: ['title'], through: 'index' });

/** Whether the title of the entry of an id contains the one word: as the index tells, or as its row does. */
export const titleContains = (q: Builder, eb: Entries, shape: SearchShape, p: NamedSlots, id: Id) =>
  eb.and(containing(q, eb, { ...shape, columns: ['title'] }, p, id, [0]));

/**
 * Whether the best fits can be looked for first and the others behind them, each in the order of dates, so that no text is read
 * to rank it: those of one word, which is in the title or not.
 */
export const isRankedInTurn = ({ wanted, unwanted, columns, exact, inFiles, indexed, hasUnindexed }: SearchShape) =>
  wanted === 1 &&
  unwanted === 0 &&
  indexed === 1 &&
  !exact &&
  !inFiles &&
  !hasUnindexed &&
  columns.length === allColumns.length;
