// Maps errors of the storage and of the media workers to API errors.

import { ApiError } from './api-error.ts';
import {
  DatabaseBusy,
  DatabaseOverloaded,
  DatabaseUnavailable,
  DatabaseUnusable,
  DiskFull,
  NodeOutdated,
  StatementTooExpensive,
} from './database/errors.ts';
import { StoreFullError, StoreUnavailableError } from './files/store.ts';
import { MediaWorkersBusy } from './media-processing/jobs.ts';

/**
 * Returns the API error for an error of the database, the file store or the media workers (docs/architecture.md, Errors); undefined for any
 * other error.
 */
export function storageApiError(error: unknown): ApiError | undefined {
  if (error instanceof DatabaseBusy)
    return new ApiError('rest_storage_busy', 503, 'The database is locked by another write; try again.', {
      retryAfter: 1,
    });
  if (error instanceof DatabaseOverloaded)
    return new ApiError('rest_storage_busy', 503, 'The service is busy; try again.', { retryAfter: 2 });
  if (error instanceof NodeOutdated) return outdatedNodeError();
  // No `Retry-After`: the operator has to fix this.
  if (error instanceof DatabaseUnusable)
    return new ApiError('rest_storage_unusable', 503, 'The storage is unusable until its operator has fixed it.');
  if (error instanceof DatabaseUnavailable) {
    return new ApiError('rest_storage_unavailable', 503, 'The database is unreachable; try again later.', {
      retryAfter: 5,
    });
  }
  if (error instanceof StatementTooExpensive) return tooExpensiveError(error.parameter);
  if (error instanceof MediaWorkersBusy)
    return new ApiError('rest_media_busy', 503, 'Too many images are being processed; try again later.', {
      retryAfter: 10,
    });
  if (error instanceof StoreUnavailableError)
    return new ApiError('rest_storage_unavailable', 503, 'The file store is unavailable.', { retryAfter: 5 });
  if (error instanceof DiskFull || error instanceof StoreFullError)
    return new ApiError('rest_storage_full', 503, 'The storage is full; try again later.', { retryAfter: 60 });
  return undefined;
}

/** Returns the error of a node that cannot use the database any more, because a newer version has migrated it. */
export const outdatedNodeError = (): ApiError =>
  new ApiError('rest_node_outdated', 503, 'This node is of an older version than the database; try again.', {
    retryAfter: 5,
  });

/** Returns an error that names the parameter, in the format of validation errors (protocol.md §5). */
function tooExpensiveError(parameter: string): ApiError {
  const isSearch = parameter === 'search';
  const reason = isSearch
    ? 'This search takes too long; use fewer and longer words.'
    : 'This query takes too long; request fewer items at once.';
  const code = isSearch ? 'rest_search_too_broad' : 'rest_query_too_expensive';
  return new ApiError(code, 400, `Invalid parameter: ${parameter}. ${reason}`, {
    data: { params: { [parameter]: reason } },
  });
}
