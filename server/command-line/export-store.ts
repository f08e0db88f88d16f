// Opens the store of uploaded export files. It is separate from the store of uploads, because the service serves uploads to everyone.
import path from 'node:path';
import type { DataConfig } from '../config/config.ts';
import { openStore } from '../files/open-store.ts';
import type { FileStore } from '../files/store.ts';

/** The folder of export files in a bucket. Names that begin with a dot are not accessible below the URL of uploads. */
const bucketFolder = '.imports';

/**
 * Opens the store of export files: the folder `imports` in the data folder or, if files are stored in a bucket that several machines may
 * share, a folder in this bucket. Throws StoreFullError or StoreUnavailableError.
 */
export const openExportStore = ({ data, files }: Pick<DataConfig, 'data' | 'files'>): Promise<FileStore> =>
  openStore(exportLocation(data, files), path.join(data, 'uploads-work'), process.env);

function exportLocation(data: string, files: string): string {
  if (!files.startsWith('s3://')) return path.join(data, 'imports');
  const [bucket = '', query] = files.split('?', 2);
  return `${bucket.replace(/\/+$/, '')}/${bucketFolder}${query === undefined ? '' : `?${query}`}`;
}
