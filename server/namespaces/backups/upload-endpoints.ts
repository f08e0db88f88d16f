// Implements the endpoints of uploads of backups.
import {
  type BackupUploadEndpoints,
  type backupUploadFields,
  backupUploadsModule,
} from '../../../contract/octavo-v1/backup-uploads.ts';
import { recordAuditEvent } from '../../audit/record-event.ts';
import type { BackupUpload } from '../../backup/upload-folder.ts';
import type { Database } from '../../database/handle.ts';
import { implement, type Operations, type Permissions } from '../../http/implement.ts';
import type { Module, Presenter } from '../../http/module.ts';
import { type Clock, formatTimestamp } from '../../time/zone.ts';
import { permitBackupSecrets, permitBackups } from './permissions.ts';
import { type BackupUploads, expiryOf } from './uploads.ts';

/** Dependencies of the endpoints. */
export interface BackupUploadsDeps {
  readonly uploads: BackupUploads;
  readonly database: Database;
  readonly clock: Clock;
}

type UploadOperations = Operations<BackupUploadEndpoints, object, BackupUpload>;

const permissions: Permissions<BackupUploadEndpoints, object> = {
  'list-backup-uploads': { permit: permitBackups },
  // An archive contains users and their passwords, which a restore puts into effect.
  'create-backup-upload': { permit: permitBackupSecrets },
};

const presenterOf = ({
  uploads,
}: BackupUploadsDeps): Presenter<typeof backupUploadFields, BackupUpload, undefined> => ({
  prepare: async () => undefined,
  fields: {
    id: ({ id }) => id,
    file_name: (upload) => upload.file_name,
    size: ({ size }) => size,
    fingerprint: ({ fingerprint }) => fingerprint,
    received: ({ received }) => received,
    piece_size: () => uploads.pieceBytes,
    complete: ({ isComplete }) => isComplete,
    expires: (upload) => (upload.isComplete ? null : formatTimestamp(expiryOf(upload))),
    username: ({ username }) => username,
    created: ({ created }) => created.slice(0, 19),
  },
  facts: ({ id }) => ({ id }),
});

// GET /octavo/v1/backup-uploads: lists uploads.

/** Responds with the uploads of this machine, newest first. */
const listBackupUploads = ({ uploads }: BackupUploadsDeps): UploadOperations['list-backup-uploads'] => ({
  run: async () => ({ kind: 'list', rows: await uploads.list(), uncached: true }),
});

// POST /octavo/v1/backup-uploads: announces an archive.

/** Responds 201 with the upload, whose pieces can then be sent. Throws the errors of `BackupUploads.create`. */
const createBackupUpload = ({ uploads }: BackupUploadsDeps): UploadOperations['create-backup-upload'] => ({
  run: async ({ args, actor }) => ({
    ...{ kind: 'record', status: 201, uncached: true },
    row: await uploads.create(args, actor.login),
  }),
});

// GET /octavo/v1/backup-uploads/<id>: returns an upload.

/** Responds with the upload. Throws ApiError 404 `rest_backup_upload_invalid_id`. */
const getBackupUpload = ({ uploads }: BackupUploadsDeps): UploadOperations['get-backup-upload'] => ({
  run: async ({ path }) => ({ kind: 'record', row: await uploads.get(path.id ?? ''), uncached: true }),
});

// DELETE /octavo/v1/backup-uploads/<id>: deletes an upload.

/** Deletes the received bytes, unless they are a complete backup. Throws ApiError 404 `rest_backup_upload_invalid_id`. */
const deleteBackupUpload = ({ uploads }: BackupUploadsDeps): UploadOperations['delete-backup-upload'] => ({
  run: async ({ path }) => ({ kind: 'deleted', previous: await uploads.delete(path.id ?? ''), context: 'view' }),
});

// POST /octavo/v1/backup-uploads/<id>/pieces: receives the next piece of an archive.

/** Stores the piece, and records in the audit log if it completes a backup. Throws the errors of `BackupUploads.receivePiece`. */
const uploadBackupPiece = ({
  uploads,
  database,
  clock,
}: BackupUploadsDeps): UploadOperations['upload-backup-piece'] => ({
  async run(call) {
    const row = await uploads.receivePiece(call.path.id ?? '', call.args.offset, call.upload);
    if (row.isComplete)
      await database.transaction((tx) =>
        recordAuditEvent(tx, clock, call, {
          ...{ action: 'backup-uploaded', kind: 'backup', id: row.id, name: row.file_name },
        }),
      );
    return { kind: 'record', row, uncached: true };
  },
});

/** Returns the module of uploads. All endpoints require the capability `manage_options`. */
export const backupUploadsEndpoints = (deps: BackupUploadsDeps): Module =>
  implement(backupUploadsModule, {
    permissions,
    operations: {
      'list-backup-uploads': listBackupUploads(deps),
      'create-backup-upload': createBackupUpload(deps),
      'get-backup-upload': getBackupUpload(deps),
      'delete-backup-upload': deleteBackupUpload(deps),
      'upload-backup-piece': uploadBackupPiece(deps),
    },
    presenter: presenterOf(deps),
  });
