// Acquires the lock that serializes all writes of fonts.
import type { WriteHandle } from '../../database/handle.ts';
import { usersLock } from '../entries/lock-entry.ts';

/**
 * Locks all fonts until the transaction ends, so that slugs and faces stay unique and no family is deleted while a face is added
 * to it. Must be called before any other statement of the transaction that writes fonts.
 */
export async function lockFonts(tx: WriteHandle): Promise<void> {
  await tx.share(usersLock);
  await tx.lock('fonts');
}
