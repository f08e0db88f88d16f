// Runs an import in a child process of the service. It opens the site like a command.
import { OwnListeners } from '../fetch/own-listener.ts';
import type { FileStore } from '../files/store.ts';
import { importPieces } from '../import/import-pieces.ts';
import { makeService } from '../service.ts';
import { makeSite } from '../site.ts';
import type { ImportJob, ImportProgress, ImportResult } from '../site-imports/runner.ts';
import { openExportStore } from './export-store.ts';
import type { WorkerSite } from './import-worker-jobs.ts';
import { openFiles } from './open-files.ts';
import { openExistingSite } from './open-site.ts';

/** Opens the site, imports a file, and closes the site. Throws ConfigError and unexpected errors. */
export async function runImportJob(
  { config, fetchHosts, listener }: WorkerSite,
  job: ImportJob,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportResult> {
  const exports = await openExportStore(config);
  const files = job.shouldFetch && !job.isDryRun ? await openFiles(config) : undefined;
  const { database, config: declarations, extensions, theme } = await openExistingSite(config);
  const listeners = new OwnListeners();
  listeners.add(listener);
  listeners.addUrl(config.home);
  const openService = (on: typeof database, store: FileStore | undefined) =>
    makeService(
      {
        ...{ database: on, site: makeSite(config.home, config.front), config: declarations, extensions, theme },
        ...(store && { files: store }),
      },
      { limits: { maxTextBytes: config.maxTextKiB * 1024 } },
    );
  try {
    return await importPieces(
      {
        ...{ database, extensions, exports },
        fetchLimits: { hosts: new Set(fetchHosts), isOwn: listeners.isOwn },
        async withService(on, shouldStoreFiles, work) {
          const service = await openService(on, shouldStoreFiles ? files : undefined);
          try {
            return await work(service);
          } finally {
            service.entries.texts.close();
            service.mediaWorkers.close();
          }
        },
      },
      job,
      onProgress,
    );
  } finally {
    await database.close();
  }
}
