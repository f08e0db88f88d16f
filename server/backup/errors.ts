// Defines the errors of creating, finding and restoring backups. Their messages are for administrators and contain no secrets.

/** Thrown when a file is not a backup or is damaged. The message completes the sentence "The backup cannot be used: …". */
export class BackupCorrupt extends Error {
  override readonly name = 'BackupCorrupt';
}

/** Thrown when a valid backup cannot be restored on this site or by this version. */
export class BackupIncompatible extends Error {
  override readonly name = 'BackupIncompatible';
  readonly reason: 'newer' | 'foreign' | 'extension';

  constructor(reason: BackupIncompatible['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Thrown when another backup is being created or restored. */
export class BackupBusy extends Error {
  override readonly name = 'BackupBusy';
}

/** Thrown when there is no backup with the given ID. */
export class BackupNotFound extends Error {
  override readonly name = 'BackupNotFound';
}

/** Thrown when no backup folder is configured, and when a backup is incomplete. */
export class BackupNotReady extends Error {
  override readonly name = 'BackupNotReady';
}
