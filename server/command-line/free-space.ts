// The free space on the disk of the data folder, and the errors that the lack of it causes.
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import type { DataConfig } from '../config/config.ts';
import { DatabaseUnavailable, DatabaseUnusable, DiskFull } from '../database/errors.ts';
import { CommandFault } from './command.ts';

/** Below this much free space, in bytes, the log of the embedded database cannot take a change of the usual size. */
export const MIN_FREE_BYTES = 1024 * 1024;

/**
 * Returns the bytes that the service's account may still use on the disk of a folder, without end where it has no size, as file
 * systems of the kernel. Throws the error of the system.
 */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
}

const causes = [DiskFull, DatabaseUnavailable, DatabaseUnusable];

/**
 * Returns a CommandFault for an error of a start for which there is too little space on the disk of an embedded database, any
 * other error as it is. Beside an error that says so, SQLite has some that say only that a file cannot be opened or extended.
 */
export async function explainFullDisk({ data, database }: DataConfig, error: unknown): Promise<unknown> {
  const { code } = error as NodeJS.ErrnoException;
  const isPossible = code === 'ENOSPC' || code === 'EDQUOT' || causes.some((kind) => error instanceof kind);
  if (database !== undefined || !isPossible) return error;
  const free = await freeBytes(data).catch(() => Number.POSITIVE_INFINITY);
  if (free >= MIN_FREE_BYTES && !(error instanceof DiskFull)) return error;
  return new CommandFault(`The disk is full: there is no room for the database in ${path.resolve(data)}.`);
}
