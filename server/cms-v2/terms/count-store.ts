// The SQL of the number of published entries that a term shows.
import type { WriteHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';

const adding = statement((q, p: Slots<{ id: number; n: number }>) =>
  q
    .updateTable('terms')
    .set((eb) => ({ count: eb('count', '+', p.n as never) }))
    .where('id', '=', p.id),
);

/** Adds to the number of a term, in turn with everything else that does (entries/terms-store.ts, countTerms). */
export async function addToCount(tx: WriteHandle, id: number, n: number): Promise<void> {
  await tx.lock('numbers of terms');
  await tx.run(adding, { id, n });
}
