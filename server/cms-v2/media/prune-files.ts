// Prunes files without an entry: those of interrupted uploads, and those of deleted entries.
import { pruneWorkFolder } from '../../files/spool.ts';
import type { MediaDeps } from './deps.ts';
import { findUnassignedPaths } from './store.ts';
import { deleteFiles } from './store-files.ts';

/** Maximum time from the reservation of a name to the entry of the upload, in seconds. */
const maxUploadSeconds = 3600;
const batchSize = 100;

/** Deletes a batch of files, and returns how many. */
export async function pruneFiles(deps: MediaDeps): Promise<number> {
  const now = deps.clock();
  const paths = await findUnassignedPaths(deps.database.read, Math.floor(now / 1000) - maxUploadSeconds, batchSize);
  if (paths.length > 0) await deleteFiles(deps, paths);
  await pruneWorkFolder(deps.files.workFolder, now);
  return paths.length;
}
