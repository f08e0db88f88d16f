// Reads environment variables from the file `.env` in the current folder.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ConfigError } from '../config/config-error.ts';
import { isWorldWritable } from '../config/site-config-file.ts';
import { requireTrustedFile } from '../config/trusted-file.ts';

/**
 * Returns the absolute path of the file `.env` in the current folder; undefined if it does not exist. The file is ignored if every user can
 * write to the folder, like `/tmp`, because variables determine which code is executed.
 */
export function findEnvironmentFile(): string | undefined {
  const file = path.resolve('.env');
  return existsSync(file) && !isWorldWritable('.') ? file : undefined;
}

/**
 * Sets the environment variables in the file `.env` in the current folder, if there is one. Variables that are already set keep their
 * values. Throws ConfigError if the file cannot be read, or if other operating-system users can change it.
 */
export function readEnvironmentFile(): void {
  const file = findEnvironmentFile();
  if (file === undefined) return;
  requireTrustedFile(file, 'The file .env');
  try {
    // Node.js reports every failure to load the file as a missing file; reading it throws the reason.
    readFileSync(file);
    process.loadEnvFile(file);
  } catch (error) {
    throw new ConfigError(`The file .env cannot be read: ${(error as NodeJS.ErrnoException).message}.`);
  }
}
