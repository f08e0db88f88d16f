// Prunes stored files that belong to no entry: files of interrupted uploads and of deleted entries.
import { pruneWorkFolder } from '../../files/spool.ts';
import { findUnassignedPaths } from './store.ts';
import { deleteFiles, type StoreFilesDeps } from './store-files.ts';

/**
 * Maximum time between the reservation of a path and the creation of its entry, in seconds. After this time, the upload counts as
 * interrupted.
 */
const maxUploadSeconds = 3600;
const batchSize = 100;

/**
 * Deletes a batch of files that belong to no entry, and expired files in the work folder. Returns the number of files in the
 * batch.
 */
export async function pruneFiles(deps: StoreFilesDeps): Promise<number> {
  const { database, site } = deps.entries;
  const now = site.clock();
  const paths = await findUnassignedPaths(database.read, Math.floor(now / 1000) - maxUploadSeconds, batchSize);
  if (paths.length > 0) await deleteFiles(deps, paths);
  await pruneWorkFolder(deps.files.workFolder, now);
  return paths.length;
}
