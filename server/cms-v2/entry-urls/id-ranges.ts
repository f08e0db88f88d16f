// SQL statements that read the public entries of a type by ranges of IDs, for sitemaps. The time to read a range does not depend on the number
// of entries, and entries stay in their range.
import { sql } from 'kysely';
import type { ReadHandle } from '../../database/handle.ts';
import { type Builder, type Slots, statement } from '../../database/statement.ts';

/** Number of IDs of a range. */
export const rangeSize = 1000;

/** Published entries of a type without a password. */
const publicEntries = (q: Builder, p: Slots<{ type: string }>) =>
  q.selectFrom('entries').where('type', '=', p.type).where('status', '=', 'publish').where('password', '=', '');

const rangesStatement = statement((q, p: Slots<{ type: string }>) =>
  q
    .withRecursive('ranges', (qc) => {
      const firstId = publicEntries(q, p).select('id').orderBy('id').limit(1);
      // The first entry beyond the range of the previous one.
      const nextId = publicEntries(q, p)
        .whereRef(
          'id',
          '>',
          sql<number>`(ranges.id + ${sql.lit(rangeSize - 1)}) / ${sql.lit(rangeSize)} * ${sql.lit(rangeSize)}`,
        )
        .select('id')
        .orderBy('id')
        .limit(1);
      return qc
        .selectNoFrom(firstId.as('id'))
        .unionAll(qc.selectFrom('ranges').where('ranges.id', 'is not', null).select(nextId.as('id')));
    })
    .selectFrom('ranges')
    .where('ranges.id', 'is not', null)
    .select('ranges.id'),
);

/** Returns the numbers of the ranges that contain public entries of a type, in ascending order: range 1 has the IDs 1 to `rangeSize`. */
export async function findRanges(read: ReadHandle, type: string): Promise<number[]> {
  return (await read.all(rangesStatement, { type })).map(({ id }) => Math.ceil((id ?? 0) / rangeSize));
}

const entriesStatement = statement((q, p: Slots<{ type: string; after: number; last: number }>) =>
  publicEntries(q, p)
    .where('id', '>', p.after)
    .where('id', '<=', p.last)
    .select(['id', 'parent', 'slug', 'path', 'status', 'date', 'modified_gmt'])
    .orderBy('id'),
);

/** Returns the public entries of a range, by ID. */
export const findEntriesOfRange = (read: ReadHandle, type: string, range: number) =>
  read.all(entriesStatement, { type, after: (range - 1) * rangeSize, last: range * rangeSize });
