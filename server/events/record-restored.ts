// Writing down that a backup was restored, in the transaction that does it.
import type { WriteHandle } from '../database/handle.ts';
import { recordEvent } from './record.ts';
import { lastPosition, placeEvents, writePosition } from './store.ts';

/**
 * Writes down that everything was replaced by what a backup has. `former` is the last place that was given before: this event
 * comes behind all of them, so that nobody takes what happens from now on for what they have been told already.
 */
export async function recordRestored(tx: WriteHandle, former: number): Promise<void> {
  await placeEvents(tx, Number.MAX_SAFE_INTEGER);
  const uuid = await recordEvent(tx, { kind: 'site.restored' });
  await writePosition(tx, uuid, Math.max(former, await lastPosition(tx)) + 1);
}
