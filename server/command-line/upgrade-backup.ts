// Copies the embedded database before migrations change it, so that the previous version can be used again (docs/upgrade.md).
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { getSystemErrorMessage } from 'node:util';
import type { DataConfig } from '../config/config.ts';
import { createFolder } from '../create-folder.ts';
import { copyDatabaseFile } from '../database/dialects/sqlite/copy-file.ts';
import type { SetMigration } from '../database/migrate.ts';
import { migrations } from '../database/migrations.ts';
import { CommandError } from './command.ts';
import { formatBytes } from './format-plan.ts';
import { freeBytes, MIN_FREE_BYTES } from './free-space.ts';

/** Number of copies that are retained; older ones are deleted after a new copy. */
export const retainedCopies = 3;

/** Returns the path of the embedded database. */
export const sqliteFileOf = ({ data }: Pick<DataConfig, 'data'>): string => path.join(data, 'octavo.sqlite');

/** Returns the folder of the copies, in the data folder. */
const upgradeBackupsOf = ({ data }: Pick<DataConfig, 'data'>): string => path.join(data, 'upgrade-backups');

/** Name of a copy: the schema version of the database, and the time of the copy in ISO 8601, UTC. */
const copyName = /^octavo-schema-\d+-(\d{8}T\d{6}Z)\.sqlite$/;

/** Returns whether migrations change tables that exist. Migrations that only create the tables of a new site or extension do not. */
export const changeExistingTables = (pending: readonly SetMigration[]): boolean =>
  pending.some(({ previous }) => previous > 0);

/** Returns the size of the embedded database with its write-ahead log, in bytes: an upper bound for the size of a copy. */
export async function sqliteBytes(config: Pick<DataConfig, 'data'>): Promise<number> {
  const file = sqliteFileOf(config);
  const sizes = [file, `${file}-wal`].map(async (each) => (await stat(each).catch(() => undefined))?.size ?? 0);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/**
 * Copies the embedded database if migrations will change its tables. Returns the path of the copy; undefined if none is needed, and for
 * PostgreSQL. The caller must hold the write lock of the database. `estimateBytes` returns the disk space that the migrations need, which
 * must be free in addition to that for the copy.
 *
 * Throws CommandError if there is not enough free space or the copy cannot be created, and errors of the database.
 */
export async function copyBeforeMigration(
  config: Pick<DataConfig, 'data' | 'database'>,
  pending: readonly SetMigration[],
  estimateBytes: () => Promise<number>,
): Promise<string | undefined> {
  if (config.database !== undefined || !changeExistingTables(pending)) return undefined;
  const folder = upgradeBackupsOf(config);
  await deleteIncompleteCopies(folder);
  await requireSpace(config, await estimateBytes());
  const schema = pending.find(({ extension }) => extension === undefined)?.previous ?? migrations.at(-1)?.number ?? 0;
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const target = path.join(folder, `octavo-schema-${schema}-${time}.sqlite`);
  try {
    await createFolder(folder, 0o700);
    await copyDatabaseFile(sqliteFileOf(config), target);
  } catch (error) {
    throw explainSystemError(folder, error);
  }
  return target;
}

/** Returns a CommandError for an error of the file system, and any other error unchanged. */
function explainSystemError(folder: string, error: unknown): unknown {
  const { code, errno } = error as NodeJS.ErrnoException;
  if (errno === undefined || code === 'ENOSPC') return error;
  return new CommandError(
    `The copy of the database before the upgrade cannot be created in ${path.resolve(folder)}: ${getSystemErrorMessage(errno)} (${code}). Nothing was changed.`,
    { cause: error },
  );
}

/** Throws CommandError if there is not enough free space for a copy and for migrations that need `migrationBytes`. */
async function requireSpace(config: Pick<DataConfig, 'data'>, migrationBytes: number): Promise<void> {
  const [copyBytes, free] = [await sqliteBytes(config), await freeBytes(config.data)];
  const needed = copyBytes + Math.max(migrationBytes, MIN_FREE_BYTES);
  if (free >= needed) return;
  throw new CommandError(
    `The upgrade needs about ${formatBytes(needed)}, of which ${formatBytes(copyBytes)} are for the copy of the database, but ${path.resolve(config.data)} has only ${formatBytes(free)} of free space. Free some space, or copy the file to another disk while the service is stopped and run octavo migrate --no-backup. Nothing was changed.`,
  );
}

/** Deletes incomplete copies that an interrupted process has left. The caller must hold the write lock of the database. */
async function deleteIncompleteCopies(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch((): string[] => []))
    if (/\.sqlite\.part(-|$)/.test(name)) await rm(path.join(folder, name), { force: true });
}

/** Deletes all but the latest three copies. Called only after a migration, so that failed attempts never replace earlier copies. */
export async function pruneCopies(config: Pick<DataConfig, 'data'>): Promise<void> {
  const folder = upgradeBackupsOf(config);
  const timeOf = (name: string) => copyName.exec(name)?.[1] ?? '';
  const copies = (await readdir(folder)).filter((name) => copyName.test(name));
  copies.sort((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1));
  for (const name of copies.slice(retainedCopies)) await rm(path.join(folder, name), { force: true });
}
