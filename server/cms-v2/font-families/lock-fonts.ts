// The lock that every write of fonts takes first.
import type { WriteHandle } from '../../database/handle.ts';
import { usersLock } from '../entries/lock-entry.ts';

/** Locks all fonts until the transaction ends, so that slugs and faces stay unique and faces keep their family. */
export async function lockFonts(tx: WriteHandle): Promise<void> {
  await tx.share(usersLock);
  await tx.lock('fonts');
}
