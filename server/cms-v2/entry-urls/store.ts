// SQL statements that find entries by the slug or ID in their public URLs.
import { sql } from 'kysely';
import type { ReadHandle } from '../../database/handle.ts';
import { type Builder, type Slots, statementFamily } from '../../database/statement.ts';
import { type EntryRow, presentedColumns, rawColumns } from '../entries/rows.ts';

const summaryColumns = [
  ...(['id', 'type', 'status', 'rights_status', 'author', 'parent', 'slug', 'path', 'password'] as const),
  ...(['title', 'title_rendered', 'renderer', 'date'] as const),
];

/** An entry without its content and excerpt. */
export type EntrySummaryRow = Pick<EntryRow, Exclude<(typeof summaryColumns)[number], 'title'>> & {
  readonly title: string;
};

/** The columns to read: all of them (`whole`), or those without the content and excerpt (`short`). */
export type RowExtent = 'short' | 'whole';

/** Returns the columns to read. Whole rows have all columns of short rows, so the type of short rows describes both. */
const columnsOf = (extent: RowExtent) =>
  (extent === 'whole' ? [...presentedColumns, ...rawColumns] : summaryColumns) as typeof summaryColumns;

/** Maximum number of entries read per slug. Pages with different parents can have the same slug. */
const maxRowsPerSlug = 200;

interface BySlugsParameters {
  types: string[];
  statuses: string[];
  slugs: string[];
  most: number;
}

const bySlugsStatement = statementFamily((q: Builder, extent: RowExtent, p: Slots<BySlugsParameters>) =>
  q
    .selectFrom('entries')
    .select(columnsOf(extent))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom((inner) =>
          inner
            .selectFrom('entries')
            .select(['id', sql<number>`row_number() over (partition by slug order by id)`.as('place')])
            .where(q.dialect.inTextList('type', p.types))
            .where(q.dialect.inTextList('slug', p.slugs))
            .where(q.dialect.inTextList('status', p.statuses))
            .as('shown'),
        )
        .select('shown.id')
        .where('shown.place', '<=', p.most),
    )
    .orderBy('id'),
);

/** Returns the published entries and the files of these types with one of these slugs, at most 200 per slug, in the order of their IDs. */
export async function findPublicEntriesBySlugs(
  read: ReadHandle,
  extent: RowExtent,
  types: readonly string[],
  slugs: readonly string[],
): Promise<EntrySummaryRow[]> {
  if (slugs.length === 0) return [];
  const statuses = ['publish', 'inherit'];
  return read.all(bySlugsStatement(extent), { types: [...types], statuses, slugs: [...slugs], most: maxRowsPerSlug });
}

const byIdsStatement = statementFamily((q: Builder, extent: RowExtent, p: Slots<{ ids: number[] }>) =>
  q.selectFrom('entries').select(columnsOf(extent)).where(q.dialect.inList('id', p.ids)),
);

/** Returns the entries with these IDs, of any type, in no particular order. */
export async function findEntriesByIds(
  read: ReadHandle,
  extent: RowExtent,
  ids: readonly number[],
): Promise<EntrySummaryRow[]> {
  return ids.length === 0 ? [] : read.all(byIdsStatement(extent), { ids: [...new Set(ids)] });
}
