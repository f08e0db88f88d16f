// Opens the data of a site: folder, database, schema and configuration.
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { DataConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { settingName } from '../config/options.ts';
import { formatDatabase } from '../config/postgres-url.ts';
import { type Declarations, readSiteConfig } from '../config/site-config.ts';
import { readSiteTheme } from '../config/site-theme.ts';
import { DatabaseUnavailable, DatabaseUnusable } from '../database/errors.ts';
import type { Database } from '../database/handle.ts';
import { findPendingMigrations, migrateAll, migrationName, type SetMigration } from '../database/migrate.ts';
import { lastMigration } from '../database/migration-history.ts';
import { type DatabaseLocation, openDatabase } from '../database/open.ts';
import type { Extension } from '../extensions/extension.ts';
import { migrationSetsOf } from '../extensions/migration-sets.ts';
import type { Theme } from '../theme/theme.ts';
import { version } from '../version.ts';
import { createDataFolder, formatDataFolder } from './require-data-folder.ts';
import type { StartObstacle } from './start-obstacle.ts';
import { changeExistingTables, copyBeforeMigration, pruneCopies, sqliteFileOf } from './upgrade-backup.ts';

/** The opened data of a site: its configuration, extensions, database and theme. */
export interface OpenSite extends Declarations {
  readonly database: Database;
  readonly theme: Theme;
}

/** The data of a site without its database. */
export type PreparedSite = Omit<OpenSite, 'database'>;

/** Options for opening the data of a site. */
export interface OpenSiteOptions {
  /**
   * Whether tables of an older version are migrated. By default, they are rejected, because a migration takes time and cannot be undone,
   * and only the operator knows whether the service has been stopped and a backup exists.
   */
  readonly canMigrate?: boolean | undefined;
  /** Whether the process writes many records, and serves no requests (`OpenOptions`). */
  readonly isBulk?: boolean | undefined;
  /** Aborts opening the site. */
  readonly signal?: AbortSignal | undefined;
  /** Called after tables that existed before were migrated. */
  readonly onMigrated?: ((migration: AppliedMigrations) => void) | undefined;
  /** Called with what the function is waiting for. */
  readonly onWaiting?: ((obstacle: StartObstacle) => void) | undefined;
}

/** The migrations of a database that have run. */
export interface AppliedMigrations {
  /** Names of the migrations, such as `0016 wide-indexes`, in their order. */
  readonly migrations: readonly string[];
  /** Path of the copy of the embedded database that was made before; undefined if there is none. */
  readonly copy: string | undefined;
}

/**
 * Opens the data of a site. Creates the data folder, the database, and the tables of new extensions if they are missing. Tables of an older
 * version are migrated only with `canMigrate`; the embedded database is copied before.
 *
 * Throws ConfigError, also for a database of an older version, or DatabaseUnusable with a message for the operator, or `signal.reason` if
 * the signal aborts. The database is closed before any error is thrown.
 */
export async function openSite(config: DataConfig, options: OpenSiteOptions = {}): Promise<OpenSite> {
  return openPreparedSite(config, await prepareSite(config), options);
}

/** Returns the declarations and the theme of a site, and creates its data folder if it is missing. Throws ConfigError. */
export async function prepareSite(config: DataConfig): Promise<PreparedSite> {
  const prepared = await readSite(config);
  await createDataFolder(config);
  return prepared;
}

/** Does the same as `openSite` for a site that `prepareSite` has returned. */
export async function openPreparedSite(
  config: DataConfig,
  prepared: PreparedSite,
  options: OpenSiteOptions = {},
): Promise<OpenSite> {
  options.signal?.throwIfAborted();
  return openMigrated(config, prepared, options);
}

/**
 * Opens the data of an existing site. Creates only the tables of new extensions.
 *
 * Throws ConfigError when there is no site, and the errors of `openSite`. Creates no folder and no database.
 */
export async function openExistingSite(config: DataConfig): Promise<OpenSite> {
  return openMigrated(config, await readSite(config), {}, openExistingDatabase);
}

const readSite = async (config: DataConfig): Promise<PreparedSite> => ({
  ...(await readSiteConfig(config)),
  theme: readSiteTheme(config),
});

async function openMigrated(
  config: DataConfig,
  prepared: PreparedSite,
  { canMigrate = false, isBulk, signal, onMigrated, onWaiting }: OpenSiteOptions,
  open = openConfiguredDatabase,
): Promise<OpenSite> {
  onWaiting?.('database');
  const database = await open(config, { isBulk, onWaiting });
  try {
    signal?.throwIfAborted();
    const { migrations: names, copy } = await migrateSite(config, database, prepared.extensions, {
      ...{ canMigrate, signal, onWaiting },
    });
    if (onMigrated && names.length > 0) onMigrated({ migrations: names, copy });
    signal?.throwIfAborted();
  } catch (error) {
    await database.close();
    throw error;
  }
  return { database, ...prepared };
}

/** Options for migrating the database of a site. */
interface MigrateSiteOptions {
  /** Whether tables of an older version are migrated; otherwise, they are rejected. */
  readonly canMigrate: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Whether to migrate the embedded database without copying it before. */
  readonly skipsCopy?: boolean;
  readonly onWaiting?: OpenSiteOptions['onWaiting'];
}

/**
 * Applies the pending migrations of the service and of extensions, after it has copied the embedded database. Returns those that have
 * changed an existing site: migrations that create the tables of a new site or extension are omitted.
 *
 * Throws ConfigError, also if it must not migrate tables of an older version, DatabaseUnusable, CommandError or MigrationFailed; the
 * database is then unchanged.
 */
export async function migrateSite(
  config: DataConfig,
  database: Database,
  extensions: readonly Extension[],
  { canMigrate, signal, skipsCopy = false, onWaiting }: MigrateSiteOptions,
): Promise<AppliedMigrations> {
  let copy: string | undefined;
  const sets = migrationSetsOf(extensions);
  const requireAllowed = (pending: readonly SetMigration[]) => {
    if (!canMigrate && changeExistingTables(pending)) throw olderDatabaseError(config);
  };
  const beforeChanges = async (pending: readonly SetMigration[]) => {
    requireAllowed(pending);
    if (skipsCopy) return;
    copy = await copyBeforeMigration(config, pending, async () => {
      // Loaded on demand, because every loaded module slows down the start.
      const { planMigrations } = await import('../database/migration-plan.ts');
      return (await planMigrations(database, sets)).bytes;
    });
  };
  try {
    // Before migrateAll waits for the locks of a service of the older version, which may be running.
    if (!canMigrate) requireAllowed(await findPendingMigrations(database.read, sets));
    const applied = await migrateAll(database, sets, {
      ...{ signal, onWaiting },
      beforeChanges,
      program: version(),
    });
    if (copy !== undefined) await pruneCopies(config);
    return { migrations: changeExistingTables(applied) ? applied.map((each) => migrationName(each)) : [], copy };
  } catch (error) {
    // The database is unchanged, and the next attempt makes a copy of its own.
    if (copy !== undefined) await rm(copy, { force: true });
    throw nameDatabase(config, error);
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
    throw nameDatabase(config, error);
  }
}

const noDatabaseError = (config: DataConfig) =>
  new ConfigError(`No database in ${formatLocation(config)}; run octavo serve to create one.`);

const olderDatabaseError = (config: DataConfig) =>
  new ConfigError(
    `The database in ${formatLocation(config)} is of an older version; create a backup with that version, stop the service, and run octavo migrate.`,
  );

/** Describes the location of the database in messages, with the name of the setting. */
const formatLocation = (config: DataConfig): string =>
  config.database === undefined
    ? formatDataFolder(config)
    : `${formatDatabase(config.database)} (${settingName(config.sources, 'database')})`;

/** Returns the location of the configured database. */
export const databaseLocation = (config: DataConfig): Exclude<DatabaseLocation, { kind: 'memory' }> =>
  config.database === undefined
    ? { kind: 'sqlite', file: sqliteFileOf(config) }
    : {
        ...{ kind: 'postgres', url: config.database, directUrl: config.databaseDirect },
        replicas: config.readDatabases?.map((url) => ({ url, name: formatDatabase(url) })),
      };

/** Opens the configured database. Throws ConfigError with the name of the setting if that is not possible. */
async function openConfiguredDatabase(
  config: DataConfig,
  { isBulk = false, onWaiting }: Pick<OpenSiteOptions, 'isBulk' | 'onWaiting'> = {},
): Promise<Database> {
  try {
    return await openDatabase(databaseLocation(config), { isBulk, onConnected: () => onWaiting?.('change-log') });
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
