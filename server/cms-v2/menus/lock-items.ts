import type { WriteHandle } from '../../database/handle.ts';
import { shareTermCounts } from '../entries/terms-store.ts';

/**
 * Locks all menu items until the transaction ends, so that their positions and parents stay consistent, and each item is deleted by one
 * transaction. The lock of the term counts is shared first, because transactions that hold it delete or add items, too.
 */
export async function lockMenuItems(tx: WriteHandle): Promise<void> {
  await shareTermCounts(tx);
  await tx.lock('menu items');
}
