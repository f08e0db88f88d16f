// Records what was read of a request while it was served. That decides for whom the response may be cached, and which properties of the
// body are reported as ignored.
import { QueryUse } from './query-use.ts';
import type { BoundEndpoint } from './routes.ts';

/** Records what was read of one request. Calls that are made for the same request share it. */
export class RequestReads {
  /** The use of the query; undefined for writes, because their responses are not cached. */
  readonly query: QueryUse | undefined;
  readonly #undeclared = new Set<string>();
  #isPrivate = false;

  constructor(method: string, endpoint: BoundEndpoint) {
    this.query = method === 'GET' ? new QueryUse(endpoint) : undefined;
  }

  /** Whether a header was read, so that the response is private to the caller. */
  get isPrivate(): boolean {
    return this.#isPrivate;
  }

  /** Records that a header was read. */
  recordHeader(): void {
    this.#isPrivate = true;
  }

  /** Records that a parameter was read that need not be declared. */
  recordParameter(name: string): void {
    if (this.query) this.query.record(name);
    else this.#undeclared.add(name);
  }

  /** Whether a write has read an undeclared parameter. */
  hasReadUndeclared(name: string): boolean {
    return this.#undeclared.has(name);
  }
}
