// SQL statements that sample the newest entries of lists, to estimate how common the words of a search are.
import { sql } from 'kysely';
import type { ReadHandle } from '../../database/handle.ts';
import { type Builder, type Slots, statementFamily } from '../../database/statement.ts';
import type { ListShape, ListValues, TypeParameter } from './entry-list-shape.ts';
import { rankedQuery, unionOf } from './list-store.ts';
import { searchConditions } from './search-in-texts.ts';

/** A sample of the newest entries of a list without its search. */
export interface Sample {
  /** Number of entries in the sample, at most `sampleSize`. */
  readonly entries: number;
  /** Number of entries in the sample that match the search. */
  readonly fitting: number;
}

/** Maximum number of entries in a sample. */
export const sampleSize = 100;

/** Counts the matches among the newest entries of a searched list. */
export const takeSample = async (read: ReadHandle, shape: ListShape, values: ListValues): Promise<Sample> =>
  readSample(await read.first(sampleStatement(shape), { ...values, reach: sampleSize }));

/** Returns the sample from the row of a sampling statement. */
export function readSample(row: unknown): Sample {
  const { entries, fitting } = row as { entries: number; fitting: number | null };
  return { entries: Number(entries), fitting: Number(fitting ?? 0) };
}

const sampleStatement = statementFamily((q: Builder, shape: ListShape, p: Slots<ListValues>) =>
  sampleOfLists(q, [[shape, 'type']], p),
);

/**
 * Counts the newest entries of lists, at most `reach` of each, and those among them that match the search, which is the same for all
 * lists. Each list is paired with the name of the parameter that contains its type.
 */
export function sampleOfLists(
  q: Builder,
  lists: readonly (readonly [ListShape, type: TypeParameter])[],
  p: Slots<ListValues>,
) {
  const search = lists[0]?.[0].search;
  if (!search) throw new Error('a sample requires a search');
  const newest = lists.map(([{ search: _search, ...shape }, type]) =>
    rankedQuery(q, { ...shape, order: 'desc' }, p, sql<number>`0`, type),
  );
  return q
    .selectFrom(unionOf(q, newest).as('entries'))
    .select((eb) => eb.fn.countAll<number>().as('entries'))
    .select((eb) => {
      const rows = { ...search, through: 'rows' } as const;
      const fits = eb.and(searchConditions(q, rows, p, sql.ref<number>('entries.id')));
      return eb.fn.sum<number>(eb.case().when(fits).then(eb.lit(1)).else(eb.lit(0)).end()).as('fitting');
    });
}
