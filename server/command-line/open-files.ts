// The store of files that is configured.
import path from 'node:path';
import type { DataConfig } from '../config/config.ts';
import { openStore } from '../files/open-store.ts';
import { type FileStore, StoreFull, StoreUnavailable } from '../files/store.ts';
import { CommandFault } from './command.ts';

/** Opens the store of files. Throws CommandFault. */
export async function openFiles({ data, files }: DataConfig): Promise<FileStore> {
  try {
    return await openStore(files, path.join(data, 'uploads-work'), process.env);
  } catch (error) {
    if (error instanceof StoreUnavailable || error instanceof StoreFull)
      throw new CommandFault(`The place for files ${files.split('?', 1)[0]} cannot be used: ${error.message}.`);
    throw error;
  }
}
