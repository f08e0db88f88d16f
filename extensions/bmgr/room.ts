// Joins the rules and operations of backups.
import type { Backups, Room } from 'octavo/extension';
import { changeBackup } from './change-backup.ts';
import { deleteBackup } from './delete-backup.ts';
import { makeBackup } from './make-backup.ts';
import { readBackups } from './read-backups.ts';

const denied = { code: 'bmgr_cannot_manage', message: 'Only administrators may manage backups.' };

export const backupsRoom = (backups: Backups): Room => ({
  permissions: {
    'manage-backups': { permit: ({ actor }) => (actor.can('manage_options') ? undefined : denied) },
  },
  operations: {
    'read-backups': readBackups(backups),
    'make-backup': makeBackup(backups),
    'change-backup': changeBackup(backups),
    'delete-backup': deleteBackup(backups),
  },
});
