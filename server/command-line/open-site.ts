// Opening a site's data: folder, database, schema, declarations.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { getSystemErrorMessage } from 'node:util';
import type { DataConfig } from '../config/config.ts';
import { ConfigFault } from '../config/config-fault.ts';
import { placeOf } from '../config/postgres-address.ts';
import { type Declarations, readSiteConfig } from '../config/site-config.ts';
import { readSiteTheme } from '../config/site-theme.ts';
import { createFolder } from '../create-folder.ts';
import { DatabaseUnavailable, DatabaseUnusable } from '../database/errors.ts';
import type { Database } from '../database/handle.ts';
import { migrate } from '../database/migrate.ts';
import { migrations } from '../database/migrations/index.ts';
import { openDatabase } from '../database/open.ts';
import { migrateExtensions } from '../extensions/open-extensions.ts';
import type { Theme } from '../theme/theme.ts';

export interface OpenSite extends Declarations {
  readonly database: Database;
  readonly theme: Theme;
}

/**
 * Opens the data of a site, making what is not there and bringing the schema up to date.
 *
 * Throws ConfigFault or DatabaseUnusable with one sentence for the operator, and the reason of `signal` where it aborts: then the
 * database is closed again.
 */
export async function openSite(config: DataConfig, signal?: AbortSignal): Promise<OpenSite> {
  const own = { ...(await readSiteConfig(config)), theme: readSiteTheme(config) };
  await createDataFolder(config.data);
  signal?.throwIfAborted();
  return upToDate(config, own, signal);
}

/**
 * Opens the data of a site that is there already, and brings its schema up to date.
 *
 * Throws ConfigFault where there is no site, and makes nothing; otherwise as `openSite`.
 */
export async function openExistingSite(config: DataConfig): Promise<OpenSite> {
  const own = { ...(await readSiteConfig(config)), theme: readSiteTheme(config) };
  return upToDate(config, own, undefined, openExistingDatabase);
}

async function upToDate(
  config: DataConfig,
  own: Omit<OpenSite, 'database'>,
  signal?: AbortSignal,
  open = openHere,
): Promise<OpenSite> {
  const database = await open(config);
  try {
    signal?.throwIfAborted();
    await migrate(database, migrations, signal && { signal });
    await migrateExtensions(database, own.extensions);
    signal?.throwIfAborted();
  } catch (error) {
    await database.close();
    throw withPlace(config, error);
  }
  return { database, ...own };
}

/** Opens the database of a site as it is. Throws ConfigFault where there is none; then nothing is made. */
export async function openExistingDatabase(config: DataConfig): Promise<Database> {
  if (config.database === undefined && !existsSync(fileOf(config))) throw noDatabase(config);
  const database = await openHere(config);
  try {
    const pending = await migrate(database, migrations, { plan: true });
    if (pending.length === migrations.length) throw noDatabase(config);
    return database;
  } catch (error) {
    await database.close();
    throw withPlace(config, error);
  }
}

const noDatabase = ({ data, database }: DataConfig) =>
  new ConfigFault(
    `There is no database in ${database === undefined ? path.resolve(data) : placeOf(database)}; octavo serve makes one.`,
  );

/** The file of the embedded database. */
const fileOf = ({ data }: DataConfig) => path.join(data, 'octavo.sqlite');

/** Opens the database that is configured; what keeps a server from answering is told with its place. */
async function openHere(config: DataConfig): Promise<Database> {
  if (config.database === undefined) return openDatabase({ kind: 'sqlite', file: fileOf(config) });
  try {
    return await openDatabase({ kind: 'postgres', url: config.database });
  } catch (error) {
    throw withPlace(config, error);
  }
}

/** An error of the database that names the server and the database; any other error as it is. */
function withPlace({ database }: DataConfig, error: unknown): unknown {
  const isForOperators = error instanceof DatabaseUnavailable || error instanceof DatabaseUnusable;
  if (database === undefined || !isForOperators) return error;
  return new ConfigFault(`PostgreSQL at ${placeOf(database)}: ${error.message}`, { cause: error });
}

/** Creates the data folder where it is missing. Throws ConfigFault. */
async function createDataFolder(folder: string): Promise<void> {
  try {
    await createFolder(folder);
  } catch (error) {
    const place = path.resolve(folder);
    const { code, errno, message } = error as NodeJS.ErrnoException;
    if (existsSync(place)) throw new ConfigFault(`${place} is a file; --data takes a folder.`);
    const reason = errno === undefined ? message : `${getSystemErrorMessage(errno)} (${code})`;
    throw new ConfigFault(`The data folder ${place} cannot be created: ${reason}.`);
  }
}
