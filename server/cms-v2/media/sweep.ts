// Removes files that no entry has: those of uploads that were broken off, and those of entries that are gone.
import { clearWorkplace } from '../../files/spool.ts';
import { removeFiles } from './keep-files.ts';
import type { MediaParts } from './parts.ts';
import { findOwnerless } from './store.ts';

/** How long an upload may take from the claim of its name to its entry. Seconds. */
const patience = 3600;
const atOnce = 100;

/** One round of the sweeper; gives how many files it has removed. */
export async function sweepFiles(parts: MediaParts): Promise<number> {
  const now = parts.clock();
  const paths = await findOwnerless(parts.database.read, Math.floor(now / 1000) - patience, atOnce);
  if (paths.length > 0) await removeFiles(parts, paths);
  await clearWorkplace(parts.files.workplace, now);
  return paths.length;
}
