// Checks `If-Match` on writes (RFC 9110 §13.1.1; contract/README.md, decision 20): a write is performed only if the item is still in
// the state that the client last read.
import { ApiError } from '../api-error.ts';
import { isOfState } from './state.ts';

/**
 * Returns a function that checks the `If-Match` header of a request. `getState` returns the current state of the item, or
 * undefined if it has none.
 *
 * The check throws ApiError 412 `rest_precondition_failed` if none of the submitted validators belongs to that state.
 */
export function createPreconditionCheck(
  ifMatch: string | undefined,
  getState: () => Promise<string | undefined>,
): () => Promise<void> {
  const tags = ifMatch?.split(',').map((tag) => tag.trim());
  return async () => {
    if (!tags || tags.includes('*')) return;
    const state = await getState();
    if (state !== undefined && tags.some((tag) => isOfState(tag, state))) return;
    throw new ApiError('rest_precondition_failed', 412, 'This item has changed since you read it; read it again.');
  };
}
