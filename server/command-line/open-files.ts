// Opens the file store for commands.
import path from 'node:path';
import type { DataConfig } from '../config/config.ts';
import { openStore } from '../files/open-store.ts';
import { type FileStore, StoreFullError, StoreUnavailableError } from '../files/store.ts';
import { CommandError } from './command.ts';

/** Opens the configured file store. Throws CommandError if it is full or unavailable. */
export async function openFiles({ data, files }: DataConfig): Promise<FileStore> {
  try {
    return await openStore(files, path.join(data, 'uploads-work'), process.env);
  } catch (error) {
    if (error instanceof StoreUnavailableError || error instanceof StoreFullError)
      throw new CommandError(`The file store ${files.split('?', 1)[0]} is unavailable: ${error.message}.`);
    throw error;
  }
}
