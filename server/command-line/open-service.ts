// The service on a site's data, for commands that work on it without listening.
import type { DataConfig } from '../config/config.ts';
import type { Database } from '../database/handle.ts';
import type { FileStore } from '../files/store.ts';
import { makeService, type Service } from '../service.ts';
import { makeSite } from '../site.ts';
import { type OpenSite, openExistingSite, openSite } from './open-site.ts';

type Work<T> = (service: Service, database: Database) => Promise<T>;

interface WithServiceOptions {
  /** The store of files, where the command needs it. */
  readonly files?: FileStore | undefined;
  /** Interrupts the opening; the work is not interrupted. */
  readonly signal?: AbortSignal;
}

/** Opens the service, making what is not there, lets a command work with it, and closes it whatever happens. */
export const withService = async <T>(
  config: DataConfig,
  work: Work<T>,
  { files, signal }: WithServiceOptions = {},
): Promise<T> => during(await openSite(config, signal), config, work, files);

/** The same on a site that is there already; throws ConfigFault where there is none. */
export const withExistingService = async <T>(config: DataConfig, work: Work<T>): Promise<T> =>
  during(await openExistingSite(config), config, work);

async function during<T>(
  { database, config: own, extensions, theme }: OpenSite,
  config: DataConfig,
  work: Work<T>,
  files?: FileStore,
): Promise<T> {
  try {
    const site = makeSite(config.home, config.front);
    const maxTextBytes = config.maxText * 1024;
    const service = await makeService({
      database,
      config: own,
      extensions,
      theme,
      site,
      maxTextBytes,
      ...(files && { files }),
    });
    try {
      return await work(service, database);
    } finally {
      service.entries.texts.close();
      service.mediaWorkers.close();
    }
  } finally {
    await database.close();
  }
}
