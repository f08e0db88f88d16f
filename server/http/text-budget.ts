// Limits the texts of requests that are sent together, in a batch of the REST API or of JSON-RPC messages.
import { ApiError } from '../api-error.ts';
import { containsLongText, DEFAULT_MAX_TEXT_BYTES, textBytesIn } from './parameters/text-length.ts';

/**
 * Share of the limit that each request after the first uses besides its texts. The 25 requests of a full batch use about half of the limit.
 */
const shareOfRequest = 1 / 50;

/**
 * The budget for the texts of requests that are sent together. A single request may use the whole limit. Each further request also uses a
 * fixed share of it, because every request costs CPU time: on PostgreSQL, 25 short posts cost about as much as 800 KB of text.
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
   * Throws ApiError 400 `rest_too_much_text` if this request contains text and makes the total exceed the limit.
   */
  add(body: unknown): void {
    const bytes = textBytesIn(body);
    // A single text above the limit is rejected later, by an error that names its parameter.
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
