// Imports uploaded files in the process of the tests, which is much faster than the child process of the service.
import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { Database } from '../../server/database/handle.ts';
import type { Extension } from '../../server/extensions/extension.ts';
import { openDiskStore } from '../../server/files/disk-store.ts';
import { importPieces } from '../../server/import/import-pieces.ts';
import { inspectExport } from '../../server/import/inspect-export.ts';
import { WxrError } from '../../server/import/wxr/wxr-error.ts';
import { makeService, type ServedSite } from '../../server/service.ts';
import type { ImportPrograms } from '../../server/site-imports/deps.ts';
import { NotAnExport } from '../../server/site-imports/runner.ts';

/** Returns programs that import into a site. Export files are stored in a subfolder of a folder. */
export function inProcessPrograms(
  served: ServedSite & { readonly extensions: readonly Extension[] },
  folder: string,
): ImportPrograms {
  const openStore = () => openDiskStore(path.join(folder, '.imports'));
  return {
    openStore,
    runner: {
      inspect: (file) =>
        inspectExport(createReadStream(file)).catch((error: unknown) => {
          throw error instanceof WxrError ? new NotAnExport(error.message) : error;
        }),
      async run(job, _signal, onProgress) {
        const exports = await openStore();
        return importPieces(
          {
            ...{
              database: served.database,
              extensions: served.extensions,
              ...{ exports, copyFolder: exports.workFolder },
              fetchLimits: {},
            },
            async withService(database: Database, _shouldStoreFiles, work) {
              const service = await makeService({ ...served, database });
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
      },
      close: async () => {},
    },
  };
}
