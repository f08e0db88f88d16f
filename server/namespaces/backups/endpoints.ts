// Implements the endpoints of backups.
import { createReadStream } from 'node:fs';
import { backupsModule } from '../../../contract/octavo-v1/backups.ts';
import { requirePassword } from '../../access/require-password.ts';
import { ApiError } from '../../api-error.ts';
import { recordAuditEvent } from '../../audit/record-event.ts';
import type { BackupRecord } from '../../backup/record.ts';
import { implement } from '../../http/implement.ts';
import type { Module } from '../../http/module.ts';
import { compareBackup } from './compare-backup.ts';
import { type BackupOperations, type BackupsDeps, withApiErrors } from './deps.ts';
import { issueDownloadToken } from './downloads.ts';
import { defineBackupPermissions } from './permissions.ts';
import { backupPresenter } from './present.ts';

// GET /octavo/v1/backups: lists backups.

/** Responds with all backups, newest first, including archives that were copied into the folder. */
const listBackups = ({ backups }: BackupsDeps): BackupOperations['list-backups'] => ({
  run: async () => ({ kind: 'list', rows: await backups.list(), uncached: true }),
});

// POST /octavo/v1/backups: creates a backup.

/** Starts a backup in the background, and responds 202 with it. Throws ApiError 409 `rest_backup_busy`, `rest_backup_not_ready`. */
const createBackup = ({ backups }: BackupsDeps): BackupOperations['create-backup'] => ({
  async run(call) {
    const { record } = await withApiErrors(() => backups.create(call.args.name.trim(), call));
    return { kind: 'record', row: record, status: 202, uncached: true };
  },
});

// GET /octavo/v1/backups/<id>: returns a backup.

/** Responds with the backup, with the progress of its creation or restore. Throws ApiError 404 `rest_backup_invalid_id`. */
const getBackup = ({ backups }: BackupsDeps): BackupOperations['get-backup'] => ({
  run: async ({ path }) => ({
    kind: 'record',
    row: await withApiErrors(() => backups.get(path.id ?? '')),
    uncached: true,
  }),
});

// DELETE /octavo/v1/backups/<id>: deletes a backup.

/** Deletes a backup, and responds with its previous values. Throws ApiError 404 `rest_backup_invalid_id`, 409 `rest_backup_busy`. */
const deleteBackup = ({ backups }: BackupsDeps): BackupOperations['delete-backup'] => ({
  async run(call) {
    const previous = await withApiErrors(() => backups.get(call.path.id ?? ''));
    // The record contains whether the archive can be restored, so it is presented before.
    const deleteStored = () => withApiErrors(() => backups.delete(previous.id, call));
    return { kind: 'deleted', previous, context: 'view', deleteStored };
  },
});

// POST /octavo/v1/backups/<id>/checks: checks a backup.

/**
 * Starts to check a backup in the background, and responds 202 with it. Throws ApiError 404 `rest_backup_invalid_id`,
 * 409 `rest_backup_busy`, `rest_backup_not_ready`.
 */
const checkBackup = ({ backups }: BackupsDeps): BackupOperations['check-backup'] => ({
  async run({ path }) {
    const { record } = await withApiErrors(() => backups.check(path.id ?? ''));
    return { kind: 'record', row: record, status: 202, uncached: true };
  },
});

// POST /octavo/v1/backups/<id>/downloads: permits a download.

/**
 * Responds 201 with a token that permits to download the archive for 15 minutes, and records that in the audit log.
 *
 * Throws ApiError 403 `rest_incorrect_password`, 404 `rest_backup_invalid_id`, 409 `rest_backup_not_ready`,
 * 429 `rest_too_many_failed_attempts`.
 */
function createDownload(deps: BackupsDeps): BackupOperations['create-download'] {
  const { backups, loginThrottle } = deps;
  const { database, clock } = deps.storage;
  return {
    async run(call) {
      const { hash } = await requirePassword({ read: database.read, loginThrottle }, call, call.args.password);
      const { id, name } = await withApiErrors(() => backups.getReady(call.path.id ?? ''));
      const { token, expires } = issueDownloadToken(deps, { backup: id, user: call.actor.id, hash });
      await database.transaction((tx) =>
        recordAuditEvent(tx, clock, call, { action: 'backup-downloaded', kind: 'backup', id, name }),
      );
      const value = { token, expires: new Date(expires).toISOString().slice(0, 19) };
      return { kind: 'value', status: 201, value, uncached: true };
    },
  };
}

// GET /octavo/v1/backups/<id>/archive: returns the archive of a backup.

/**
 * Responds with the archive, or a range of it. The archive of a backup never changes.
 *
 * Throws ApiError 404 `rest_backup_invalid_id`, 409 `rest_backup_not_ready`, and 416 `rest_invalid_range`.
 */
const downloadBackup = ({ backups, storage }: BackupsDeps): BackupOperations['download-backup'] => ({
  async run({ path }) {
    const { record, file, size, modified } = await withApiErrors(() => backups.locateArchive(path.id ?? ''));
    return {
      kind: 'download',
      type: 'application/x-tar',
      name: `${new URL(storage.site.home).hostname}-${record.id}.tar`,
      size,
      etag: `"${size.toString(36)}-${Math.floor(modified).toString(36)}"`,
      read: ({ start, end }) => createReadStream(file, { start, end, highWaterMark: chunkBytes }),
    };
  },
});

/** Number of bytes of an archive that are read at once. Slow clients must receive as many before they count as stalled. */
const chunkBytes = 64 * 1024;

// POST /octavo/v1/backups/<id>/restores: restores a backup.

/**
 * Starts to restore a backup in the background, after a backup of the current site, and responds 202 with it.
 *
 * Throws ApiError 400 `rest_invalid_param` if the submitted name is not that of the backup, 403 `rest_incorrect_password`,
 * 404 `rest_backup_invalid_id`, 409 `rest_backup_busy`, `rest_backup_not_ready`, `rest_backup_incompatible`, `rest_backup_damaged`, and
 * 429 `rest_too_many_failed_attempts`.
 */
const restoreBackup = ({ storage, backups, loginThrottle }: BackupsDeps): BackupOperations['restore-backup'] => ({
  async run(call) {
    await requirePassword({ read: storage.database.read, loginThrottle }, call, call.args.password);
    const backup = await withApiErrors(() => backups.getReady(call.path.id ?? ''));
    requireName(backup, call.args.name);
    const { record } = await withApiErrors(() =>
      backups.restore(backup.id, call, { copiesCurrent: true, foreign: call.args.foreign }),
    );
    return { kind: 'record', row: record, status: 202, uncached: true };
  },
});

function requireName({ id, name }: BackupRecord, submitted: string): void {
  const expected = name || id;
  if (submitted.trim() === expected.trim()) return;
  const reason = 'name must be the name of the backup, or its ID if it has no name.';
  throw new ApiError('rest_invalid_param', 400, 'Invalid parameters: name', { data: { params: { name: reason } } });
}

/** Returns the module of backups. */
export function backupsEndpoints(deps: BackupsDeps): Module {
  return implement(backupsModule, {
    permissions: defineBackupPermissions(deps),
    operations: {
      'list-backups': listBackups(deps),
      'create-backup': createBackup(deps),
      'get-backup': getBackup(deps),
      'delete-backup': deleteBackup(deps),
      'compare-backup': compareBackup(deps),
      'check-backup': checkBackup(deps),
      'create-download': createDownload(deps),
      'download-backup': downloadBackup(deps),
      'restore-backup': restoreBackup(deps),
    },
    presenter: backupPresenter(deps),
  });
}
