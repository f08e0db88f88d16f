// `If-Match` on writes (RFC 9110 §13.1.1): a change is made only while the item is as its sender last saw it. An addition to
// the contract, for clients that send it.
import { Refusal } from '../refusal.ts';

/**
 * Makes the test of a request's `If-Match`. `presentTags` gives the validators of the item as its sender could read it now.
 *
 * The test throws Refusal 412 `rest_precondition_failed` where none of them was sent.
 */
export function matcher(sent: string | undefined, presentTags: () => Promise<readonly string[]>): () => Promise<void> {
  const tags = sent?.split(',').map((tag) => tag.trim());
  return async () => {
    if (!tags || tags.includes('*')) return;
    const present = await presentTags();
    if (tags.some((tag) => present.includes(tag))) return;
    throw new Refusal('rest_precondition_failed', 412, 'This has been changed since you read it; read it again.');
  };
}
