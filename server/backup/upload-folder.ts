// Stores the archives that are uploaded in pieces in the backup folder. A complete archive is a backup like any other.
import { createReadStream } from 'node:fs';
import { chmod, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createFolder } from '../create-folder.ts';
import { mapDiskErrors } from '../files/disk-store.ts';
import { type BackupFolder, isBackupId, openBackupFolder, undefinedIfGone, uploadRecordFile } from './backup-folder.ts';
import { writeJson } from './write-json.ts';

/** An upload as it is stored. Its ID becomes that of the backup. */
export interface StoredUpload {
  readonly id: string;
  readonly file_name: string;
  /** Size of the file, in bytes. */
  readonly size: number;
  readonly fingerprint: string;
  readonly username: string;
  /** The start in ISO 8601, UTC. */
  readonly created: string;
}

/** An upload with its progress. */
export interface BackupUpload extends StoredUpload {
  /** Number of bytes that were received. */
  readonly received: number;
  /** Whether the received bytes are an archive of the backup folder. */
  readonly isComplete: boolean;
  /** The time of the latest piece or of the start, in milliseconds since 1970. */
  readonly updated: number;
}

/** The uploads in a backup folder. The operations throw StoreFullError and StoreUnavailableError. */
export interface UploadFolder {
  /** The path of the folder. */
  readonly folder: string;
  /** Returns all uploads, newest first. */
  list(): Promise<BackupUpload[]>;
  find(id: string): Promise<BackupUpload | undefined>;
  /** Adds an upload. The first one creates the folder, with access for its owner only. */
  create(upload: StoredUpload): Promise<void>;
  /**
   * Appends a local file to the received bytes. Whatever exceeds the offset is replaced. If that fails, nothing is appended. Only one piece of
   * an upload may be appended at a time.
   */
  append(id: string, offset: number, from: string): Promise<void>;
  /** Makes the received bytes an archive of the backup folder. */
  complete(id: string): Promise<void>;
  /** Deletes an upload and the received bytes, but not a complete archive. */
  delete(id: string): Promise<void>;
}

/** Opens the uploads in a backup folder. */
export function openUploadFolder(folder: string): UploadFolder {
  const backups = openBackupFolder(folder);
  const recordFileOf = (id: string) => uploadRecordFile(folder, id);
  const find = async (id: string): Promise<BackupUpload | undefined> => {
    if (!isBackupId(id)) return undefined;
    const json = await readFile(recordFileOf(id), 'utf8').catch(undefinedIfGone);
    const upload = json === undefined ? undefined : parseUpload(id, json);
    return upload && { ...upload, ...(await progressOf(backups, upload)) };
  };
  return {
    folder,
    find: (id) => mapDiskErrors(() => find(id)),
    list: () =>
      mapDiskErrors(async () => {
        const names = (await readdir(folder).catch(undefinedIfGone)) ?? [];
        const ids = names.flatMap((name) => /^(.+)\.upload$/.exec(name)?.[1] ?? []);
        const uploads = await Promise.all(ids.map(find));
        return uploads.flatMap((upload) => upload ?? []).sort((a, b) => (a.id < b.id ? 1 : -1));
      }),
    create: (upload) =>
      mapDiskErrors(async () => {
        if (await createFolder(folder, 0o700)) await chmod(folder, 0o700);
        await writeJson(recordFileOf(upload.id), upload);
      }),
    append: (id, offset, from) => mapDiskErrors(() => append(backups.unfinishedOf(id), offset, from)),
    complete: (id) => backups.moveToFinal(id),
    delete: (id) =>
      mapDiskErrors(async () => {
        await backups.deleteUnfinished(id);
        await rm(recordFileOf(id), { force: true });
      }),
  };
}

/** Returns the progress of an upload, whose bytes are in the unfinished or in the final archive. */
async function progressOf(
  backups: BackupFolder,
  { id, size, created }: StoredUpload,
): Promise<Pick<BackupUpload, 'received' | 'updated' | 'isComplete'>> {
  const unfinished = await stat(backups.unfinishedOf(id)).catch(undefinedIfGone);
  if (unfinished) return { received: Math.min(unfinished.size, size), updated: unfinished.mtimeMs, isComplete: false };
  const archive = await stat(backups.archiveOf(id)).catch(undefinedIfGone);
  if (archive) return { received: size, updated: archive.mtimeMs, isComplete: true };
  return { received: 0, updated: Date.parse(created), isComplete: false };
}

async function append(to: string, offset: number, from: string): Promise<void> {
  const file = await open(to, offset === 0 ? 'w' : 'r+', 0o600);
  try {
    await file.truncate(offset);
    let position = offset;
    for await (const bytes of createReadStream(from) as AsyncIterable<Buffer>)
      for (let at = 0; at < bytes.length; ) {
        const { bytesWritten } = await file.write(bytes, at, bytes.length - at, position);
        at += bytesWritten;
        position += bytesWritten;
      }
    await file.sync();
  } catch (error) {
    await file.truncate(offset).catch(() => undefined);
    throw error;
  } finally {
    await file.close();
  }
}

/** Parses the record of an upload; undefined if it is damaged. */
function parseUpload(id: string, json: string): StoredUpload | undefined {
  try {
    const upload = JSON.parse(json) as StoredUpload;
    return upload.id === id && Number.isSafeInteger(upload.size) && upload.size > 0 ? upload : undefined;
  } catch {
    return undefined;
  }
}
