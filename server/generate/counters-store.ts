// The SQL of counters that go up by more than one.
import type { WriteHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';

const counting = statement((q, p: Slots<{ type: string; status: string; author: number; n: number }>) =>
  q
    .insertInto('entry_counts')
    .values({ type: p.type, status: p.status, author: p.author, n: p.n } as never)
    .onConflict((conflict) =>
      conflict
        .columns(['type', 'status', 'author'])
        .doUpdateSet((eb) => ({ n: eb('entry_counts.n', '+', eb.ref('excluded.n')) })),
    ),
);

/** So many entries of a type, state and author have come. */
export const addToCount = (tx: WriteHandle, count: { type: string; status: string; author: number; n: number }) =>
  tx.run(counting, count);

const publishing = statement((q, p: Slots<{ id: number; n: number }>) =>
  q
    .updateTable('terms')
    .set((eb) => ({ count: eb('count', '+', p.n as never) }))
    .where('id', '=', p.id),
);

/** So many published entries with a term have come. */
export const addToTerm = (tx: WriteHandle, id: number, n: number) => tx.run(publishing, { id, n });
