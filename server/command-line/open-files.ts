// Opens the file store for commands.
import path from 'node:path';
import type { DataConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { settingName } from '../config/options.ts';
import { openStore } from '../files/open-store.ts';
import { type FileStore, StoreFullError, StoreUnavailableError } from '../files/store.ts';
import { CommandError } from './command.ts';
import { formatDataFolder } from './require-data-folder.ts';

/**
 * Opens the configured file store. Throws ConfigError if it is unavailable, and CommandError if it is full. The message about the default
 * store, which is in the data folder, names the setting of that folder.
 */
export async function openFiles({ data, files, sources }: DataConfig): Promise<FileStore> {
  try {
    return await openStore(files, path.join(data, 'uploads-work'), process.env);
  } catch (error) {
    const isUnavailable = error instanceof StoreUnavailableError;
    if (!isUnavailable && !(error instanceof StoreFullError)) throw error;
    const subject =
      sources.files === undefined
        ? `The data folder ${formatDataFolder({ data, sources })} cannot be used for files`
        : `The file store ${files.split('?', 1)[0]} (${settingName(sources, 'files')}) is unavailable`;
    const message = `${subject}: ${error.message}.`;
    throw isUnavailable ? new ConfigError(message, { cause: error }) : new CommandError(message);
  }
}
