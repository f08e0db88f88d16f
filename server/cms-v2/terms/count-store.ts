// SQL statement that updates the number of published entries of a term.
import type { WriteHandle } from '../../database/handle.ts';
import { type Slots, statement } from '../../database/statement.ts';

const addStatement = statement((q, p: Slots<{ id: number; n: number }>) =>
  q
    .updateTable('terms')
    .set((eb) => ({ count: eb('count', '+', p.n) }))
    .where('id', '=', p.id),
);

/**
 * Adds `n` to the number of published entries of a term. The lock serializes the update with all other updates of such numbers
 * (entries/terms-store.ts, countTerms).
 */
export async function addToTermCount(tx: WriteHandle, id: number, n: number): Promise<void> {
  await tx.lock('numbers of terms');
  await tx.run(addStatement, { id, n });
}
