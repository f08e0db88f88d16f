// `If-Match` on writes (RFC 9110 §13.1.1; contract/README.md, decision 20): a change is made only while the item is in the state
// that its sender last saw.
import { Refusal } from '../refusal.ts';
import { isOfState } from './state.ts';

/**
 * Makes the test of a request's `If-Match`. `presentState` gives the state of the item now; undefined where it has none.
 *
 * The test throws Refusal 412 `rest_precondition_failed` where no validator of that state was sent.
 */
export function matcher(
  sent: string | undefined,
  presentState: () => Promise<string | undefined>,
): () => Promise<void> {
  const tags = sent?.split(',').map((tag) => tag.trim());
  return async () => {
    if (!tags || tags.includes('*')) return;
    const state = await presentState();
    if (state !== undefined && tags.some((tag) => isOfState(tag, state))) return;
    throw new Refusal('rest_precondition_failed', 412, 'This item has changed since you read it; read it again.');
  };
}
