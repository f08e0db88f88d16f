// Opens the data of a site: folder, database, schema and configuration.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { getSystemErrorMessage } from 'node:util';
import type { DataConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { formatDatabase } from '../config/postgres-url.ts';
import { type Declarations, readSiteConfig } from '../config/site-config.ts';
import { readSiteTheme } from '../config/site-theme.ts';
import { createFolder } from '../create-folder.ts';
import { DatabaseUnavailable, DatabaseUnusable } from '../database/errors.ts';
import type { Database } from '../database/handle.ts';
import { migrate } from '../database/migrate.ts';
import { migrations } from '../database/migrations.ts';
import { openDatabase } from '../database/open.ts';
import { migrateExtensions } from '../extensions/open-extensions.ts';
import type { Theme } from '../theme/theme.ts';

/** The opened data of a site: its configuration, extensions, database and theme. */
export interface OpenSite extends Declarations {
  readonly database: Database;
  readonly theme: Theme;
}

/**
 * Opens the data of a site and migrates the schema. Creates the data folder and the database if they are missing.
 *
 * Throws ConfigError or DatabaseUnusable with a message for the operator, or `signal.reason` if the signal aborts. The database is
 * closed before any error is thrown.
 */
export async function openSite(config: DataConfig, signal?: AbortSignal): Promise<OpenSite> {
  const siteData = { ...(await readSiteConfig(config)), theme: readSiteTheme(config) };
  await createDataFolder(config.data);
  signal?.throwIfAborted();
  return openMigrated(config, siteData, signal);
}

/**
 * Opens the data of an existing site and migrates its schema.
 *
 * Throws ConfigError when there is no site, and the errors of `openSite`. Creates no folder and no database.
 */
export async function openExistingSite(config: DataConfig): Promise<OpenSite> {
  const siteData = { ...(await readSiteConfig(config)), theme: readSiteTheme(config) };
  return openMigrated(config, siteData, undefined, openExistingDatabase);
}

async function openMigrated(
  config: DataConfig,
  siteData: Omit<OpenSite, 'database'>,
  signal?: AbortSignal,
  open = openConfiguredDatabase,
): Promise<OpenSite> {
  const database = await open(config);
  try {
    signal?.throwIfAborted();
    await migrate(database, migrations, signal && { signal });
    await migrateExtensions(database, siteData.extensions);
    signal?.throwIfAborted();
  } catch (error) {
    await database.close();
    throw withServerAddress(config, error);
  }
  return { database, ...siteData };
}

/** Opens the database of an existing site without migrating it. Throws ConfigError when there is no site; creates no database. */
export async function openExistingDatabase(config: DataConfig): Promise<Database> {
  if (config.database === undefined && !existsSync(fileOf(config))) throw noDatabaseError(config);
  const database = await openConfiguredDatabase(config);
  try {
    const pending = await migrate(database, migrations, { plan: true });
    if (pending.length === migrations.length) throw noDatabaseError(config);
    return database;
  } catch (error) {
    await database.close();
    throw withServerAddress(config, error);
  }
}

const noDatabaseError = ({ data, database }: DataConfig) =>
  new ConfigError(
    `No database in ${database === undefined ? path.resolve(data) : formatDatabase(database)}; run octavo serve to create one.`,
  );

/** Returns the path of the embedded database. */
const fileOf = ({ data }: DataConfig) => path.join(data, 'octavo.sqlite');

/** Opens the configured database. Messages of PostgreSQL errors include the address of the server. */
async function openConfiguredDatabase(config: DataConfig): Promise<Database> {
  if (config.database === undefined) return openDatabase({ kind: 'sqlite', file: fileOf(config) });
  try {
    return await openDatabase({ kind: 'postgres', url: config.database });
  } catch (error) {
    throw withServerAddress(config, error);
  }
}

/** Returns a ConfigError with the address of the PostgreSQL server for a database error, and any other error unchanged. */
function withServerAddress({ database }: DataConfig, error: unknown): unknown {
  const isForOperators = error instanceof DatabaseUnavailable || error instanceof DatabaseUnusable;
  if (database === undefined || !isForOperators) return error;
  return new ConfigError(`PostgreSQL at ${formatDatabase(database)}: ${error.message}`, { cause: error });
}

/** Creates the data folder if it is missing. Throws ConfigError if that fails. */
async function createDataFolder(folder: string): Promise<void> {
  try {
    await createFolder(folder);
  } catch (error) {
    const folderPath = path.resolve(folder);
    const { code, errno, message } = error as NodeJS.ErrnoException;
    if (existsSync(folderPath)) throw new ConfigError(`${folderPath} is a file; --data must be a folder.`);
    const reason = errno === undefined ? message : `${getSystemErrorMessage(errno)} (${code})`;
    throw new ConfigError(`The data folder ${folderPath} cannot be created: ${reason}.`);
  }
}
