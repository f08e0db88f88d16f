// The memory of responses that are being built or sent. Cached ones do not count: they are in memory anyway.
import { Refusal } from '../refusal.ts';

/** How long a request waits for memory before it is refused. Milliseconds. */
const maxWaitMs = 2000;

/** How long a response must have been on its way before its connection may be cut for the memory of others. Milliseconds. */
const minSendingMs = 5000;

/** Responses below this size are not counted. Bytes. */
export const minCountedBytes = 16 * 1024;

interface Waiting {
  readonly bytes: number;
  readonly begin: () => void;
}

/** Counts the bytes of all responses in flight, and makes requests wait where there are too many. */
export class InFlightBytes {
  readonly #maxBytes: number;
  readonly #maxWaitMs: number;
  readonly #minSendingMs: number;
  readonly #leases = new Set<Lease>();
  readonly #waiting = new Set<Waiting>();
  /** How many responses in flight share a body. */
  readonly #shared = new Map<object, { count: number; readonly bytes: number }>();
  #bytes = 0;

  constructor(maxBytes: number, waitMs = maxWaitMs, sendingMs = minSendingMs) {
    this.#maxBytes = maxBytes;
    this.#maxWaitMs = waitMs;
    this.#minSendingMs = sendingMs;
  }

  /** Bytes in flight. */
  get bytes(): number {
    return this.#bytes;
  }

  /** A lease for one response; `cut` ends its connection. */
  open(cut: () => void): Lease {
    const lease = new Lease(this, cut);
    this.#leases.add(lease);
    return lease;
  }

  /** Whether a request may be served now. */
  get hasRoom(): boolean {
    return this.#bytes < this.#maxBytes && this.#waiting.size === 0;
  }

  /** Resolves when there is room for so many bytes, or nothing in flight. Throws Refusal 503 `rest_too_busy`. */
  async room(bytes: number): Promise<void> {
    if (this.#waiting.size === 0 && this.#fits(bytes)) return;
    this.#cutSlow();
    if (this.#waiting.size === 0 && this.#fits(bytes)) return;
    await new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        bytes,
        begin: () => {
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

  /** Counts a body that several responses may share, once. */
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

  forget(lease: Lease): void {
    this.#leases.delete(lease);
  }

  #fits(bytes: number): boolean {
    return this.#bytes === 0 || this.#bytes + bytes <= this.#maxBytes;
  }

  #admit(): void {
    for (const waiting of this.#waiting) {
      if (!this.#fits(waiting.bytes)) return;
      waiting.begin();
    }
  }

  /** Those who read slowly give way: who has been sent to for long, the largest first, until half of the memory is free. */
  #cutSlow(): void {
    const now = performance.now();
    const slow = [...this.#leases].filter((lease) => lease.sendingSince < now - this.#minSendingMs);
    for (const lease of slow.sort((a, b) => b.bytes - a.bytes)) {
      if (this.#bytes <= this.#maxBytes / 2) return;
      lease.cut();
    }
  }
}

const tooBusy = (): Refusal =>
  new Refusal('rest_too_busy', 503, 'Too many large responses are being sent; try again in a few seconds.', {
    retryAfter: 5,
  });

/** What one response takes. */
export class Lease {
  readonly #all: InFlightBytes;
  readonly #cut: () => void;
  #building = 0;
  #body: { readonly parts: object; readonly bytes: number } | undefined;
  #isReleased = false;
  /** When it began to be sent; infinite before. */
  sendingSince = Number.POSITIVE_INFINITY;

  constructor(all: InFlightBytes, cut: () => void) {
    this.#all = all;
    this.#cut = cut;
  }

  get bytes(): number {
    return this.#building + (this.#body?.bytes ?? 0);
  }

  /** Waits for room for more bytes of a response that is being built, and counts them. Throws Refusal 503 `rest_too_busy`. */
  readonly hold = async (bytes: number): Promise<void> => {
    await this.#all.room(bytes);
    this.count(bytes);
  };

  /** Counts bytes without waiting. */
  count(bytes: number): void {
    if (this.#isReleased) return;
    this.#building += bytes;
    this.#all.add(bytes);
  }

  /** Counts the finished body in place of what was counted while it was built. Responses may share its parts. */
  send(parts: object, bytes: number): void {
    if (this.#isReleased) return;
    this.sendingSince = performance.now();
    if (bytes >= minCountedBytes) {
      this.#body = { parts, bytes };
      this.#all.addShared(parts, bytes);
    }
    const built = this.#building;
    this.#building = 0;
    if (built > 0) this.#all.subtract(built);
  }

  /** Ends the connection, and with it the lease. */
  cut(): void {
    this.#cut();
    this.release();
  }

  /** Counts nothing any more. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#all.forget(this);
    if (this.#body) this.#all.subtractShared(this.#body.parts);
    if (this.#building > 0) this.#all.subtract(this.#building);
  }
}
