// Errors of creating, finding and restoring backups. Messages are for administrators and contain no secrets.

/** The file is not a backup or is damaged. The message is the reason, in a form that follows "the backup cannot be used: ". */
export class BackupCorrupt extends Error {
  override readonly name = 'BackupCorrupt';
}

/** The backup is valid, but not for this site or this version. */
export class BackupIncompatible extends Error {
  override readonly name = 'BackupIncompatible';
  readonly reason: 'newer' | 'foreign' | 'extension';

  constructor(reason: BackupIncompatible['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Another backup is being created or restored. */
export class BackupBusy extends Error {
  override readonly name = 'BackupBusy';
}

/** No backup has this ID. */
export class BackupNotFound extends Error {
  override readonly name = 'BackupNotFound';
}

/** No folder for backups is configured, or the backup is incomplete. */
export class BackupNotReady extends Error {
  override readonly name = 'BackupNotReady';
}
