// Opening a site's data: folder, database, schema, declarations.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { ConfigFault, type DataConfig } from '../config/config.ts';
import { readSiteConfig, type SiteConfig } from '../config/site-config.ts';
import type { Database } from '../database/handle.ts';
import { migrate } from '../database/migrate.ts';
import { migrations } from '../database/migrations/index.ts';
import { type DatabaseLocation, openDatabase } from '../database/open.ts';

export interface OpenSite {
  readonly database: Database;
  readonly config: SiteConfig;
}

/** The name of the embedded database in the data folder. */
export const databaseFile = 'octavo.sqlite';

/**
 * Opens the data of a site, making what is not there and bringing the schema up to date.
 *
 * Throws ConfigFault or DatabaseUnusable with one sentence for the operator.
 */
export async function openSite(config: DataConfig): Promise<OpenSite> {
  makeFolder(config.data);
  const own = await readSiteConfig(config);
  const database = await openDatabase(locationOf(config));
  try {
    await migrate(database, migrations);
  } catch (error) {
    await database.close();
    throw error;
  }
  return { database, config: own };
}

/** Where the database of a site is. */
export const locationOf = ({ data, database }: DataConfig): DatabaseLocation =>
  database === undefined
    ? { kind: 'sqlite', file: path.join(data, databaseFile) }
    : { kind: 'postgres', url: database };

/** Makes the data folder where it is not there. Throws ConfigFault. */
export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new ConfigFault(`The data folder ${path.resolve(folder)} cannot be made (${reason}).`);
  }
}
