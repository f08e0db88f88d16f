// Opens the data of a site: folder, database, schema and configuration.
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { DataConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { settingName } from '../config/options.ts';
import { formatDatabase } from '../config/postgres-url.ts';
import { type Declarations, readSiteConfig } from '../config/site-config.ts';
import { readSiteTheme } from '../config/site-theme.ts';
import { DatabaseUnavailable, DatabaseUnusable } from '../database/errors.ts';
import type { Database } from '../database/handle.ts';
import { migrate } from '../database/migrate.ts';
import { migrations } from '../database/migrations.ts';
import { type DatabaseLocation, openDatabase } from '../database/open.ts';
import { migrateExtensions } from '../extensions/open-extensions.ts';
import type { Theme } from '../theme/theme.ts';
import { createDataFolder, formatDataFolder } from './require-data-folder.ts';

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
  await createDataFolder(config);
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
    throw nameDatabase(config, error);
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
    throw nameDatabase(config, error);
  }
}

const noDatabaseError = (config: DataConfig) =>
  new ConfigError(`No database in ${formatLocation(config)}; run octavo serve to create one.`);

/** Describes the location of the database in messages, with the name of the setting. */
const formatLocation = (config: DataConfig): string =>
  config.database === undefined
    ? formatDataFolder(config)
    : `${formatDatabase(config.database)} (${settingName(config.sources, 'database')})`;

/** Returns the path of the embedded database. */
const fileOf = ({ data }: DataConfig) => path.join(data, 'octavo.sqlite');

/** Returns the location of the configured database. */
export const databaseLocation = (config: DataConfig): Exclude<DatabaseLocation, { kind: 'memory' }> =>
  config.database === undefined ? { kind: 'sqlite', file: fileOf(config) } : { kind: 'postgres', url: config.database };

/** Opens the configured database. Throws ConfigError with the name of the setting if that is not possible. */
async function openConfiguredDatabase(config: DataConfig): Promise<Database> {
  try {
    return await openDatabase(databaseLocation(config));
  } catch (error) {
    throw nameDatabase(config, error);
  }
}

/**
 * Returns a ConfigError with the location of the database and the name of the setting for a database that is unusable or, on PostgreSQL,
 * unreachable, and any other error unchanged.
 */
export function nameDatabase(config: DataConfig, error: unknown): unknown {
  const isUnusable = error instanceof DatabaseUnusable;
  const isUnreachable = config.database !== undefined && error instanceof DatabaseUnavailable;
  if (!isUnusable && !isUnreachable) return error;
  const engine = config.database === undefined ? 'The database in' : 'PostgreSQL at';
  return new ConfigError(`${engine} ${formatLocation(config)}: ${error.message}`, { cause: error });
}
