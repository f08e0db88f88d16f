// Follows the live feed of events of the whole site, which is another stream than the live channel of entries.
import { ApiError, openStream } from '../client.ts';
import { readEvents } from './event-stream.ts';

/** An event of the feed. */
export interface FeedEvent {
  /** The position of the event, which is unique. */
  readonly id: string;
  /** The kind, or `events.missed` if events were missed. */
  readonly kind: string;
  /** The message, as webhooks receive it. */
  readonly message: FeedMessage;
}

/** The message of an event. Its data are missing in `events.missed`. */
interface FeedMessage {
  readonly timestamp?: string;
  readonly data?: {
    readonly type: string;
    readonly subject: number;
    readonly status: string;
    readonly status_before: string;
  };
}

/** The state of the connection. */
export type FeedState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'open' }
  /** The connection was interrupted, and another one is opened at a time, in milliseconds since 1970. */
  | { readonly kind: 'waiting'; readonly until: number; readonly reason: string }
  /** The service does not permit the stream. */
  | { readonly kind: 'failed'; readonly reason: string };

/** The events to follow. */
export interface FeedFilter {
  /** The kinds of events; all if it is empty. */
  readonly kinds: readonly string[];
  /** The types; all if it is empty. */
  readonly types: readonly string[];
}

interface FeedOptions extends FeedFilter {
  /** The position after which the feed begins; undefined for new events only. */
  readonly after: string | undefined;
  readonly signal: AbortSignal;
  readonly onState: (state: FeedState) => void;
  readonly onEvent: (event: FeedEvent) => void;
  /** Is called with each position that the stream has reached. */
  readonly onPosition: (position: string) => void;
}

/** Delays before the connection is opened again, in milliseconds: the first one, which doubles with each failure, and the longest one. */
const [firstDelayMs, maxDelayMs] = [2000, 60_000];

/** Time without data after which the connection counts as interrupted, in milliseconds. The service sends something every 15 seconds. */
const maxSilenceMs = 40_000;

/** Follows the feed until `signal` aborts or the service does not permit it. Interrupted streams continue at their last position. */
export async function followFeed({ kinds, types, after, signal, onState, onEvent, onPosition }: FeedOptions) {
  let position = after;
  let failures = 0;
  while (!signal.aborted) {
    onState({ kind: 'connecting' });
    // A stream ends after ten minutes by itself.
    let reason = '';
    const watchdog = new Watchdog(maxSilenceMs);
    try {
      const body = await openStream('/octavo/v1/events', {
        query: { kinds: kinds.length > 0 ? kinds : undefined, types: types.length > 0 ? types : undefined },
        headers: { Accept: 'text/event-stream', ...(position !== undefined && { 'Last-Event-ID': position }) },
        signal: AbortSignal.any([signal, watchdog.signal]),
      });
      onState({ kind: 'open' });
      for await (const { name, data, id } of readEvents(body)) {
        failures = 0;
        watchdog.reset();
        if (id !== undefined) {
          position = id;
          onPosition(id);
        }
        if (data !== '') onEvent({ id: id ?? '', kind: name, message: JSON.parse(data) });
      }
    } catch (error) {
      if (signal.aborted) return;
      reason = error instanceof ApiError ? error.message : '';
      if (error instanceof ApiError && (error.status === 403 || error.status === 404 || error.status === 400)) {
        onState({ kind: 'failed', reason });
        return;
      }
      failures += 1;
    } finally {
      watchdog.stop();
    }
    const delayMs = Math.min(maxDelayMs, firstDelayMs * 2 ** Math.max(0, failures - 1));
    onState({ kind: 'waiting', until: Date.now() + delayMs, reason });
    await wait(delayMs, signal);
  }
}

/** Resolves after a delay, or when `signal` aborts. */
function wait(delayMs: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, delayMs);
  const end = () => resolve();
  signal.addEventListener('abort', end);
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
  });
}

/** Aborts its signal if it is not reset in time. */
class Watchdog {
  readonly #controller = new AbortController();
  readonly #delayMs: number;
  #timer: ReturnType<typeof setTimeout>;

  constructor(delayMs: number) {
    this.#delayMs = delayMs;
    this.#timer = setTimeout(() => this.#controller.abort(), delayMs);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  reset(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#controller.abort(), this.#delayMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
