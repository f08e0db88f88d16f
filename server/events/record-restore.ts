// Records the restoration of a backup, in the transaction that restores it.
import type { WriteHandle } from '../database/handle.ts';
import { recordEvent } from './record.ts';
import { assignPositions, lastPosition, setPosition } from './store.ts';

/**
 * Records that all content was replaced by a backup. `previousPosition` is the last position before the restoration: the new event
 * comes after it, so that no listener mistakes later events for ones that it has already received.
 */
export async function recordRestore(tx: WriteHandle, previousPosition: number): Promise<void> {
  await assignPositions(tx, Number.MAX_SAFE_INTEGER);
  const uuid = await recordEvent(tx, { kind: 'site.restored' });
  await setPosition(tx, uuid, Math.max(previousPosition, await lastPosition(tx)) + 1);
}
