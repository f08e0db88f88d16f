// Opens the store of uploaded export files. It is separate from the store of uploads, because the service serves uploads to everyone.
import path from 'node:path';
import type { DataConfig } from '../config/config.ts';
import { createFolder } from '../create-folder.ts';
import { openStore } from '../files/open-store.ts';
import type { FileStore } from '../files/store.ts';

/** The folder of export files in a file store. Names that begin with a dot are not accessible below the URL of uploads. */
const folderInStore = '.imports';

type Locations = Pick<DataConfig, 'data' | 'files'>;

/**
 * Opens the store of export files: the folder `imports` in the data folder or, if files are stored in a bucket or in another folder, which
 * several nodes may share, a folder in it. Any of these nodes may receive a piece of an export file, or import it. Throws StoreFullError
 * or StoreUnavailableError.
 */
export const openExportStore = (locations: Locations): Promise<FileStore> =>
  openStore(exportLocation(locations), workFolderOf(locations), process.env);

/**
 * Creates and returns the folder for the copies of the site into which dry runs import. It is in the data folder, because SQLite databases
 * may become slow or corrupt in shared folders.
 */
export async function createCopyFolder(locations: Locations): Promise<string> {
  const folder = isInDataFolder(locations)
    ? path.join(locations.data, 'imports', '.work')
    : path.resolve(workFolderOf(locations));
  await createFolder(folder, 0o700);
  return folder;
}

const workFolderOf = ({ data }: Locations): string => path.join(data, 'uploads-work');

const isInDataFolder = ({ data, files }: Locations): boolean => path.resolve(files) === path.resolve(data, 'uploads');

function exportLocation(locations: Locations): string {
  const { data, files } = locations;
  if (isInDataFolder(locations)) return path.join(data, 'imports');
  if (!files.startsWith('s3://')) return path.join(files, folderInStore);
  const [bucket = '', query] = files.split('?', 2);
  return `${bucket.replace(/\/+$/, '')}/${folderInStore}${query === undefined ? '' : `?${query}`}`;
}
