// Why a backup cannot be made, found or restored. Messages are sentences for those who manage the site and hold no secret.

/** It is no backup, or it is damaged. The message says how, to stand behind "the backup cannot be used: ". */
export class BackupBroken extends Error {
  override readonly name = 'BackupBroken';
}

/** It is whole, but not for this site or this version. */
export class BackupUnfit extends Error {
  override readonly name = 'BackupUnfit';
  readonly reason: 'newer' | 'foreign' | 'extension';

  constructor(reason: BackupUnfit['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Another backup is being made or restored. */
export class BackupBusy extends Error {
  override readonly name = 'BackupBusy';
}

/** There is none of this name. */
export class BackupUnknown extends Error {
  override readonly name = 'BackupUnknown';
}

/** No place for backups is configured, or a backup that is not whole is asked for. */
export class BackupNotReady extends Error {
  override readonly name = 'BackupNotReady';
}
