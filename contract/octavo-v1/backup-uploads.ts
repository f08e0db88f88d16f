// Declares the uploads of archives, with which backups of other machines are added to the backups of a site. They are an addition to the
// specification.
import { declareEndpoints, type ModuleDeclaration } from '../grammar/module.ts';
import { optional } from '../grammar/parameter.ts';
import type { Resource } from '../grammar/resource.ts';
import { everywhere, nullableTimestamp, ReadOnly, Type } from '../grammar/schema.ts';
import { octavoNamespace } from '../namespaces/site-index.ts';
import { pieceDescription, pieceParameters, uploadFields } from './upload-fields.ts';

/** The maximum size of an archive, in bytes. */
const maxArchiveBytes = 1024 ** 4;

const { file_name, size, fingerprint, received, piece_size } = uploadFields(maxArchiveBytes);

export const backupUploadFields = {
  id: ReadOnly.String('The ID of the upload, which becomes the ID of the backup.', everywhere),
  ...{ file_name, size, fingerprint, received, piece_size },
  complete: ReadOnly.Boolean('Whether the file was received completely and is a backup.', everywhere),
  expires: nullableTimestamp(
    'The time at which the received bytes will be deleted if no further ones arrive, in GMT; null if the upload is complete.',
    everywhere,
    { readonly: true },
  ),
  username: ReadOnly.String('The username of the user who uploads the file.', everywhere),
  created: ReadOnly.String('The start of the upload, in GMT.', everywhere, { format: 'date-time' }),
};

// A restored archive replaces all users, so that restricted application passwords may not upload one.
const endpoints = declareEndpoints({
  'list-backup-uploads': { permission: 'list-backup-uploads', parameters: {} },
  'create-backup-upload': {
    description: 'Announces the archive of a backup, whose pieces can then be uploaded.',
    permission: 'create-backup-upload',
    parameters: { file_name, size, fingerprint },
    refuses: [409, 413],
  },
  'get-backup-upload': { permission: 'list-backup-uploads', parameters: {}, refuses: [404] },
  'delete-backup-upload': {
    description: 'Deletes an upload. The backup of a complete upload remains.',
    permission: 'create-backup-upload',
    parameters: {},
    refuses: [404],
  },
  'upload-backup-piece': {
    methods: ['POST'],
    description: pieceDescription,
    permission: 'create-backup-upload',
    files: 'backup',
    parameters: pieceParameters,
    refuses: [404, 409, 413],
  },
});
export type BackupUploadEndpoints = typeof endpoints;

/** The module with the code of these endpoints. */
export const backupUploadsModule: ModuleDeclaration<BackupUploadEndpoints, typeof backupUploadFields> = {
  name: 'backup-uploads',
};

const id = {
  id: optional(
    Type.String({ description: 'The ID of the upload.', maxLength: 80, segment: '[A-Za-z0-9][A-Za-z0-9_-]*' }),
  ),
};

export const backupUploads: Resource<typeof backupUploadFields> = {
  title: 'backup-upload',
  namespace: octavoNamespace,
  module: backupUploadsModule,
  fields: backupUploadFields,
  links: [],
  routes: [
    {
      path: '/octavo/v1/backup-uploads',
      parameters: {},
      endpoints: [endpoints['list-backup-uploads'], endpoints['create-backup-upload']],
    },
    {
      path: '/octavo/v1/backup-uploads/<id>',
      parameters: id,
      endpoints: [endpoints['get-backup-upload'], endpoints['delete-backup-upload']],
    },
    { path: '/octavo/v1/backup-uploads/<id>/pieces', parameters: id, endpoints: [endpoints['upload-backup-piece']] },
  ],
};
