// SQL statements for publishing scheduled entries, several at once.
import { sql } from 'kysely';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';
import { publishIndexRows } from './meta-index-store.ts';

const dueColumns = ['id', 'type', 'author', 'parent'] as const;

// The status is a literal, because the partial index contains only scheduled entries.
const dueStatement = statement((q, p: Slots<{ now: string; limit: number }>) =>
  q
    .selectFrom('entries')
    .select(dueColumns)
    .where('status', '=', sql<string>`'future'`)
    .where('date_gmt', '<=', p.now)
    .orderBy('date_gmt')
    .orderBy('id')
    .limit(p.limit),
);

/** Returns scheduled entries whose date has passed, earliest first. `now` is in GMT, `YYYY-MM-DDTHH:MM:SS`. */
export const findDueEntries = (read: ReadHandle, now: string, limit: number) => read.all(dueStatement, { now, limit });

const publishStatement = statement((q, p: Slots<{ ids: number[] }>) =>
  q
    .updateTable('entries')
    .set({ status: 'publish', rights_status: 'publish' })
    .where(q.dialect.inList('id', p.ids))
    .where('status', '=', 'future')
    .returning(dueColumns),
);

const publishTermLinksStatement = statement((q, p: Slots<{ ids: number[] }>) =>
  q.updateTable('entry_terms').set({ status: 'publish' }).where(q.dialect.inList('entry_id', p.ids)),
);

const updateTermCountsStatement = statement((q, p: Slots<{ ids: number[] }>) =>
  q
    .updateTable('terms')
    .set((eb) => ({
      count: eb(
        'count',
        '+',
        eb
          .selectFrom('entry_terms')
          .select((b) => b.fn.countAll<number>().as('n'))
          .whereRef('entry_terms.term_id', '=', 'terms.id')
          .where(q.dialect.inList('entry_terms.entry_id', p.ids)),
      ),
    }))
    .where('id', 'in', q.selectFrom('entry_terms').select('term_id').where(q.dialect.inList('entry_id', p.ids))),
);

/**
 * Publishes those of the entries that are still scheduled, and updates their term links, the counts of their terms, and their meta
 * indexes. Returns the published entries in the order of `ids`.
 */
export async function publishEntries(tx: WriteHandle, ids: readonly number[]) {
  const rows = new Map((await tx.all(publishStatement, { ids: [...ids] })).map((row) => [row.id, row]));
  const published = ids.flatMap((id) => rows.get(id) ?? []);
  const publishedIds = published.map(({ id }) => id);
  await tx.run(publishTermLinksStatement, { ids: publishedIds });
  await publishIndexRows(tx, publishedIds);
  await tx.run(updateTermCountsStatement, { ids: publishedIds });
  return published;
}
