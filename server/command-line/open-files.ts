// Opens the file store for commands.
import path from 'node:path';
import type { DataConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { settingName } from '../config/options.ts';
import { openStore } from '../files/open-store.ts';
import { type FileStore, StoreFullError, StoreUnavailableError } from '../files/store.ts';
import { CommandError } from './command.ts';

/** Opens the configured file store. Throws ConfigError if it is unavailable, and CommandError if it is full. */
export async function openFiles({ data, files, sources }: DataConfig): Promise<FileStore> {
  try {
    return await openStore(files, path.join(data, 'uploads-work'), process.env);
  } catch (error) {
    const isUnavailable = error instanceof StoreUnavailableError;
    if (!isUnavailable && !(error instanceof StoreFullError)) throw error;
    const name = `${files.split('?', 1)[0]} (${settingName(sources, 'files')})`;
    const message = `The file store ${name} is unavailable: ${error.message}.`;
    throw isUnavailable ? new ConfigError(message, { cause: error }) : new CommandError(message);
  }
}
