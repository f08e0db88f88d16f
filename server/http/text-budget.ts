// The limit of the texts of requests that are sent together: in a batch, or as a list of messages.
import { Refusal } from '../refusal.ts';
import { DEFAULT_MAX_TEXT_BYTES, holdsLongText, textBytesIn } from './parameters/text-length.ts';

/** Counts the texts of requests that come together: all of them may be as long as one text alone. */
export class TextBudget {
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number = DEFAULT_MAX_TEXT_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /**
   * Counts the texts of a request. Those of a request that is refused for them do not count.
   *
   * Throws Refusal 400 `rest_too_much_text` where they are too long with those before.
   */
  take(body: unknown): void {
    const bytes = textBytesIn(body);
    // A text that is too long by itself is refused by its name.
    if (bytes > this.#maxBytes && holdsLongText(body, this.#maxBytes)) return;
    if (this.#bytes + bytes > this.#maxBytes) {
      const message = `The texts of requests that are sent together may have ${this.#maxBytes} bytes; send this one by itself.`;
      throw new Refusal('rest_too_much_text', 400, message);
    }
    this.#bytes += bytes;
  }
}
