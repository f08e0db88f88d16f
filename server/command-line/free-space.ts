// Determines the free space on the disk of the data folder, and recognizes errors that a full disk causes.
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import type { DataConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { DatabaseUnavailable, DatabaseUnusable, DiskFull } from '../database/errors.ts';
import { CommandError } from './command.ts';

/** Minimum free space, in bytes, that the write-ahead log of the embedded database needs for a transaction of typical size. */
export const MIN_FREE_BYTES = 1024 * 1024;

/**
 * Returns the free space, in bytes, that the operating-system user of the service can use on the file system of a folder; Infinity
 * for file systems without a size, such as procfs. Throws the system error if the folder is not accessible.
 */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
}

const diskFullCauses = [DiskFull, DatabaseUnavailable, DatabaseUnusable];

/**
 * Returns a CommandError if a full disk has caused an error of the embedded database at the start, and any other error unchanged.
 * The free space is checked because SQLite also reports a full disk with errors about files that it cannot open or extend.
 */
export async function explainFullDisk({ data, database }: DataConfig, error: unknown): Promise<unknown> {
  const { code } = error as NodeJS.ErrnoException;
  // Errors of the database are wrapped in a ConfigError with the name of the setting.
  const original = error instanceof ConfigError ? error.cause : error;
  const isPossible = code === 'ENOSPC' || code === 'EDQUOT' || diskFullCauses.some((kind) => original instanceof kind);
  if (database !== undefined || !isPossible) return error;
  const free = await freeBytes(data).catch(() => Number.POSITIVE_INFINITY);
  if (free >= MIN_FREE_BYTES && !(original instanceof DiskFull)) return error;
  return new CommandError(`The disk is full: there is no space for the database in ${path.resolve(data)}.`);
}
