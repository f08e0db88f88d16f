// Keeps one stream of the live channel open for a set of entries and groups that changes.
import type { StreamEvent } from './event-stream.ts';
import type { Topic } from './messages.ts';
import type { OpenResult, OpenStream, StreamRequest } from './open-stream.ts';

/** Time in which changes of the topics are collected before a stream is opened, in milliseconds. */
const coalesceMs = 50;

/** Delays before a stream is opened again, in milliseconds: the first one, which doubles with each failure, and the longest one. */
const firstDelayMs = 2000;
const maxDelayMs = 60_000;

/** Time after which a stream counts as successful, so that the next delay is the first one, in milliseconds. */
const stableMs = 30_000;

/** Time without data after which a stream counts as interrupted, in milliseconds. The service sends something every 15 seconds. */
const maxSilenceMs = 40_000;

/** Time without data after which `check` opens another stream, in milliseconds. */
const suspiciousSilenceMs = 20_000;

/** Dependencies of a stream. */
interface Deps {
  readonly open: OpenStream;
  /** Returns the position after which a stream that is being opened must report changes of groups; undefined if there are no groups. */
  readonly positionOf: () => number | undefined;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  /** Is called with each event, and the request of the stream. */
  readonly onEvent: (event: StreamEvent, request: StreamRequest) => void;
  /** Is called when a stream is interrupted: what it has reported may be outdated. */
  readonly onInterruption: () => void;
  /** Is called when the session has ended, and when it continues. */
  readonly onSession: (isOpen: boolean) => void;
}

/** A stream that is being opened or is open. */
interface Attempt {
  readonly request: StreamRequest;
  readonly controller: AbortController;
  readonly openedAt: number;
  lastDataAt: number;
  /** Ends the stream if it is silent for too long. */
  watchdog?: ReturnType<typeof setTimeout>;
}

/**
 * A stream that is opened again when it ends, after an increasing delay with jitter. If further topics are followed, another stream is
 * opened, and the previous one is closed when the other one delivers data. If the session has ended, nothing is requested until `check`.
 */
export class ReconnectingStream {
  readonly #deps: Deps;
  #topics: readonly Topic[] = [];
  /** The stream that delivers data. */
  #active: Attempt | undefined;
  /** The stream that is being opened. */
  #next: Attempt | undefined;
  #scheduled: { readonly at: number; readonly timer: ReturnType<typeof setTimeout> } | undefined;
  #failures = 0;
  #isSignedOut = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Follows topics, and no others. A stream that also has other topics remains open; without topics, it is closed. */
  follow(topics: readonly Topic[]): void {
    const isSame = topics.join() === this.#topics.join();
    this.#topics = topics;
    if (topics.length === 0) this.#close();
    else if (!isSame && !this.#isSignedOut && !this.#covers(this.#next ?? this.#active)) this.#schedule(coalesceMs);
  }

  /** Opens the stream at once if it is not open or may have been interrupted without notice, for example while the computer was asleep. */
  check(): void {
    this.#isSignedOut = false;
    if (this.#topics.length === 0) return;
    const current = this.#next ?? this.#active;
    const isSuspicious = current && Date.now() - current.lastDataAt > suspiciousSilenceMs;
    if (!this.#covers(current) || isSuspicious) this.#schedule(coalesceMs);
  }

  #covers(attempt: Attempt | undefined): boolean {
    return this.#topics.every((topic) => attempt?.request.topics.includes(topic));
  }

  /** Opens a stream after a delay, unless it is already scheduled to be opened earlier. */
  #schedule(delayMs: number): void {
    const at = Date.now() + delayMs;
    if (this.#scheduled && this.#scheduled.at <= at) return;
    clearTimeout(this.#scheduled?.timer);
    this.#scheduled = { at, timer: setTimeout(() => void this.#open(), delayMs) };
  }

  #close(): void {
    clearTimeout(this.#scheduled?.timer);
    this.#scheduled = undefined;
    const wasActive = this.#active !== undefined;
    abort(this.#active);
    abort(this.#next);
    this.#active = undefined;
    this.#next = undefined;
    if (wasActive) this.#deps.onInterruption();
  }

  async #open(): Promise<void> {
    this.#scheduled = undefined;
    abort(this.#next);
    const now = Date.now();
    const attempt: Attempt = {
      request: { topics: this.#topics, after: this.#deps.positionOf() },
      controller: new AbortController(),
      openedAt: now,
      lastDataAt: now,
    };
    this.#next = attempt;
    this.#watch(attempt);
    const ending = await this.#deliver(attempt).catch((): OpenResult => ({ kind: 'failed', retryAfterMs: 0 }));
    if (!attempt.controller.signal.aborted) this.#end(attempt, ending);
  }

  /** Delivers the events of a stream. Resolves when it has ended. */
  async #deliver(attempt: Attempt): Promise<OpenResult> {
    const { signal } = attempt.controller;
    const opened = await this.#deps.open(attempt.request, signal);
    if (opened.kind !== 'open') return opened;
    for await (const event of opened.events) {
      if (signal.aborted) break;
      this.#activate(attempt);
      this.#deps.onEvent(event, attempt.request);
    }
    return { kind: 'failed', retryAfterMs: 0 };
  }

  #activate(attempt: Attempt): void {
    attempt.lastDataAt = Date.now();
    this.#watch(attempt);
    if (this.#active === attempt) return;
    abort(this.#active);
    this.#active = attempt;
    this.#next = undefined;
    this.#deps.onSession(true);
  }

  #watch(attempt: Attempt): void {
    clearTimeout(attempt.watchdog);
    attempt.watchdog = setTimeout(() => {
      abort(attempt);
      this.#end(attempt, { kind: 'failed', retryAfterMs: 0 });
    }, maxSilenceMs);
  }

  #end(attempt: Attempt, ending: OpenResult): void {
    clearTimeout(attempt.watchdog);
    if (this.#next === attempt) this.#next = undefined;
    if (this.#active === attempt) {
      this.#active = undefined;
      this.#deps.onInterruption();
    }
    if (ending.kind === 'signed-out') {
      this.#isSignedOut = true;
      this.#close();
      this.#deps.onSession(false);
      return;
    }
    if (attempt.lastDataAt - attempt.openedAt >= stableMs) this.#failures = 0;
    const delayMs = Math.min(maxDelayMs, firstDelayMs * 2 ** this.#failures) * (0.5 + this.#deps.random() / 2);
    this.#failures += 1;
    this.#schedule(Math.max(delayMs, ending.kind === 'failed' ? ending.retryAfterMs : 0));
  }
}

function abort(attempt: Attempt | undefined): void {
  clearTimeout(attempt?.watchdog);
  attempt?.controller.abort();
}
