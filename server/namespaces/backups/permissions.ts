// Defines the permissions of backups.
import type { BackupEndpoints } from '../../../contract/octavo-v1/backups.ts';
import { canCreateCredentials } from '../../access/limits.ts';
import type { Permissions } from '../../http/implement.ts';
import type { Call, PermissionError } from '../../http/module.ts';
import { type BackupsDeps, type BackupTargets, manageBackups } from './deps.ts';
import { findDownloadUser } from './downloads.ts';

const forbiddenErrors = {
  manage: { code: 'rest_cannot_manage_backups', message: 'You are not allowed to manage backups.' },
  secrets: {
    code: 'rest_cannot_use_backup_secrets',
    message: 'You are not allowed to download, restore or upload backups with a restricted application password.',
    status: 403,
  },
  download: {
    code: 'rest_cannot_download_backup',
    message: 'The download link is invalid or has expired; create another one.',
    status: 403,
  },
} as const;

type Caller = Pick<Call, 'actor'>;

/** Permits to manage backups. */
export const permitBackups = ({ actor }: Caller): PermissionError | undefined =>
  actor.can(manageBackups) ? undefined : forbiddenErrors.manage;

/** Permits to use the secrets of backups: the credentials of all users. Restricted application passwords do not permit it. */
export const permitBackupSecrets = (call: Caller): PermissionError | undefined =>
  permitBackups(call) ?? (canCreateCredentials(call.actor) ? undefined : forbiddenErrors.secrets);

/** Returns the permissions of backups, keyed by their names in the contract. */
export const defineBackupPermissions = (deps: BackupsDeps): Permissions<BackupEndpoints, BackupTargets> => ({
  'manage-backups': { permit: permitBackups },
  'use-backup-secrets': { permit: permitBackupSecrets },
  'download-backup': {
    load: async ({ args, path }) =>
      args.token === undefined ? undefined : findDownloadUser(deps, path.id ?? '', args.token),
    permit: (_call, user) => (user === undefined ? forbiddenErrors.download : undefined),
  },
});
