// What keeps backups from being made or restored, as callers are told it.
import { BackupBroken, BackupBusy, BackupNotReady, BackupUnfit, BackupUnknown, Refusal } from 'octavo/extension';

/** Does it. Throws Refusal 404 `bmgr_unknown`, 409 `bmgr_busy`, `bmgr_not_ready`, `bmgr_unfit`, 400 `bmgr_broken`. */
export async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw refusalOf(error) ?? error;
  }
}

function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof BackupUnknown) return new Refusal('bmgr_unknown', 404, error.message);
  if (error instanceof BackupBusy) return new Refusal('bmgr_busy', 409, error.message);
  if (error instanceof BackupNotReady) return new Refusal('bmgr_not_ready', 409, error.message);
  if (error instanceof BackupUnfit)
    return new Refusal('bmgr_unfit', 409, error.message, { data: { reason: error.reason } });
  if (error instanceof BackupBroken)
    return new Refusal('bmgr_broken', 400, `This backup cannot be used: ${error.message}.`);
  return undefined;
}
