// Opens the service for commands that do not serve requests.
import type { DataConfig } from '../config/config.ts';
import type { Database } from '../database/handle.ts';
import type { FileStore } from '../files/store.ts';
import { makeService, type Service } from '../service.ts';
import { makeSite } from '../site.ts';
import { type OpenSite, type OpenSiteOptions, openExistingSite, openSite } from './open-site.ts';

/** Work of a command that needs the service. */
export type Work<T> = (service: Service, database: Database) => Promise<T>;

/** Options for opening the service. */
interface WithServiceOptions {
  /** The file store, if the command needs it. */
  readonly files?: FileStore | undefined;
  /** Options for opening the data. The signal does not interrupt the work. */
  readonly siteOptions?: OpenSiteOptions;
}

/**
 * Opens the service, runs `work`, and closes the service even after an error. Creates the database if there is none. Throws ConfigError if
 * it is of an older version, unless `siteOptions` allow migrations.
 */
export const withService = async <T>(
  config: DataConfig,
  work: Work<T>,
  { files, siteOptions }: WithServiceOptions = {},
): Promise<T> => withOpenSite(await openSite(config, siteOptions), config, work, files);

/**
 * Opens the service of an existing site, runs `work`, and closes the service. Throws ConfigError if there is no site, or if its database is
 * of an older version.
 */
export const withExistingService = async <T>(config: DataConfig, work: Work<T>): Promise<T> =>
  withOpenSite(await openExistingSite(config), config, work);

async function withOpenSite<T>(site: OpenSite, config: DataConfig, work: Work<T>, files?: FileStore): Promise<T> {
  try {
    return await withServiceOf(site, config, work, files);
  } finally {
    await site.database.close();
  }
}

/** Opens the service of a site, runs `work`, and closes the service, but not the database. */
export async function withServiceOf<T>(
  { database, config: siteConfig, extensions, theme }: OpenSite,
  config: DataConfig,
  work: Work<T>,
  files?: FileStore,
): Promise<T> {
  const site = makeSite(config.home, config.front);
  const service = await makeService(
    { database, site, config: siteConfig, extensions, theme, ...(files && { files }) },
    { limits: { maxTextBytes: config.maxTextKiB * 1024 } },
  );
  try {
    return await work(service, database);
  } finally {
    service.entries.texts.close();
    service.mediaWorkers.close();
  }
}
