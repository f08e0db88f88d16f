// Limits the memory of responses that are being produced or sent. Cached responses are not counted, because they are in memory anyway.
import { ApiError } from '../api-error.ts';

/** Maximum time that a request waits for memory, in milliseconds. */
const maxWaitMs = 2000;

/** Minimum duration of sending after which a connection may be closed to free memory, in milliseconds. */
const minSendingMs = 5000;

/** Minimum size of a response that is counted, in bytes. */
const minCountedBytes = 16 * 1024;

interface Waiting {
  readonly bytes: number;
  readonly start: () => void;
}

/** A counter of the bytes of all responses in flight, which makes requests wait when there are too many. */
export class InFlightBytes {
  readonly #maxBytes: number;
  readonly #maxWaitMs: number;
  readonly #minSendingMs: number;
  readonly #leases = new Set<Lease>();
  readonly #waiting = new Set<Waiting>();
  /** Number of responses in flight that share a body. */
  readonly #shared = new Map<object, { count: number; readonly bytes: number }>();
  #bytes = 0;

  constructor(maxBytes: number, waitMs = maxWaitMs, sendingMs = minSendingMs) {
    this.#maxBytes = maxBytes;
    this.#maxWaitMs = waitMs;
    this.#minSendingMs = sendingMs;
  }

  /** Number of bytes in flight. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Returns a lease for one response. `close` closes its connection. */
  open(close: () => void): Lease {
    const lease = new Lease(this, close);
    this.#leases.add(lease);
    return lease;
  }

  /** Whether a request may be served without waiting. */
  get hasCapacity(): boolean {
    return this.#bytes < this.#maxBytes && this.#waiting.size === 0;
  }

  /** Resolves when this number of bytes fits, or nothing is in flight. Throws ApiError 503 `rest_too_busy` after a timeout. */
  async waitForMemory(bytes: number): Promise<void> {
    if (this.#waiting.size === 0 && this.#fits(bytes)) return;
    this.#closeSlow();
    if (this.#waiting.size === 0 && this.#fits(bytes)) return;
    await new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        bytes,
        start: () => {
          clearTimeout(timer);
          this.#waiting.delete(waiting);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(waiting);
        reject(tooBusy());
        this.#admit();
      }, this.#maxWaitMs);
      this.#waiting.add(waiting);
    });
  }

  add(bytes: number): void {
    this.#bytes += bytes;
  }

  subtract(bytes: number): void {
    this.#bytes -= bytes;
    this.#admit();
  }

  /** Counts a body once, even if several responses share it. */
  addShared(body: object, bytes: number): void {
    const shared = this.#shared.get(body) ?? { count: 0, bytes };
    if (shared.count === 0) this.add(bytes);
    shared.count += 1;
    this.#shared.set(body, shared);
  }

  subtractShared(body: object): void {
    const shared = this.#shared.get(body);
    if (!shared) return;
    shared.count -= 1;
    if (shared.count > 0) return;
    this.#shared.delete(body);
    this.subtract(shared.bytes);
  }

  removeLease(lease: Lease): void {
    this.#leases.delete(lease);
  }

  #fits(bytes: number): boolean {
    return this.#bytes === 0 || this.#bytes + bytes <= this.#maxBytes;
  }

  #admit(): void {
    for (const waiting of this.#waiting) {
      if (!this.#fits(waiting.bytes)) return;
      waiting.start();
    }
  }

  /** Closes slow connections, those with the largest responses first, until half of the memory is free. */
  #closeSlow(): void {
    const now = performance.now();
    const slow = [...this.#leases].filter((lease) => lease.sendingSince < now - this.#minSendingMs);
    for (const lease of slow.sort((a, b) => b.bytes - a.bytes)) {
      if (this.#bytes <= this.#maxBytes / 2) return;
      lease.close();
    }
  }
}

const tooBusy = (): ApiError =>
  new ApiError('rest_too_busy', 503, 'Too many large responses are being sent; try again in a few seconds.', {
    retryAfter: 5,
  });

/** The memory that one response uses. */
export class Lease {
  readonly #memory: InFlightBytes;
  readonly #close: () => void;
  #building = 0;
  #body: { readonly parts: object; readonly bytes: number } | undefined;
  #isReleased = false;
  /** Time at which sending began, in milliseconds of `performance.now()`; infinite before. */
  sendingSince = Number.POSITIVE_INFINITY;

  constructor(memory: InFlightBytes, close: () => void) {
    this.#memory = memory;
    this.#close = close;
  }

  get bytes(): number {
    return this.#building + (this.#body?.bytes ?? 0);
  }

  /** Waits for memory for more bytes of a response that is being produced, and counts them. Throws an ApiError 503 `rest_too_busy`. */
  readonly hold = async (bytes: number): Promise<void> => {
    await this.#memory.waitForMemory(bytes);
    this.count(bytes);
  };

  /** Counts bytes without waiting. */
  count(bytes: number): void {
    if (this.#isReleased) return;
    this.#building += bytes;
    this.#memory.add(bytes);
  }

  /** Counts the complete body in place of the bytes counted while it was produced. Several responses may share it. */
  send(chunks: object, bytes: number): void {
    if (this.#isReleased) return;
    this.sendingSince = performance.now();
    if (bytes >= minCountedBytes) {
      this.#body = { parts: chunks, bytes };
      this.#memory.addShared(chunks, bytes);
    }
    const built = this.#building;
    this.#building = 0;
    if (built > 0) this.#memory.subtract(built);
  }

  /** Closes the connection and releases the lease. */
  close(): void {
    this.#close();
    this.release();
  }

  /** Releases all memory of the response. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#memory.removeLease(this);
    if (this.#body) this.#memory.subtractShared(this.#body.parts);
    if (this.#building > 0) this.#memory.subtract(this.#building);
  }
}
