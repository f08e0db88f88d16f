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
import { migrateAll, migrationName, type SetMigration } from '../database/migrate.ts';
import { lastMigration } from '../database/migration-history.ts';
import { openDatabase } from '../database/open.ts';
import type { Extension } from '../extensions/extension.ts';
import { migrationSetsOf } from '../extensions/migration-sets.ts';
import type { Theme } from '../theme/theme.ts';
import { version } from '../version.ts';
import { changeExistingTables, copyBeforeMigration, sqliteFileOf } from './upgrade-backup.ts';

/** The opened data of a site: its configuration, extensions, database and theme. */
export interface OpenSite extends Declarations {
  readonly database: Database;
  readonly theme: Theme;
}

/** Options for opening the data of a site. */
export interface OpenSiteOptions {
  /** Aborts opening the site. */
  readonly signal?: AbortSignal | undefined;
  /** Called after tables that existed before were migrated. */
  readonly onMigrated?: ((migration: AppliedMigrations) => void) | undefined;
}

/** The migrations of a database that have run. */
export interface AppliedMigrations {
  /** Names of the migrations, such as `0016 wide-indexes`, in their order. */
  readonly migrations: readonly string[];
  /** Path of the copy of the embedded database that was made before; undefined if there is none. */
  readonly copy: string | undefined;
}

/**
 * Opens the data of a site and migrates the schema. Creates the data folder and the database if they are missing. The embedded database is
 * copied before its tables are changed.
 *
 * Throws ConfigError or DatabaseUnusable with a message for the operator, or `signal.reason` if the signal aborts. The database is
 * closed before any error is thrown.
 */
export async function openSite(config: DataConfig, options: OpenSiteOptions = {}): Promise<OpenSite> {
  const siteData = { ...(await readSiteConfig(config)), theme: readSiteTheme(config) };
  await createDataFolder(config.data);
  options.signal?.throwIfAborted();
  return openMigrated(config, siteData, options);
}

/**
 * Opens the data of an existing site and migrates its schema.
 *
 * Throws ConfigError when there is no site, and the errors of `openSite`. Creates no folder and no database.
 */
export async function openExistingSite(config: DataConfig): Promise<OpenSite> {
  const siteData = { ...(await readSiteConfig(config)), theme: readSiteTheme(config) };
  return openMigrated(config, siteData, {}, openExistingDatabase);
}

async function openMigrated(
  config: DataConfig,
  siteData: Omit<OpenSite, 'database'>,
  { signal, onMigrated }: OpenSiteOptions,
  open = openConfiguredDatabase,
): Promise<OpenSite> {
  const database = await open(config);
  try {
    signal?.throwIfAborted();
    const { migrations: names, copy } = await migrateSite(config, database, siteData.extensions, { signal });
    if (onMigrated && names.length > 0) onMigrated({ migrations: names, copy });
    signal?.throwIfAborted();
  } catch (error) {
    await database.close();
    throw error;
  }
  return { database, ...siteData };
}

/** Options for migrating the database of a site. */
interface MigrateSiteOptions {
  readonly signal?: AbortSignal | undefined;
  /** Whether to migrate the embedded database without copying it before. */
  readonly skipsCopy?: boolean;
}

/**
 * Applies the pending migrations of the service and of extensions, after it has copied the embedded database. Returns those that have
 * changed an existing site: migrations that create the tables of a new site or extension are omitted.
 *
 * Throws ConfigError, DatabaseUnusable, CommandError or MigrationFailed; the database is then unchanged.
 */
export async function migrateSite(
  config: DataConfig,
  database: Database,
  extensions: readonly Extension[],
  { signal, skipsCopy = false }: MigrateSiteOptions = {},
): Promise<AppliedMigrations> {
  let copy: string | undefined;
  const beforeChanges = async (pending: readonly SetMigration[]) => {
    if (!skipsCopy) copy = await copyBeforeMigration(config, pending);
  };
  try {
    const applied = await migrateAll(database, migrationSetsOf(extensions), {
      signal,
      beforeChanges,
      program: version(),
    });
    return { migrations: changeExistingTables(applied) ? applied.map((each) => migrationName(each)) : [], copy };
  } catch (error) {
    throw withServerAddress(config, error);
  }
}

/** Opens the database of an existing site without migrating it. Throws ConfigError when there is no site; creates no database. */
export async function openExistingDatabase(config: DataConfig): Promise<Database> {
  if (config.database === undefined && !existsSync(sqliteFileOf(config))) throw noDatabaseError(config);
  const database = await openConfiguredDatabase(config);
  try {
    if ((await lastMigration(database.read)) === 0) throw noDatabaseError(config);
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

/** Opens the configured database. Messages of PostgreSQL errors include the address of the server. */
async function openConfiguredDatabase(config: DataConfig): Promise<Database> {
  if (config.database === undefined) return openDatabase({ kind: 'sqlite', file: sqliteFileOf(config) });
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
