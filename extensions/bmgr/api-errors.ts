// Converts errors of backups and restores to API errors.
import {
  ApiError,
  BackupBusy,
  BackupCorrupt,
  BackupIncompatible,
  BackupNotFound,
  BackupNotReady,
} from 'octavo/extension';

/**
 * Calls `work` and returns its result.
 *
 * Throws ApiError 404 `bmgr_unknown`, 409 `bmgr_busy`, `bmgr_not_ready` or `bmgr_unfit`, and 400 `bmgr_broken` instead of the errors of
 * backups and restores.
 */
export async function withApiErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toApiError(error) ?? error;
  }
}

function toApiError(error: unknown): ApiError | undefined {
  if (error instanceof BackupNotFound) return new ApiError('bmgr_unknown', 404, error.message);
  if (error instanceof BackupBusy) return new ApiError('bmgr_busy', 409, error.message);
  if (error instanceof BackupNotReady) return new ApiError('bmgr_not_ready', 409, error.message);
  if (error instanceof BackupIncompatible)
    return new ApiError('bmgr_unfit', 409, error.message, { data: { reason: error.reason } });
  if (error instanceof BackupCorrupt)
    return new ApiError('bmgr_broken', 400, `This backup cannot be used: ${error.message}.`);
  return undefined;
}
