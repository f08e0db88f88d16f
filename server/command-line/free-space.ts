// Determines the free space on the disk of the data folder, and explains errors that a full disk causes.
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import type { DataConfig } from '../config/config.ts';
import { DatabaseUnavailable, DatabaseUnusable, DiskFull } from '../database/errors.ts';
import { CommandError } from './command.ts';

/** Free space, in bytes, below which the write-ahead log of the embedded database cannot take a change of usual size. */
export const MIN_FREE_BYTES = 1024 * 1024;

/**
 * Returns the bytes that the service's account may still use on the disk of a folder; infinity for file systems without a size,
 * such as those of the kernel. Throws the system error.
 */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
}

const diskFullCauses = [DiskFull, DatabaseUnavailable, DatabaseUnusable];

/**
 * Returns a CommandError for an error of the start that a full disk has caused for an embedded database, and any other error
 * unchanged. Besides its error for a full disk, SQLite has others that say only that a file cannot be opened or extended.
 */
export async function explainFullDisk({ data, database }: DataConfig, error: unknown): Promise<unknown> {
  const { code } = error as NodeJS.ErrnoException;
  const isPossible = code === 'ENOSPC' || code === 'EDQUOT' || diskFullCauses.some((kind) => error instanceof kind);
  if (database !== undefined || !isPossible) return error;
  const free = await freeBytes(data).catch(() => Number.POSITIVE_INFINITY);
  if (free >= MIN_FREE_BYTES && !(error instanceof DiskFull)) return error;
  return new CommandError(`The disk is full: no space for the database in ${path.resolve(data)}.`);
}
