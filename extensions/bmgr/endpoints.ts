// Implements the endpoints of backups.
import { type Backups, implement, type Module, type Permissions } from 'octavo/extension';
import { changeBackup } from './change-backup.ts';
import { type BackupEndpoints, backupsModule } from './contract.ts';
import { deleteBackup } from './delete-backup.ts';
import { makeBackup } from './make-backup.ts';
import { readBackups } from './read-backups.ts';

const forbiddenError = { code: 'bmgr_cannot_manage', message: 'You are not allowed to manage backups.' };

const permissions: Permissions<BackupEndpoints> = {
  'manage-backups': { permit: ({ actor }) => (actor.can('manage_options') ? undefined : forbiddenError) },
};

export const backupsEndpoints = (backups: Backups): Module =>
  implement(backupsModule, {
    permissions,
    operations: {
      'read-backups': readBackups(backups),
      'make-backup': makeBackup(backups),
      'change-backup': changeBackup(backups),
      'delete-backup': deleteBackup(backups),
    },
  });
