import { type Doer, noteDeed } from '../audit/note.ts';
import type { BackupParts } from './parts.ts';
import type { BackupRecord } from './record.ts';

/** Notes in the audit log who has made or removed a backup. */
export const noteBackup = (
  { database, clock }: BackupParts,
  { id, name }: BackupRecord,
  action: 'backup-made' | 'backup-deleted',
  by: Doer,
) => database.transaction((tx) => noteDeed(tx, clock, by, { action, kind: 'backup', id, name }));
