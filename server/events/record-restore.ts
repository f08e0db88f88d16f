// Records the restore of a backup, in the transaction of the restore.
import type { WriteHandle } from '../database/handle.ts';
import { recordEvent } from './record.ts';
import { assignPositions, lastPosition, setPosition } from './store.ts';

/**
 * Records that a backup has replaced all content. `previousPosition` is the last position before the restore. The new event gets a
 * greater position, so that no listener mistakes later events for events that it has already received.
 */
export async function recordRestore(tx: WriteHandle, previousPosition: number): Promise<void> {
  await assignPositions(tx, Number.MAX_SAFE_INTEGER);
  const uuid = await recordEvent(tx, { kind: 'site.restored' });
  await setPosition(tx, uuid, Math.max(previousPosition, await lastPosition(tx)) + 1);
}
