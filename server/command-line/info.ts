// octavo info: prints versions, the configuration in effect, sizes and counts for bug reports.
import { arch, availableParallelism, platform, release, totalmem } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeServeConfig, type ServeConfig } from '../config/config.ts';
import { listConfiguredOptions } from '../config/configured-options.ts';
import { type Declarations, readSiteConfig } from '../config/site-config.ts';
import { findSiteConfig } from '../config/site-config-file.ts';
import { DatabaseNewer } from '../database/errors.ts';
import type { ReadHandle } from '../database/handle.ts';
import { findPendingMigrations } from '../database/migrate.ts';
import { lastMigration } from '../database/migration-history.ts';
import { migrations } from '../database/migrations.ts';
import { openReadOnly } from '../database/open-read-only.ts';
import type { Extension } from '../extensions/extension.ts';
import { migrationSetsOf } from '../extensions/migration-sets.ts';
import { folderSize, formatBytes } from '../namespaces/site-health/directory-sizes.ts';
import { databaseSize } from '../namespaces/site-health/store.ts';
import { defaultThemeFolder } from '../theme/read-theme.ts';
import { version } from '../version.ts';
import type { Command } from './command.ts';
import { countRows, readEngine } from './engine-store.ts';
import { findAdmin } from './find-admin.ts';
import { databaseLocation, nameDatabase } from './open-site.ts';

/** Time limit for calculating the sizes of all folders, in milliseconds. */
const sizesTimeoutMs = 8000;

export const info: Command = {
  description: [
    'Prints the versions of Octavo, the admin, Node.js and the operating system, the configuration in effect with the source of each value,',
    'paths, and the version, sizes and counts of the database. Passwords are replaced with ***. Run it with the same options and',
    'environment variables as the service. It changes nothing.',
  ],
  async run({ options, env, output }) {
    const config = makeServeConfig(options, env);
    const declarations = await readSiteConfig(config);
    const admin = findAdmin(config);
    const result = {
      octavo: version(),
      admin: admin?.version ?? null,
      node: process.versions.node,
      ...{ platform: platform(), architecture: arch(), system: release(), cores: availableParallelism() },
      memoryBytes: totalmem(),
      paths: { ...pathsOf(config), admin: admin?.folder ?? null },
      settings: settingsOf(config, declarations),
      extensions: declarations.extensions.map(({ name, version: of }) => ({ name, version: of })),
      database: await describeDatabase(config, declarations.extensions),
      sizes: await sizesOf(config),
    };
    output.write(result, ...formatInfo(result));
    return 0;
  },
};

function pathsOf(config: ServeConfig) {
  const { data, files, backups, theme } = config;
  return {
    program: fileURLToPath(new URL('../..', import.meta.url)),
    data: path.resolve(data),
    config: findSiteConfig(config) ?? null,
    files: files.startsWith('s3://') ? null : path.resolve(files),
    backups: path.resolve(backups),
    theme: theme === undefined ? defaultThemeFolder : path.resolve(theme),
  };
}

/** Returns all options with their values and sources. */
const settingsOf = (config: ServeConfig, declarations: Declarations) =>
  listConfiguredOptions(config, declarations.config).map(({ option, variable, value, source }) => {
    return { setting: option, variable, value, source };
  });

/**
 * Returns the version, schema, size and counts of the database. `error` is the reason why it cannot be opened or, for a database of a newer
 * version, used.
 */
async function describeDatabase(config: ServeConfig, extensions: readonly Extension[]) {
  const engine = config.database === undefined ? 'sqlite' : 'postgres';
  const latestSchema = Math.max(...migrations.map(({ number }) => number));
  const unknown = { version: null, schema: null, latestSchema, bytes: null, counts: null };
  try {
    const database = await openReadOnly(databaseLocation(config));
    try {
      const schema = await lastMigration(database.read);
      return {
        engine,
        version: (await readEngine(database.read)).version,
        schema,
        latestSchema,
        bytes: await databaseSize(database.read),
        counts: schema === latestSchema ? await countRows(database.read) : null,
        error: await findNewerError(database.read, extensions),
      };
    } finally {
      await database.close();
    }
  } catch (error) {
    const named = nameDatabase(config, error);
    return { engine, ...unknown, error: named instanceof Error ? named.message : String(named) };
  }
}

/** Returns the message about a database that a newer version of the service or of an extension has migrated, otherwise null. */
async function findNewerError(read: ReadHandle, extensions: readonly Extension[]): Promise<string | null> {
  try {
    await findPendingMigrations(read, migrationSetsOf(extensions));
    return null;
  } catch (error) {
    if (error instanceof DatabaseNewer) return error.message;
    throw error;
  }
}

/** Returns the sizes of the folders in bytes; null if a folder is in a bucket, or too large to add up in time. */
async function sizesOf({ data, files, backups }: ServeConfig) {
  const signal = AbortSignal.timeout(sizesTimeoutMs);
  const sizeOf = async (folder: string) => (await folderSize(path.resolve(folder), signal)) ?? null;
  return {
    data: await sizeOf(data),
    files: files.startsWith('s3://') ? null : await sizeOf(files),
    backups: await sizeOf(backups),
  };
}

function formatInfo(info: {
  readonly octavo: string;
  readonly admin: string | null;
  readonly node: string;
  readonly platform: string;
  readonly architecture: string;
  readonly system: string;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly paths: Readonly<Record<string, string | null>>;
  readonly settings: ReturnType<typeof settingsOf>;
  readonly extensions: readonly { readonly name: string; readonly version: string }[];
  readonly database: Awaited<ReturnType<typeof describeDatabase>>;
  readonly sizes: Readonly<Record<string, number | null>>;
}): string[] {
  const line = (name: string, value: string | number | null) => `  ${name.padEnd(20)} ${value ?? '-'}`;
  const { database } = info;
  return [
    'Versions',
    line('octavo', info.octavo),
    line('admin', info.admin),
    line('node', info.node),
    line('system', `${info.platform} ${info.system} ${info.architecture}`),
    line('cores', info.cores),
    line('memory', formatBytes(info.memoryBytes)),
    'Paths',
    ...Object.entries(info.paths).map(([name, value]) => line(name, value)),
    'Settings (source)',
    ...info.settings.map(({ setting, value, source }) => line(setting, `${value ?? '-'} (${source})`)),
    'Extensions',
    ...info.extensions.map(({ name, version }) => line(name, version)),
    'Database',
    line('engine', [database.engine, database.version ?? []].flat().join(' ')),
    line('schema', `${database.schema ?? '-'} of ${database.latestSchema}`),
    line('size', database.bytes === null ? null : formatBytes(database.bytes)),
    ...Object.entries(database.counts ?? {}).map(([name, n]) => line(name, n)),
    ...(database.error === null ? [] : [line('error', database.error)]),
    'Sizes',
    ...Object.entries(info.sizes).map(([name, bytes]) => line(name, bytes === null ? null : formatBytes(bytes))),
  ];
}
