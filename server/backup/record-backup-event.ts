import { type AuditActor, recordAuditEvent } from '../audit/record-event.ts';
import type { BackupDeps } from './deps.ts';
import type { BackupRecord } from './record.ts';

/** Records in the audit log who created or deleted a backup. */
export const recordBackupEvent = (
  { database, clock }: BackupDeps,
  { id, name }: BackupRecord,
  action: 'backup-created' | 'backup-deleted',
  by: AuditActor,
) => database.transaction((tx) => recordAuditEvent(tx, clock, by, { action, kind: 'backup', id, name }));
