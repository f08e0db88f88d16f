// The service on a site's data, for commands that work on it without listening.
import type { DataConfig } from '../config/config.ts';
import type { Database } from '../database/handle.ts';
import { makeService, type Service } from '../service.ts';
import { makeSite } from '../site.ts';
import { openSite } from './open-site.ts';

/** Opens the service, lets a command work with it, and closes it whatever happens. */
export async function withService<T>(
  config: DataConfig,
  work: (service: Service, database: Database) => Promise<T>,
): Promise<T> {
  const { database, config: own } = await openSite(config);
  try {
    return await work(
      await makeService({ database, config: own, site: makeSite(config.home, config.front) }),
      database,
    );
  } finally {
    await database.close();
  }
}
