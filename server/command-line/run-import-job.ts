// Runs an import in a child process of the service. It opens the site like a command.
import { OwnListeners } from '../fetch/own-listener.ts';
import { importPieces } from '../import/import-pieces.ts';
import type { ImportJob, ImportProgress, ImportResult } from '../site-imports/runner.ts';
import { createCopyFolder, openExportStore } from './export-store.ts';
import type { WorkerSite } from './import-worker-jobs.ts';
import { openFiles } from './open-files.ts';
import { withServiceOf } from './open-service.ts';
import { openExistingSite } from './open-site.ts';

/** Opens the site, imports a file, and closes the site. Throws ConfigError and unexpected errors. */
export async function runImportJob(
  { config, fetchHosts, listener }: WorkerSite,
  job: ImportJob,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportResult> {
  const exports = await openExportStore(config);
  const copyFolder = await createCopyFolder(config);
  const files = job.shouldFetch && !job.isDryRun ? await openFiles(config) : undefined;
  const site = await openExistingSite(config);
  const { database, extensions } = site;
  const listeners = new OwnListeners();
  listeners.add(listener);
  listeners.addUrl(config.home);
  try {
    return await importPieces(
      {
        ...{ database, extensions, exports, copyFolder },
        fetchLimits: { hosts: new Set(fetchHosts), isOwn: listeners.isOwn },
        withService: (on, shouldStoreFiles, work) =>
          withServiceOf({ ...site, database: on }, config, work, shouldStoreFiles ? files : undefined),
      },
      job,
      onProgress,
    );
  } finally {
    await database.close();
  }
}
