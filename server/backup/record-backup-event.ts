// Records audit events of backups.
import { type AuditActor, recordAuditEvent } from '../audit/record-event.ts';
import type { BackupDeps } from './deps.ts';
import type { BackupRecord } from './record.ts';

/** Records the creation or deletion of a backup in the audit log. */
export const recordBackupEvent = (
  { database, clock }: BackupDeps,
  { id, name }: BackupRecord,
  action: 'backup-created' | 'backup-deleted',
  by: AuditActor,
) => database.transaction((tx) => recordAuditEvent(tx, clock, by, { action, kind: 'backup', id, name }));
