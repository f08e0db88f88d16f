// Creates, compares, restores and deletes backups of the site.
import { send, withQuery } from '../client.ts';
import { apiPath } from '../page.ts';
import { type UploadedFile, uploadTarget } from '../resumable-uploads.ts';

/** Numbers of records by kind. */
export interface Counts {
  readonly entries: number;
  readonly terms: number;
  readonly users: number;
  readonly comments: number;
  readonly files: number;
}

/** Why a backup cannot be restored. */
export interface Obstacle {
  readonly reason: 'newer' | 'foreign' | 'extension' | 'damaged';
  readonly message: string;
}

/** The latest restore of a backup. */
export interface RestoreState {
  readonly state: 'restoring' | 'done' | 'failed';
  /** The times of the start and the end, in GMT. */
  readonly started: string;
  readonly finished: string | null;
  /** The progress, from 0 to 1. */
  readonly progress: number;
  readonly error: string | null;
  /** The ID of the backup of the data that was replaced. */
  readonly copy: string | null;
}

/** The latest check of a backup. */
export type CheckState = Pick<RestoreState, 'started' | 'finished' | 'progress' | 'error'> & {
  readonly state: 'checking' | 'done' | 'failed';
};

/** A backup. */
export interface Backup {
  readonly id: string;
  readonly name: string;
  /** Whether a restore has created it, of the data that it replaced. */
  readonly automatic: boolean;
  readonly state: 'creating' | 'ready' | 'failed';
  /** The time of the start, in GMT. */
  readonly created: string;
  readonly created_by: string;
  /** The size of the archive, in bytes. */
  readonly size: number;
  /** The progress, from 0 to 1. */
  readonly progress: number;
  readonly error: string | null;
  readonly contents: (Counts & { readonly missing_files: number }) | null;
  readonly obstacle: Obstacle | null;
  readonly check: CheckState | null;
  readonly restore: RestoreState | null;
}

/** A backup compared with the current site. */
export interface Comparison {
  readonly backup: { readonly version: string; readonly home: string; readonly contents: Counts | null };
  readonly site: { readonly version: string; readonly contents: Counts };
  /** The numbers of records that are newer than the backup. */
  readonly newer: { readonly entries: number; readonly comments: number; readonly users: number };
  readonly obstacle: Obstacle | null;
  /** The command that restores the backup on the command line. */
  readonly command: string;
}

const path = '/octavo/v1/backups';

/** The name of the extension that can rename backups. */
export const backupManagerName = 'bmgr';

/** Reads all backups, newest first. Throws ApiError. */
export const listBackups = async (signal?: AbortSignal): Promise<readonly Backup[]> =>
  (await send<readonly Backup[]>(path, { ...(signal && { signal }) })).data;

/** Starts to create a backup. Throws ApiError. */
export const createBackup = async (name: string): Promise<Backup> =>
  (await send<Backup>(path, { method: 'POST', body: { name } })).data;

/** Starts to check whether a backup is damaged. Throws ApiError. */
export async function checkBackup(id: string): Promise<void> {
  await send(`${path}/${id}/checks`, { method: 'POST' });
}

/** Renames a backup; only on sites with the extension. Throws ApiError. */
export async function renameBackup(id: string, name: string): Promise<void> {
  await send('/bmgr-api/v1/router', { method: 'PUT', body: { id, name } });
}

/** Deletes a backup. Throws ApiError. */
export async function deleteBackup(id: string): Promise<void> {
  await send(`${path}/${id}`, { method: 'DELETE' });
}

/** Compares a backup with the current site. Throws ApiError. */
export const compareBackup = async (id: string, signal?: AbortSignal): Promise<Comparison> =>
  (await send<Comparison>(`${path}/${id}/comparison`, { ...(signal && { signal }) })).data;

/** The confirmation of a restore. */
export interface RestoreConfirmation {
  readonly password: string;
  /** The name of the backup, or its ID if it has none. */
  readonly name: string;
  /** Whether the backup may belong to another site. */
  readonly foreign: boolean;
}

/** Starts to restore a backup. Throws ApiError. */
export async function restoreBackup(id: string, body: RestoreConfirmation) {
  await send(`${path}/${id}/restores`, { method: 'POST', body });
}

/** Returns the URL at which the archive of a backup can be downloaded for some minutes. Throws ApiError. */
export async function requestDownload(id: string, password: string): Promise<string> {
  const { data } = await send<{ readonly token: string }>(`${path}/${id}/downloads`, {
    ...{ method: 'POST', body: { password } },
  });
  return withQuery(`${apiPath}${path}/${id}/archive`, { token: data.token });
}

/** The name of a backup, or its ID if it has none. */
export const nameOfBackup = ({ name, id }: Pick<Backup, 'name' | 'id'>): string => name || id;

/** Whether a backup is being created, checked or restored. */
export const isInProgress = ({ state, restore, check }: Backup): boolean =>
  state === 'creating' || restore?.state === 'restoring' || check?.state === 'checking';

/** The upload of an archive, whose ID becomes that of the backup. */
export interface BackupUpload extends UploadedFile {
  readonly id: string;
  readonly complete: boolean;
  readonly username: string;
  /** The start, in GMT. */
  readonly created: string;
}

/** The uploads of archives. */
export const backupUploads = uploadTarget<BackupUpload>('/octavo/v1/backup-uploads', ({ complete }) => !complete);

/** Deletes an upload; the backup of a complete upload remains. Throws ApiError. */
export async function deleteBackupUpload(id: string): Promise<void> {
  await send(`${backupUploads.path}/${id}`, { method: 'DELETE' });
}
