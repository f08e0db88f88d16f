// Limits the texts of requests that are sent together, in a batch or as a list of messages.
import { ApiError } from '../api-error.ts';
import { containsLongText, DEFAULT_MAX_TEXT_BYTES, textBytesIn } from './parameters/text-length.ts';

/** Share of the limit that each request after the first counts beside its texts: 25, the most in a batch, take half of it. */
const shareOfRequest = 1 / 50;

/**
 * Counts the texts of requests that are sent together. A request alone may use the whole limit. Each further one also counts a fixed
 * share of it, because it costs CPU time of its own: 25 short posts on PostgreSQL about as much as 800 KB of text.
 */
export class TextBudget {
  readonly #maxBytes: number;
  #bytes = 0;
  #hasRequests = false;

  constructor(maxBytes: number = DEFAULT_MAX_TEXT_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /**
   * Counts a request with the texts in its body. A request that exceeds the limit is not counted.
   *
   * Throws ApiError 400 `rest_too_much_text` when the requests so far exceed the limit with this one.
   */
  add(body: unknown): void {
    const bytes = textBytesIn(body);
    // The error for a text that exceeds the limit alone names its parameter.
    if (bytes > this.#maxBytes && containsLongText(body, this.#maxBytes)) return;
    const total = this.#bytes + bytes + (this.#hasRequests ? this.#maxBytes * shareOfRequest : 0);
    if (total > this.#maxBytes && bytes > 0) {
      const message = `The texts of requests that are sent together exceed the limit of ${this.#maxBytes} bytes; send this request alone.`;
      throw new ApiError('rest_too_much_text', 400, message);
    }
    this.#bytes = total;
    this.#hasRequests = true;
  }
}
