// Checks that the data folder can be used.
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { getSystemErrorMessage } from 'node:util';
import type { DataConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { settingName } from '../config/options.ts';
import { createFolder } from '../create-folder.ts';

/** Describes the data folder in messages: its path and the name of the setting. */
export const formatDataFolder = ({ data, sources }: Pick<DataConfig, 'data' | 'sources'>): string =>
  `${path.resolve(data)} (${settingName(sources, 'data')})`;

/** Throws ConfigError if the data folder is a file, or exists but is not writable. Changes nothing. */
export async function requireUsableDataFolder(config: Pick<DataConfig, 'data' | 'sources'>): Promise<void> {
  const found = await stat(config.data).catch(() => undefined);
  if (!found) return;
  if (!found.isDirectory()) throw new ConfigError(`The data folder ${formatDataFolder(config)} is a file.`);
  try {
    await access(config.data, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigError(`The data folder ${formatDataFolder(config)} is not writable: ${systemReason(error)}.`);
  }
}

/** Creates the data folder if it is missing. Throws ConfigError if that fails. */
export async function createDataFolder(config: Pick<DataConfig, 'data' | 'sources'>): Promise<void> {
  await requireUsableDataFolder(config);
  try {
    // The umask is not always private: a program that embeds the service has its own.
    await createFolder(config.data, 0o700);
  } catch (error) {
    throw new ConfigError(`The data folder ${formatDataFolder(config)} cannot be created: ${systemReason(error)}.`);
  }
}

/** Returns the reason of a system error: `no such file or directory (ENOENT)`. */
function systemReason(error: unknown): string {
  const { code, errno, message } = error as NodeJS.ErrnoException;
  return errno === undefined ? message : `${getSystemErrorMessage(errno)} (${code})`;
}
