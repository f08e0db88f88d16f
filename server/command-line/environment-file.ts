// Reads environment variables from the file `.env` in the current folder.
import { ConfigError } from '../config/config-error.ts';
import { isWorldWritable } from '../config/site-config-file.ts';

/**
 * Sets the environment variables in the file `.env` in the current folder, if it exists. Variables that are already set keep their
 * values. The file is ignored if every user can write to the folder, like `/tmp`, because variables determine which code is executed.
 * Throws ConfigError if the file cannot be read.
 */
export function readEnvironmentFile(): void {
  if (isWorldWritable('.')) return;
  try {
    process.loadEnvFile('.env');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw new ConfigError(`The file .env cannot be read: ${message}.`);
  }
}
