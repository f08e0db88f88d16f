// Receives archives of backups in pieces, so that an upload continues after a lost connection.

import { ApiError } from '../../api-error.ts';
import { newBackupId } from '../../backup/backup-folder.ts';
import { readHeader } from '../../backup/check-backup.ts';
import { BackupCorrupt } from '../../backup/errors.ts';
import { type BackupUpload, openUploadFolder, type UploadFolder } from '../../backup/upload-folder.ts';
import { requireSpace } from '../../files/require-space.ts';
import { pieceBytesOf, readPiece, requireOffset } from '../../http/pieces.ts';
import type { Upload } from '../../http/upload.ts';

/** Maximum number of uploads that are not complete. */
const maxUnfinished = 3;

/** Time after the latest piece at which an upload is deleted, in milliseconds. */
const lifetimeMs = 24 * 3600_000;

/** The file that is announced. `size` is in bytes. */
export interface AnnouncedArchive {
  readonly file_name: string;
  readonly size: number;
  readonly fingerprint: string;
}

/** The uploads of archives to the backup folder of this machine. They may throw StoreUnavailableError and StoreFullError. */
export interface BackupUploads {
  /** The size of each piece, in bytes. */
  readonly pieceBytes: number;
  /** Returns all uploads, newest first. */
  list(): Promise<BackupUpload[]>;
  /** Returns an upload. Throws ApiError 404 `rest_backup_upload_invalid_id`. */
  get(id: string): Promise<BackupUpload>;
  /**
   * Starts an upload. Throws ApiError 409 `rest_too_many_backup_uploads` if there are too many unfinished ones, `rest_backup_not_ready` if no
   * backup folder is configured, and 413 `rest_upload_no_space` if the disk has not enough space.
   */
  create(file: AnnouncedArchive, username: string): Promise<BackupUpload>;
  /**
   * Stores the next piece. The first piece must begin like a backup; otherwise the upload is deleted. The last piece completes the backup.
   *
   * Throws ApiError 400 `rest_backup_invalid_file`, 404 `rest_backup_upload_invalid_id`, and the errors of `requireOffset` and `readPiece`.
   */
  receivePiece(id: string, offset: number, upload: Upload | undefined): Promise<BackupUpload>;
  /** Deletes an upload and returns it. A complete archive remains. Throws ApiError 404 `rest_backup_upload_invalid_id`. */
  delete(id: string): Promise<BackupUpload>;
  /** Deletes uploads that have not continued for a day. */
  prune(): Promise<void>;
}

/** Options of uploads. */
export interface BackupUploadsOptions {
  /** The backup folder; undefined if none is configured. */
  readonly folder: string | undefined;
  readonly clock: () => number;
  /** Maximum size of a request body that is a file, in bytes. */
  readonly maxUploadBytes: number;
}

/** Returns the time at which an upload is deleted if no piece arrives, in milliseconds since 1970. */
export const expiryOf = ({ updated }: BackupUpload): number => updated + lifetimeMs;

/** Opens the uploads of a site. */
export function openBackupUploads({ folder, clock, maxUploadBytes }: BackupUploadsOptions): BackupUploads {
  const uploads = folder === undefined ? undefined : openUploadFolder(folder);
  const pieceBytes = pieceBytesOf(maxUploadBytes);
  const inOrder = makeInOrder();
  const get = async (id: string): Promise<BackupUpload> => {
    const found = await uploads?.find(id);
    if (found) return found;
    throw new ApiError('rest_backup_upload_invalid_id', 404, 'No upload with this ID.');
  };
  /** Completes an upload whose last piece was stored before the process died. */
  const recover = async (upload: BackupUpload): Promise<BackupUpload> => {
    const isReceived = ({ isComplete, received, size }: BackupUpload) => !isComplete && received === size;
    if (!isReceived(upload)) return upload;
    return inOrder(upload.id, async () => {
      // A request that is in progress may have completed or deleted it meanwhile.
      if (isReceived(await get(upload.id))) await uploads?.complete(upload.id);
      return get(upload.id);
    });
  };
  const prune = async () => {
    for (const { id } of (await uploads?.list()) ?? [])
      await inOrder(id, async () => {
        // A piece may have arrived meanwhile.
        const current = await uploads?.find(id);
        if (current && expiryOf(current) <= Date.now()) await uploads?.delete(id);
      });
  };
  return {
    ...{ pieceBytes, prune },
    get: async (id) => recover(await get(id)),
    list: async () => {
      const listed = (await uploads?.list()) ?? [];
      return Promise.all(listed.map(recover));
    },
    create: (file, username) =>
      inOrder('', async () => {
        const existing = requireUploads(uploads);
        await prune();
        const unfinished = (await existing.list()).filter((upload) => !upload.isComplete);
        if (unfinished.length >= maxUnfinished)
          throw new ApiError(
            'rest_too_many_backup_uploads',
            409,
            `There are already ${maxUnfinished} unfinished uploads; continue or delete one of them first.`,
          );
        const now = clock();
        const { file_name, size, fingerprint } = file;
        const created = new Date(now).toISOString();
        const stored = { id: newBackupId(now), file_name, size, fingerprint, username, created };
        await existing.create(stored);
        const pending = unfinished.reduce((sum, upload) => sum + upload.size - upload.received, 0);
        await requireSpace(existing.folder, size + pending).catch(async (error: unknown) => {
          await existing.delete(stored.id);
          throw error;
        });
        return get(stored.id);
      }),
    async receivePiece(id, offset, body) {
      const existing = requireUploads(uploads);
      const requireNext = async () => {
        const upload = await get(id);
        requireOffset(upload, offset);
        return upload;
      };
      await recover(await get(id));
      const { size } = await requireNext();
      const piece = await readPiece(body, Math.min(pieceBytes, size - offset));
      return inOrder(id, async () => {
        // Another request may have sent the same piece meanwhile.
        await requireNext();
        if (offset === 0) await requireBackup(existing, id, piece.path);
        await existing.append(id, offset, piece.path);
        if (offset + piece.size === size) await existing.complete(id);
        return get(id);
      });
    },
    delete: (id) =>
      inOrder(id, async () => {
        const previous = await get(id);
        await requireUploads(uploads).delete(id);
        return previous;
      }),
  };
}

function requireUploads(uploads: UploadFolder | undefined): UploadFolder {
  if (uploads) return uploads;
  throw new ApiError('rest_backup_not_ready', 409, 'No backup folder is configured.');
}

/** Throws ApiError 400 `rest_backup_invalid_file`, and deletes the upload, if its first piece does not begin like a backup. */
async function requireBackup(uploads: UploadFolder, id: string, file: string): Promise<void> {
  try {
    await readHeader(file);
  } catch (error) {
    if (!(error instanceof BackupCorrupt)) throw error;
    await uploads.delete(id);
    throw new ApiError(
      'rest_backup_invalid_file',
      400,
      `The file is no backup of Octavo: ${error.message}. Choose an archive that was downloaded or copied from a site.`,
    );
  }
}

/** Returns a function that runs work with the same key one after the other. */
function makeInOrder() {
  const last = new Map<string, Promise<unknown>>();
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const result = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, result);
    const forget = () => void (last.get(key) === result && last.delete(key));
    result.then(forget, forget);
    return result;
  };
}
