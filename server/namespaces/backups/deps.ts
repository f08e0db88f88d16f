// Declares the dependencies of the endpoints of backups, and maps the errors of backups to API errors.
import type { BackupEndpoints } from '../../../contract/octavo-v1/backups.ts';
import type { LoginThrottle } from '../../access/login-throttle.ts';
import type { Roles } from '../../access/roles.ts';
import { ApiError } from '../../api-error.ts';
import type { Backups } from '../../backup/backups.ts';
import { BackupBusy, BackupCorrupt, BackupIncompatible, BackupNotFound, BackupNotReady } from '../../backup/errors.ts';
import type { BackupRecord } from '../../backup/record.ts';
import type { Database } from '../../database/handle.ts';
import type { Operations } from '../../http/implement.ts';
import type { Site } from '../../site.ts';
import type { Clock } from '../../time/zone.ts';

/** The site whose backups are managed. */
interface BackupStorage {
  readonly database: Database;
  readonly site: Site;
  readonly clock: Clock;
  /** The site's secret key for keyed hashes. */
  readonly key: string;
}

export interface BackupsDeps {
  readonly storage: BackupStorage;
  readonly backups: Backups;
  readonly roles: Roles;
  readonly loginThrottle: LoginThrottle;
}

/** The capability that is required to manage backups. */
export const manageBackups = 'manage_options';

/** The targets of the permissions: the user for whom a download token was issued. */
export type BackupTargets = { 'download-backup': number | undefined };

/** The operations, keyed by their names in the contract. */
export type BackupOperations = Operations<BackupEndpoints, BackupTargets, BackupRecord>;

/**
 * Runs `work` and maps its errors: ApiError 404 `rest_backup_invalid_id`, 409 `rest_backup_busy`, `rest_backup_not_ready`,
 * `rest_backup_incompatible` and `rest_backup_damaged`.
 */
export async function withApiErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toApiError(error) ?? error;
  }
}

function toApiError(error: unknown): ApiError | undefined {
  if (error instanceof BackupNotFound) return new ApiError('rest_backup_invalid_id', 404, error.message);
  if (error instanceof BackupBusy) return new ApiError('rest_backup_busy', 409, error.message);
  if (error instanceof BackupNotReady) return new ApiError('rest_backup_not_ready', 409, error.message);
  if (error instanceof BackupIncompatible) {
    const { reason, message } = error;
    const hint = reason === 'foreign' ? ' Send foreign=true to replace this site with it.' : '';
    return new ApiError('rest_backup_incompatible', 409, message + hint, { data: { reason } });
  }
  if (error instanceof BackupCorrupt)
    return new ApiError('rest_backup_damaged', 409, `The backup cannot be used: ${error.message}.`);
  return undefined;
}
