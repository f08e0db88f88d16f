// Rejects files for which the disk has not enough space before they are uploaded.
import { statfs } from 'node:fs/promises';
import { ApiError } from '../api-error.ts';

/** Free space that must remain on the disk, in bytes. */
const reservedBytes = 16 * 1024 * 1024;

/** Throws ApiError 413 `rest_upload_no_space` if the disk with a folder has not enough space for this many bytes. */
export async function requireSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder);
  const free = bavail * bsize - reservedBytes;
  // File systems such as procfs have no size.
  if (blocks === 0 || bytes <= free) return;
  const mebibytes = Math.max(0, Math.floor(free / 1024 / 1024));
  throw new ApiError(
    'rest_upload_no_space',
    413,
    `There is not enough space for the file on the disk of the service: ${mebibytes} MiB are available for all uploads.`,
  );
}
