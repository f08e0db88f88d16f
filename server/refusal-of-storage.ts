// What goes wrong in the storage, as callers are told it.
import {
  DatabaseBusy,
  DatabaseOverloaded,
  DatabaseUnavailable,
  DatabaseUnusable,
  DiskFull,
  StatementTooExpensive,
} from './database/errors.ts';
import { StoreFull, StoreUnavailable } from './files/store.ts';
import { MediaWorkersBusy } from './pictures/jobs.ts';
import { Refusal } from './refusal.ts';

/** The refusal for what the database or the store of files has thrown (architecture.md §8); undefined: it is none of theirs. */
export function refusalOfStorage(error: unknown): Refusal | undefined {
  if (error instanceof DatabaseBusy)
    return new Refusal('rest_storage_busy', 503, 'Others are writing; try again.', { retryAfter: 1 });
  if (error instanceof DatabaseOverloaded)
    return new Refusal('rest_storage_busy', 503, 'The service is busy; try again.', { retryAfter: 2 });
  // Waiting does not help against what an operator has to mend.
  if (error instanceof DatabaseUnusable)
    return new Refusal('rest_storage_unusable', 503, 'The storage cannot be used until its operator has mended it.');
  if (error instanceof DatabaseUnavailable) {
    return new Refusal('rest_storage_unavailable', 503, 'The storage cannot be reached at present.', { retryAfter: 5 });
  }
  if (error instanceof StatementTooExpensive) return tooExpensive(error.parameter);
  if (error instanceof MediaWorkersBusy)
    return new Refusal('rest_media_busy', 503, 'Too many images are being processed; try again later.', {
      retryAfter: 10,
    });
  if (error instanceof StoreUnavailable)
    return new Refusal('rest_storage_unavailable', 503, 'The file store is unavailable.', { retryAfter: 5 });
  if (error instanceof DiskFull || error instanceof StoreFull)
    return new Refusal('rest_storage_full', 503, 'There is no room left to store this.', { retryAfter: 60 });
  return undefined;
}

/** Names the parameter in the same place as other invalid ones are (protocol.md §5). */
function tooExpensive(parameter: string): Refusal {
  const isSearch = parameter === 'search';
  const reason = isSearch
    ? 'This search takes too long; use fewer and longer words.'
    : 'Answering this takes too long; ask for less at once.';
  const code = isSearch ? 'rest_search_too_broad' : 'rest_query_too_expensive';
  return new Refusal(code, 400, `Invalid parameter: ${parameter}. ${reason}`, {
    data: { params: { [parameter]: reason } },
  });
}
