// What all writing of fonts begins with.
import type { WriteHandle } from '../../database/handle.ts';
import { peopleLock } from '../entries/claim-entry.ts';

/** Holds all fonts until the transaction ends, so that slugs and faces stay unique and faces have a family. */
export async function claimFonts(tx: WriteHandle): Promise<void> {
  await tx.share(peopleLock);
  await tx.lock('fonts');
}
