// Repeats changes that could not be saved because the service cannot be reached or cannot store anything: they wait, and are saved as soon
// as it is possible again. Meanwhile, the user continues to write.
import type { APIFetchMiddleware, APIFetchOptions } from '@wordpress/api-fetch';
import { methodOf } from './targets.ts';

/** Why changes wait: there is no response, or the service responds that it cannot store anything at the moment. */
export type HoldReason = 'unreachable' | 'unavailable';

/** Time between attempts, in milliseconds: it doubles from the first to the last value. */
const firstDelayMs = 1000;
const lastDelayMs = 15_000;

let reason: HoldReason | undefined;
let retryNow = new AbortController();
let giveUp = new AbortController();
let waitingCount = 0;
const listeners = new Set<() => void>();

/** Calls a listener when changes begin or stop to wait. Returns a function that removes it. */
export function onHold(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Returns why changes wait; undefined if none does. */
export const holdReason = (): HoldReason | undefined => reason;

/** Repeats the waiting changes at once. */
export function retryHeldSaves(): void {
  retryNow.abort();
  retryNow = new AbortController();
}

/** Stops repeating the waiting changes: they fail with their last error. */
export function cancelHeldSaves(): void {
  giveUp.abort();
  giveUp = new AbortController();
}

/**
 * Repeats changes that name the version on which they are based: the service makes such a change at most once. Other requests fail, because
 * nobody knows whether they have had an effect before the connection was lost.
 */
export const holdSaves: APIFetchMiddleware = async (options, next) => {
  if (!isRepeatable(options)) return next(options);
  const canceled = giveUp.signal;
  for (let delayMs = firstDelayMs, isHeld = false; ; delayMs = Math.min(2 * delayMs, lastDelayMs)) {
    try {
      const response = await next(options);
      if (isHeld) setWaiting(-1);
      return response;
    } catch (error) {
      const found = holdReasonOf(error);
      if (found === undefined || canceled.aborted) {
        if (isHeld) setWaiting(-1);
        throw error;
      }
      setWaiting(isHeld ? 0 : 1, found);
      isHeld = true;
      await wait(delayMs);
      if (canceled.aborted) {
        setWaiting(-1);
        throw error;
      }
    }
  }
};

const isRepeatable = (options: APIFetchOptions): boolean =>
  ['PUT', 'PATCH', 'POST'].includes(methodOf(options)) && new Headers(options.headers).has('If-Match');

/** The statuses with which the service, or a proxy before it, rejects changes for a time. */
const temporaryStatuses: ReadonlySet<unknown> = new Set([502, 503, 504, 507]);

function holdReasonOf(error: unknown): HoldReason | undefined {
  const status = error instanceof Response ? error.status : statusIn(error);
  if (status !== undefined) return temporaryStatuses.has(status) ? 'unavailable' : undefined;
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return code === 'fetch_error' || code === 'offline_error' ? 'unreachable' : undefined;
}

function statusIn(error: unknown): unknown {
  if (typeof error !== 'object' || error === null || !('data' in error)) return undefined;
  const { data } = error;
  return typeof data === 'object' && data !== null && 'status' in data ? data.status : undefined;
}

function setWaiting(difference: -1 | 0 | 1, found?: HoldReason): void {
  waitingCount += difference;
  const next = waitingCount === 0 ? undefined : (found ?? reason);
  if (next === reason) return;
  reason = next;
  for (const listener of listeners) listener();
}

/** Waits for some time, until the browser is online again, or until the user wants to continue. */
function wait(delayMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const [retry, cancel] = [retryNow.signal, giveUp.signal];
  const finish = () => {
    clearTimeout(timer);
    removeEventListener('online', finish);
    retry.removeEventListener('abort', finish);
    cancel.removeEventListener('abort', finish);
    resolve();
  };
  const timer = setTimeout(finish, delayMs);
  addEventListener('online', finish);
  retry.addEventListener('abort', finish);
  cancel.addEventListener('abort', finish);
  return promise;
}
