// The SQL of entries that wait for their date. All that are due are published by the same few statements.
import { sql } from 'kysely';
import type { ReadHandle, WriteHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';

// The state is part of the text of the statement, for the index holds scheduled entries only.
const due = statement((q, p: Slots<{ now: string; limit: number }>) =>
  q
    .selectFrom('entries')
    .select(['id', 'type', 'author', 'parent'])
    .where('status', '=', sql<string>`'future'`)
    .where('date_gmt', '<=', p.now)
    .orderBy('date_gmt')
    .orderBy('id')
    .limit(p.limit),
);

/** Scheduled entries whose date has come, the earliest first. `now` is in GMT, `YYYY-MM-DDTHH:MM:SS`. */
export const findDue = (read: ReadHandle, now: string, limit: number) => read.all(due, { now, limit });

const publishing = statement((q, p: Slots<{ ids: number[] }>) =>
  q.updateTable('entries').set({ status: 'publish', rights_status: 'publish' }).where(q.dialect.inList('id', p.ids)),
);

const links = statement((q, p: Slots<{ ids: number[] }>) =>
  q.updateTable('entry_terms').set({ status: 'publish' }).where(q.dialect.inList('entry_id', p.ids)),
);

const numbers = statement((q, p: Slots<{ ids: number[] }>) =>
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
          .where(q.dialect.inList('entry_terms.entry_id', p.ids)) as never,
      ),
    }))
    .where(
      'id',
      'in',
      q.selectFrom('entry_terms').select('term_id').where(q.dialect.inList('entry_id', p.ids)) as never,
    ),
);

/** Makes entries published, with the links and the numbers of their terms. */
export async function writePublished(tx: WriteHandle, ids: readonly number[]): Promise<void> {
  await tx.run(publishing, { ids: [...ids] });
  await tx.run(links, { ids: [...ids] });
  await tx.run(numbers, { ids: [...ids] });
}
