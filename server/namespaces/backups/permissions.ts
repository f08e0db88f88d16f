// Defines the permissions of backups.
import type { BackupEndpoints } from '../../../contract/octavo-v1/backups.ts';
import { canCreateCredentials } from '../../access/limits.ts';
import type { Permissions } from '../../http/implement.ts';
import { type BackupsDeps, type BackupTargets, manageBackups } from './deps.ts';
import { findDownloadUser } from './downloads.ts';

const forbiddenErrors = {
  manage: { code: 'rest_cannot_manage_backups', message: 'You are not allowed to manage backups.' },
  secrets: {
    code: 'rest_cannot_use_backup_secrets',
    message: 'You are not allowed to download or restore backups with a restricted application password.',
    status: 403,
  },
  download: {
    code: 'rest_cannot_download_backup',
    message: 'The download link is invalid or has expired; create another one.',
    status: 403,
  },
} as const;

/**
 * Returns the permissions of backups, keyed by their names in the contract. An archive contains the credentials of all users, so that a
 * restricted application password allows neither to download nor to restore one.
 */
export const defineBackupPermissions = (deps: BackupsDeps): Permissions<BackupEndpoints, BackupTargets> => ({
  'manage-backups': { permit: ({ actor }) => (actor.can(manageBackups) ? undefined : forbiddenErrors.manage) },
  'use-backup-secrets': {
    permit: ({ actor }) => {
      if (!actor.can(manageBackups)) return forbiddenErrors.manage;
      return canCreateCredentials(actor) ? undefined : forbiddenErrors.secrets;
    },
  },
  'download-backup': {
    load: async ({ args, path }) =>
      args.token === undefined ? undefined : findDownloadUser(deps, path.id ?? '', args.token),
    permit: (_call, user) => (user === undefined ? forbiddenErrors.download : undefined),
  },
});
