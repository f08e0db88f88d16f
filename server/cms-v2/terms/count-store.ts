// The SQL of the number of published entries that a term shows.
import type { WriteHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';

const adding = statement((q, p: Slots<{ id: number; n: number }>) =>
  q
    .updateTable('terms')
    .set((eb) => ({ count: eb('count', '+', p.n as never) }))
    .where('id', '=', p.id),
);

/** Adds to the number of a term. */
export const addToCount = (tx: WriteHandle, id: number, n: number) => tx.run(adding, { id, n });
