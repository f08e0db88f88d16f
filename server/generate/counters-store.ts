// Adds several entries at once to counters.
import type { WriteHandle } from '../database/handle.ts';
import { type Slots, statement } from '../database/statement.ts';

const addToCountStatement = statement((q, p: Slots<{ type: string; status: string; author: number; n: number }>) =>
  q
    .insertInto('entry_counts')
    .values({ type: p.type, status: p.status, author: p.author, n: p.n })
    .onConflict((conflict) =>
      conflict
        .columns(['type', 'status', 'author'])
        .doUpdateSet((eb) => ({ n: eb('entry_counts.n', '+', eb.ref('excluded.n')) })),
    ),
);

/** Adds `n` entries to the counter of a type, status and author. */
export const addToCount = (tx: WriteHandle, count: { type: string; status: string; author: number; n: number }) =>
  tx.run(addToCountStatement, count);

const addToTermStatement = statement((q, p: Slots<{ id: number; n: number }>) =>
  q
    .updateTable('terms')
    .set((eb) => ({ count: eb('count', '+', p.n) }))
    .where('id', '=', p.id),
);

/** Adds `n` published entries to the counter of a term. */
export const addToTerm = (tx: WriteHandle, id: number, n: number) => tx.run(addToTermStatement, { id, n });
