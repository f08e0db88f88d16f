// The SQL that finds entries by what their public addresses say.
import { sql } from 'kysely';
import type { ReadHandle } from '../../database/handle.ts';
import { type Builder, type Slots, statementFamily } from '../../database/statement.ts';
import { type EntryRow, rawColumns, shownColumns } from '../entries/rows.ts';

const shortColumns = [
  ...(['id', 'type', 'status', 'rights_status', 'author', 'parent', 'slug', 'path', 'password'] as const),
  ...(['title', 'title_rendered', 'renderer', 'date'] as const),
];

/** An entry without its texts. */
export type ShortRow = Pick<EntryRow, Exclude<(typeof shortColumns)[number], 'title'>> & { readonly title: string };

/** Whether entries are read with their texts. */
export type Extent = 'short' | 'whole';

/** What is read of each is for `extent` to say: whole rows have all columns of short ones, and more. */
const columnsOf = (extent: Extent) =>
  (extent === 'whole' ? [...shownColumns, ...rawColumns] : shortColumns) as typeof shortColumns;

/** How many entries of one slug are looked at: pages below many others may share theirs. */
const mostOfSlug = 200;

interface OfSlugs {
  types: string[];
  statuses: string[];
  slugs: string[];
  most: number;
}

const bySlug = statementFamily((q: Builder, extent: Extent, p: Slots<OfSlugs>) =>
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

/** The entries of these types that readers may meet and that have one of these slugs, the oldest first. */
export async function findShownOfSlugs(
  read: ReadHandle,
  extent: Extent,
  types: readonly string[],
  slugs: readonly string[],
): Promise<ShortRow[]> {
  if (slugs.length === 0) return [];
  const statuses = ['publish', 'inherit'];
  return read.all(bySlug(extent), { types: [...types], statuses, slugs: [...slugs], most: mostOfSlug });
}

const byNumber = statementFamily((q: Builder, extent: Extent, p: Slots<{ ids: number[] }>) =>
  q.selectFrom('entries').select(columnsOf(extent)).where(q.dialect.inList('id', p.ids)),
);

/** The entries of these numbers, of whatever type, in no order. */
export async function findOfNumbers(read: ReadHandle, extent: Extent, ids: readonly number[]): Promise<ShortRow[]> {
  return ids.length === 0 ? [] : read.all(byNumber(extent), { ids: [...new Set(ids)] });
}
